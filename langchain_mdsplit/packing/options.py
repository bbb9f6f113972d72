"""The values of packing options, as users give them."""

from typing import Final, Literal, TypeAlias, get_args

HeadingContext: TypeAlias = Literal["ancestors", "own", "none"]
"""Which headings stand before a chunk."""

HEADING_CONTEXTS: Final[tuple[HeadingContext, ...]] = get_args(HeadingContext)

OnLongHeading: TypeAlias = Literal["raise", "truncate", "drop"]
"""What becomes of a heading that alone is over half of the limit."""

ON_LONG_HEADING: Final[tuple[OnLongHeading, ...]] = get_args(OnLongHeading)
