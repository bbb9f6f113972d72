"""The head of the page: its policy, its style sheet and the hash that allows it."""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from langchain_mdsplit.view.escaping import escape_plain

_SHEET = "page.css"


def render_head(title: str, *, in_frame: bool) -> str:
    """Render the page's head.

    Args:
        title: The page's title.
        in_frame: Whether the page will be the `srcdoc` of a frame. Links to places on
            the same page are then followed in the frame, not in the page around it.

    Returns:
        The markup of one element.

    Example:
        >>> "default-src 'none'" in render_head("Tea", in_frame=False)
        True
    """
    base = '<base href="about:srcdoc">' if in_frame else ""
    base_uri = "about:" if in_frame else "'none'"
    policy = (
        f"default-src 'none'; style-src 'sha256-{_digest()}';"
        f" base-uri {base_uri}; form-action 'none'"
    )
    return (
        '<head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">{base}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="referrer" content="no-referrer">'
        f"<title>{escape_plain(title)}</title><style>{_style()}</style></head>"
    )


@cache
def _style() -> str:
    """Return the style sheet, with line feeds as its hash wants them."""
    sheet = files(__package__).joinpath(_SHEET)
    return sheet.read_text(encoding="utf-8").replace("\r\n", "\n")


@cache
def _digest() -> str:
    """Return the hash of the style sheet as policies hold it (CSP 3, section 2.3.1)."""
    return base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()
