"""What reads otherwise in a chunk and should not: the smallest text of each fault.

Those that random texts find have an excuse of the same name in `known_faults`.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.properties.options import count_bytes

CHARACTERS: Final[Mapping[str, Any]] = {"length_function": len}
FAULTY: Final[Mapping[str, tuple[str, str, Mapping[str, Any]]]] = {
    "rule after a marker": (
        "token",
        "- one two three four five six seven\n\n  ---\n\n  x y z",
        {**CHARACTERS, "chunk_size": 38},
    ),
    "blank lines of a quote": (
        "token",
        "> -\n>   aaaaa\n>   \n>\n>   --\n>   -",
        {**CHARACTERS, "chunk_size": 18},
    ),
    "odd white space left out": (
        "semantic",
        "# A\n\ntext\n- \x0b\n",
        {"chunk_size": 72},
    ),
    "code of a footnote": (
        "token",
        "[^1]:\n        code\n\n    text",
        {**CHARACTERS, "chunk_size": 16},
    ),
    "indentation of an item": (
        "fragment",
        "- \n     - aa bb cc\n       \n         - dd\n         - ee",
        {**CHARACTERS, "chunk_size": 36},
    ),
    "indentation of an item in a footnote": (
        "token",
        "[^1]: a\n     - b\n      - c",
        {**CHARACTERS, "chunk_size": 21},
    ),
    "cut marker of a footnote": (
        "token",
        "one two three\n\n[^four]: five six seven",
        {**CHARACTERS, "chunk_size": 21},
    ),
    "lazy line of a footnote": (
        "semantic",
        "[^a]:|\n---\u3000\n```",
        {"chunk_size": None},
    ),
    "item before a quote's mark": (
        "token",
        ">-     ,aa .\n>\n>       }",
        {**CHARACTERS, "chunk_size": 15},
    ),
    "block after a fence that widens its item": (
        "token",
        "- a\n\n    ```\n    one two three\n    four\n    ```\n\n  five",
        {**CHARACTERS, "chunk_size": 36},
    ),
    "mark of a quote that is text": (
        "fragment",
        "- - > one two\n        > three four",
        {**CHARACTERS, "chunk_size": 20},
    ),
    "part that is a definition": (
        "token",
        "[Note]: Yes. More of it here is long.",
        {**CHARACTERS, "chunk_size": 20},
    ),
    "part that is a table": (
        "token",
        "one two three| a |\n|-|\n| b",
        {**CHARACTERS, "chunk_size": 14},
    ),
    "tag alone in its line": (
        "token",
        "* <b>[one two](three)</b>",
        {**CHARACTERS, "chunk_size": 20},
    ),
    "marks alone in the last line": (
        "token",
        "one two\n= three four",
        {**CHARACTERS, "chunk_size": 10},
    ),
    "blocks after the rest of a line": (
        "token",
        "-aaaaaaaaaaaaaaa\n    ```\n\nfive",
        {**CHARACTERS, "chunk_size": 17},
    ),
    "markers that have room without the info string": (
        "token",
        "# one two\n\n- a\n\n  ```ts\n  interface ComponentOptions {\n  }\n  ```",
        {"chunk_size": 13},
    ),
    "item after a piece without its markers": (
        "token",
        "1. \n   1. 型a`a\n2. a",
        {"chunk_size": 12},
    ),
    "header that has room with a row": (
        "fragment",
        "|Symbol|Explanation|\n|------|-----------|\n"
        + "|`$(...)...`|Macro repetition|\n" * 2,
        {"chunk_size": 20},
    ),
    "cell that is an item without its header": (
        "token",
        "| one two | three | four |\n|---|---|---|\n| five | six | -     | seven |",
        {**CHARACTERS, "chunk_size": 16},
    ),
    "code that closes its fence where it is cut": (
        "fragment",
        "```\r\n```]\n ``",
        {"length_function": count_bytes, "chunk_size": 12},
    ),
    "text after a nested item": (
        "token",
        "- [ b c d e f g h i\r\n    - > aaa aaaa\r\n      > aaa\r\r    a\n    =\n  a",
        {**CHARACTERS, "chunk_size": 46},
    ),
    "heading that a tab closes": (
        "token",
        "# a #\t\n\none",
        {**CHARACTERS, "chunk_size": 8},
    ),
}
