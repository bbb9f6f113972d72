"""Runs the command line as `python -m langchain_mdsplit.cli`."""

from langchain_mdsplit.cli import main

if __name__ == "__main__":
    main()
