"""The nodes of a block that is one leaf are those that the parser finds."""

from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.nesting import read_nesting
from langchain_mdsplit.packing.cutting.lines import read_lines
from tests.packing.cutting.test_cutting_promises import sources
from tests.properties.markdown_texts import PIECES
from tests.shared_data import corpus_files, read_source

EVERY = 24  # of the corpus's files, one in so many


def assert_nodes(source: str) -> None:
    for block in parse_blocks(source).blocks:
        nesting = read_nesting(source, block)
        if nesting.kinds[:1] != [block.kind]:
            continue  # after a definition an indented line is text, alone it is code
        assert read_lines(source, block).nesting == nesting, block


def test_nodes_of_the_corpus() -> None:
    for source in ("\n\n".join(PIECES), *map(read_source, corpus_files()[::EVERY])):
        assert_nodes(source)


@given(source=sources() | st.text(alphabet="ab \n`~*_>-#|\t\r", max_size=40))
def test_nodes_of_anything(source: str) -> None:
    assert_nodes(source)
