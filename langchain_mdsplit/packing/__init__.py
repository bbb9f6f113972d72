"""Where to cut and what goes together, under a limit."""
