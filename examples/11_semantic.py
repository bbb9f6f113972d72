"""Where a document's meaning changes, and why it was cut there, in print and picture.

Run as `python examples/11_semantic.py [FILE [PLOT.png]]`; needs the extra `examples`,
whose embeddings lie inside a package: nothing is downloaded.
"""

import sys
import tempfile
from pathlib import Path

import wordllama
from langchain_core.embeddings import Embeddings
from matplotlib.figure import Figure

from langchain_mdsplit import SemanticChunker

README = Path(__file__).resolve().parent.parent / "README.md"
PICTURE = Path(tempfile.gettempdir(), "similarities.png")


class WordLlamaEmbeddings(Embeddings):
    """WordLlama's static word vectors as LangChain embeddings."""

    folder = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of texts."""
        return self.model.embed(texts).tolist()  # type: ignore[no-any-return]

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        return self.embed_documents([text])[0]


def main(source: Path = README, picture: Path = PICTURE) -> None:
    """Print the units of each chunk, and draw how alike neighbours are."""
    chunker = SemanticChunker(WordLlamaEmbeddings())
    analysis = chunker.analyze(source.read_bytes().decode())
    alike = [0.0, *analysis.similarities]
    for group in analysis.groups:
        print("--")
        for unit in group:
            print(f"{alike[unit]:5.2f}", repr(analysis.units[unit].text[:60]))
    figure = Figure(figsize=(11, 4))
    axes = figure.subplots()
    for group in analysis.groups[::2]:
        axes.axvspan(group.start - 0.5, group.stop - 0.5, alpha=0.15)
    places = [unit + 0.5 for unit in range(len(analysis.similarities))]
    axes.plot(places, analysis.similarities, "k.-", label="neighbours' similarity")
    axes.step(places, analysis.thresholds, color="#d55e00", label="threshold")
    axes.legend()
    figure.savefig(picture, dpi=120)
    print(f"{len(analysis.chunks)} chunks; picture: {picture}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
