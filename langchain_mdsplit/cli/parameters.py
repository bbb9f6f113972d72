"""The arguments and options that commands share, as Typer annotations."""

from enum import StrEnum
from typing import Annotated

import typer

from langchain_mdsplit.cli.peers import PEERS
from langchain_mdsplit.cli.registry import SPLITTERS
from langchain_mdsplit.markdown.sections import MAX_LEVEL

COMPARED = ("token", "section", *PEERS)
"""The splitters that are compared where none is named."""

_SPLITTING = "Splitting"
_COUNTING = "Counting"


class OutputFormat(StrEnum):
    """How results are written."""

    JSONL = "jsonl"
    TEXT = "text"


Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATHS",
        help="Files, folders, quoted patterns as 'docs/**/*.md', or - for "
        "standard input.",
        show_default=False,
    ),
]
Encoding = Annotated[
    str,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Text encoding of the files. Offsets count code points of the decoded "
        "text; utf-8 keeps a byte order mark as the first, utf-8-sig drops it.",
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write; - is standard output. A file is there when all of it is "
        "written, and none of the sources is written over.",
    ),
]
Html = Annotated[
    bool,
    typer.Option(
        "--html",
        help="Write a page that shows the chunks in the source. Of several sources, "
        "--output names a folder for the pages.",
    ),
]
Format = Annotated[
    OutputFormat, typer.Option("--format", help="JSON lines, or text to read.")
]
FormatUnlessHtml = Annotated[
    OutputFormat | None,
    typer.Option("--format", help="JSON lines if nothing is said, or text to read."),
]
NoProgress = Annotated[
    bool, typer.Option("--no-progress", help="Never show a progress bar.")
]
Splitter = Annotated[
    str,
    typer.Option(
        "--splitter",
        metavar="NAME",
        help=f"One of: {', '.join(SPLITTERS)}.",
        rich_help_panel=_SPLITTING,
    ),
]
Splitters = Annotated[
    list[str] | None,
    typer.Option(
        "--splitter",
        metavar="SPLITTER",
        help="NAME, or NAME:OPTION=VALUE,... with options of its own; repeatable. One "
        f"of: {', '.join((*SPLITTERS, *PEERS))}. Without any: {', '.join(COMPARED)}.",
        rich_help_panel=_SPLITTING,
    ),
]
Embeddings = Annotated[
    str | None,
    typer.Option(
        "--embeddings",
        metavar="MODULE:CALLABLE",
        help="For the splitter 'semantic': a Python function without arguments that "
        "returns LangChain Embeddings. The module is imported, so its code runs; it "
        "may be in the current folder.",
        rich_help_panel=_SPLITTING,
    ),
]
ChunkSize = Annotated[
    int | None,
    typer.Option(
        "--chunk-size",
        metavar="TOKENS",
        help="The most a chunk may measure.",
        rich_help_panel=_SPLITTING,
    ),
]
ChunkOverlap = Annotated[
    int | None,
    typer.Option(
        "--chunk-overlap",
        metavar="TOKENS",
        help="How much of the previous chunk a chunk may repeat.",
        rich_help_panel=_SPLITTING,
    ),
]
FrontMatter = Annotated[
    str | None,
    typer.Option(
        "--front-matter",
        metavar="MODE",
        help="What becomes of YAML or TOML at the top: chunk, metadata or drop.",
        rich_help_panel=_SPLITTING,
    ),
]
HeadingKeys = Annotated[
    bool,
    typer.Option(
        "--heading-keys",
        help="Add the metadata 'Header 1' ... 'Header 6'.",
        rich_help_panel=_SPLITTING,
    ),
]
AddIds = Annotated[
    bool,
    typer.Option(
        "--add-ids",
        help="Give chunks ids that survive edits elsewhere.",
        rich_help_panel=_SPLITTING,
    ),
]
Types = Annotated[
    list[str] | None,
    typer.Option(
        "--types",
        metavar="TYPE",
        help="Keep only this type of block, as code or table; repeatable.",
        rich_help_panel=_SPLITTING,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Any other argument of the splitter, its value as JSON or plain text; "
        "repeatable.",
        rich_help_panel=_SPLITTING,
    ),
]
MaxHeadingLevel = Annotated[
    int | None,
    typer.Option(
        "--max-heading-level",
        metavar="LEVEL",
        help=f"Deeper headings are ordinary text (1 to {MAX_LEVEL}).",
        rich_help_panel=_SPLITTING,
    ),
]
NoHeadingAttributes = Annotated[
    bool,
    typer.Option(
        "--no-heading-attributes",
        help="Read a trailing {#id .class} of a heading as text.",
        rich_help_panel=_SPLITTING,
    ),
]
EncodingName = Annotated[
    str | None,
    typer.Option(
        "--encoding-name",
        metavar="NAME",
        help="The tiktoken encoding to count tokens with (cl100k_base).",
        rich_help_panel=_COUNTING,
    ),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model-name",
        metavar="NAME",
        help="The model whose tokens to count.",
        rich_help_panel=_COUNTING,
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="N",
        min=0,
        help="How many headings deep to go; 0 for one line a file.",
    ),
]
