"""A heading, however it is written, as one line."""

from langchain_mdsplit.markdown.blocks import Block


def heading_line(source: str, block: Block) -> str:
    r"""Return a heading as one ATX line, as written if it is one.

    Args:
        source: The text the heading is a part of.
        block: The heading.

    Returns:
        The line, without its ending.

    Example:
        >>> heading_line("One\ntwo #\n===", Block("heading", 0, 13, 0, 13, 1))
        '# One two # #'
    """
    text = source[block.start : block.end]
    if "\n" not in text and "\r" not in text:
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    content = " ".join(line.strip() for line in lines[:-1])
    mark = "#" * block.level
    closing = f" {mark}" if content.endswith("#") else ""
    return f"{mark} {content}{closing}"
