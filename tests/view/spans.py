"""Sources with chunks, made up or cut by a splitter."""

from hypothesis import strategies as st

from langchain_mdsplit import Chunk


def chunk_of(source: str, start: int, end: int, **fields: object) -> Chunk:
    """Return a chunk of a source, without context if none is given."""
    text = source[start:end]
    return Chunk(text, len(text), start, end, **fields)  # type: ignore[arg-type]


@st.composite
def sources_with_chunks(draw: st.DrawFn) -> tuple[str, list[Chunk]]:
    """Return any source with any chunks in order: apart, touching, overlapping."""
    source = draw(st.text(alphabet="ab \n\r#\x00\ufeff<&", max_size=60))
    place = st.integers(0, len(source))
    number = draw(st.integers(0, 6))
    starts = sorted(draw(st.lists(place, min_size=number, max_size=number)))
    ends = sorted(draw(st.lists(place, min_size=number, max_size=number)))
    chunks = [
        chunk_of(source, start, max(start, end))
        for start, end in zip(starts, ends, strict=True)
    ]
    return source, chunks
