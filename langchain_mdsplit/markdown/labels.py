"""Labels: `1-2` of a section, `1-2-heading` and `1-2-content-3` of its blocks."""

import re

ROOT_LABEL = "0"
"""The label of what stands before the first heading."""

FRONT_MATTER_LABEL = "frontmatter"

_SECTION = re.compile(r"[0-9]+(?:-[0-9]+)*")
_BLOCK = re.compile(rf"({_SECTION.pattern})-(?:heading|content-[0-9]+)")


def is_front_matter_label(label: object) -> bool:
    """Return whether a label, or whatever metadata holds as one, is front matter's.

    Args:
        label: Any value.

    Example:
        >>> is_front_matter_label("frontmatter"), is_front_matter_label(None)
        (True, False)
    """
    return isinstance(label, str) and label == FRONT_MATTER_LABEL


def heading_label(section: str) -> str:
    """Return the label of a section's heading.

    Args:
        section: The section's label.

    Example:
        >>> heading_label("1-2")
        '1-2-heading'
    """
    return f"{section}-heading"


def content_label(section: str, number: int) -> str:
    """Return the label of a block of a section.

    Args:
        section: The section's label.
        number: Which of its blocks it is, counted from 1.

    Example:
        >>> content_label("1-2", 3)
        '1-2-content-3'
    """
    return f"{section}-content-{number}"


def is_section_label(text: str) -> bool:
    """Return whether a text has the form of a section's label.

    Args:
        text: Any text.

    Example:
        >>> is_section_label("1-2"), is_section_label("1-2-heading")
        (True, False)
    """
    return _SECTION.fullmatch(text) is not None


def is_fragment_label(text: str) -> bool:
    """Return whether a text has the form of a fragment's label.

    Args:
        text: Any text.

    Example:
        >>> [is_fragment_label(it) for it in ("frontmatter", "1-heading", "1")]
        [True, True, False]
    """
    return text == FRONT_MATTER_LABEL or _BLOCK.fullmatch(text) is not None


def section_of(label: str) -> str:
    """Return the label of the section that a block stands in.

    Args:
        label: The block's label; any other text is returned as it is.

    Example:
        >>> section_of("1-2-content-3"), section_of("1-2")
        ('1-2', '1-2')
    """
    found = _BLOCK.fullmatch(label)
    return found[1] if found else label


def section_numbers(label: str) -> list[str]:
    """Return the numbers of a section's label, one for each level.

    Args:
        label: The label.

    Example:
        >>> section_numbers("1-2")
        ['1', '2']
    """
    return label.split("-")


def heading_level(label: str) -> int | None:
    """Return the level of the heading with a label, from 1 on.

    Args:
        label: The heading's label; None is returned for any other.

    Example:
        >>> heading_level("1-2-heading"), heading_level("1-2-content-1")
        (2, None)
    """
    section = section_of(label)
    is_heading = label == heading_label(section)
    return len(section_numbers(section)) if is_heading else None
