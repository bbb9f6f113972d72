"""What holds for every block, limit, measure and overlap."""

from hypothesis import assume, given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.measure import LengthFunction, Measure
from langchain_mdsplit.tokens import TokenCounter
from tests.packing.cutting.cut_pieces import CHARACTERS, cut_checked, kinds, text_of

LINES = (
    *("- a b c d", "  - e f g", "    h i", "  j k l", "1. m n o p", "   q r"),
    *("10. s t u", "-\ttab it", "- [ ] task it", "\tt a b"),
    *("> v w x", "> > y z", "> - aa bb", ">   cc dd", "> ```", "> x y"),
    *("```py", "~~~", "    code x", "   ```", "   z z"),
    *("| a | b |", "|---|---|", "| c | d e |"),
    *("", "", "text one two. Three four.", "lazy one two three", "# head x y"),
    *("[^1]: foot note", "    more foot", "$$", "x + y", "<div>", "</div>"),
    *("`c d` [l m](n) x", "!!! note", "* * *", "---", "[a]: /b 'c d'"),
    *("今天天气。好的吗？", "e\u0301e\u0301 👨‍👩‍👧 x", "\ud800 \x00\x0c y"),
)
MEASURES: dict[str, Measure] = {
    "characters": CHARACTERS,
    "words": LengthFunction(lambda text: len(text.split())),
    "bytes": LengthFunction(lambda text: len(text.encode(errors="surrogatepass"))),
    "a constant more": LengthFunction(lambda text: len(text) + 3),
    "not monotone": LengthFunction(lambda text: len(text) - len(text) % 7 // 2),
    "tokens": TokenCounter(),
}
SAME_KIND = frozenset({"paragraph", "code", "thematicBreak"})


@st.composite
def sources(draw: st.DrawFn) -> str:
    """Return Markdown of lines that open, continue and close every kind of block."""
    lines = st.lists(st.sampled_from(LINES), min_size=1, max_size=12)
    ending = draw(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]))
    return ending.join(draw(lines))


@given(
    source=sources() | st.text(max_size=60),
    limit=st.integers(1, 50),
    measure=st.sampled_from(sorted(MEASURES)),
    overlap=st.integers(0, 20),
)
def test_pieces_fit_and_hold_everything_once(
    source: str, limit: int, measure: str, overlap: int
) -> None:
    for block in parse_blocks(source).blocks:
        cut_checked(source, block, limit, MEASURES[measure], overlap=overlap)


@given(source=sources(), limit=st.integers(24, 60))
def test_a_piece_alone_has_the_kinds_of_the_source(source: str, limit: int) -> None:
    assume("]: /b" not in source)  # definitions are known in the whole source only
    at = kinds(source)
    for block in parse_blocks(source).blocks:
        if block.kind in {"yaml", "toml", "html", "heading"}:
            continue
        for piece in cut_checked(source, block, limit, CHARACTERS):
            alone = kinds(text_of(source, piece))
            moved = len(piece.prefix) - piece.start
            for position in range(piece.start, piece.end):
                around = at.get(position)
                if around and source[position].isalnum() and around[-1] in SAME_KIND:
                    found = alone[position + moved]
                    if found[-1] == "math":  # a formula that stands in text
                        found = (*found[:-1], "paragraph")
                    assert found == around, (piece, position)


@given(source=sources(), limit=st.integers(24, 60))
def test_fences_are_closed(source: str, limit: int) -> None:
    for block in parse_blocks(source).blocks:
        pieces = cut_checked(source, block, limit, CHARACTERS)
        for piece in pieces[:-1]:
            text = text_of(source, piece)
            if piece.suffix:
                assert kinds(f"{text}\n\nafter")[len(text) + 2] == ("paragraph",)


@given(source=sources(), limit=st.integers(1, 40))
def test_cutting_is_the_same_each_time(source: str, limit: int) -> None:
    for block in parse_blocks(source).blocks:
        first = cut_checked(source, block, limit, CHARACTERS)
        assert cut_checked(source, block, limit, CHARACTERS) == first


@given(source=sources())
def test_what_fits_is_one_piece(source: str) -> None:
    for block in parse_blocks(source).blocks:
        (piece,) = cut_checked(source, block, len(source) + 3, CHARACTERS)
        assert (piece.prefix.strip(" "), piece.suffix) == ("", "")
        assert (piece.start, piece.end) == (block.start, block.end)
