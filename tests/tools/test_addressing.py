"""Labels and heading paths: which section is meant, and what is near it."""

import pytest
from langchain_core.documents import Document

from tests.tools.samples import (
    COUNT,
    answer,
    arguments_of,
    refusal,
    sample_documents,
    sample_tools,
)

TWINS = "# A\n\n## Setup\n\none\n\n# B {#bee}\n\n## Setup\n\ntwo\n\n## 2024\n\nthree\n"


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("1-1-1", "1-1-1"),
        (" 1-1-1 ", "1-1-1"),
        ("1-1-1-heading", "1-1-1"),
        ("1-1-1-content-2", "1-1-1"),
        ("Tea > Install > Linux", "1-1-1"),
        ("tea>install>LINUX", "1-1-1"),
        ("Install > Linux", "1-1-1"),
        ("Linux", "1-1-1"),
        ("### Linux", "1-1-1"),
        ("0", "0"),
        ("", "0"),
    ],
)
def test_a_section_is_found_as_a_model_may_name_it(said: str, label: str) -> None:
    _, read, _ = sample_tools(sample_documents()[:1])
    assert answer(read, label=said)["label"] == label


@pytest.mark.parametrize(
    "said", ["Coffee > Vec<T\\> \\> List", "Vec<T> > List", "vec<T>  >  list"]
)
def test_marks_in_titles_need_not_be_escaped(said: str) -> None:
    _, read, _ = sample_tools()
    assert answer(read, label=said)["heading_path"] == "Coffee > Vec<T\\> \\> List"


@pytest.mark.parametrize(("said", "label"), [("#bee", "2"), ("2024", "2-2")])
def test_anchors_and_titles_of_digits_are_found(said: str, label: str) -> None:
    _, read, _ = sample_tools([Document(TWINS)])
    assert answer(read, label=said)["label"] == label


def test_the_same_heading_in_two_documents_is_told_apart() -> None:
    _, read, _ = sample_tools()
    said = refusal(read, label="Install")
    assert said.startswith('"Install" is in 2 documents. Call one of: ')
    assert '"Tea > Install"' in said
    call = arguments_of(said, "markdown_read")
    assert "kettle" in answer(read, **call)["document_text"]
    assert (
        "beans"
        in answer(read, label="Install", document="docs/coffee.md")["document_text"]
    )


def test_a_label_that_two_documents_have_is_told_apart() -> None:
    _, read, _ = sample_tools()
    assert refusal(read, label="1-1").startswith('"1-1" is in 2 documents.')


def test_the_same_heading_twice_in_a_document_is_told_apart() -> None:
    _, read, _ = sample_tools([Document(TWINS)])
    said = refusal(read, label="Setup")
    assert said.startswith('"Setup" is in 2 sections.')
    assert 'markdown_read(label="1-1") "A > Setup"' in said
    assert 'markdown_read(label="2-1") "B > Setup"' in said
    assert "two" in answer(read, label="B > Setup")["document_text"]


def test_an_unknown_label_is_answered_with_the_nearest() -> None:
    _, read, _ = sample_tools(sample_documents()[:1])
    said = refusal(read, label="1-1-7")
    assert said.startswith('No section "1-1-7" in "docs/tea.md". Nearest: ')
    assert arguments_of(said, "markdown_read") == {"label": "1-1-1"}
    assert said.endswith("All headings: markdown_outline().")


def test_an_unknown_path_is_answered_with_the_nearest() -> None:
    _, read, _ = sample_tools()
    said = refusal(read, label="Tea > Instalation", document="docs/tea.md")
    assert arguments_of(said, "markdown_read") == {
        "label": "1-1",
        "document": "docs/tea.md",
    }


@pytest.mark.parametrize(
    "said", ["../../etc/passwd", "/etc", "C:\\x", "\x00", "\ud800"]
)
def test_a_label_is_no_path_in_a_file_system(said: str) -> None:
    _, read, _ = sample_tools()
    assert refusal(read, label=said).startswith("No section ")


@pytest.mark.parametrize("said", ["docs/tea.md", "tea.md", "TEA.md", " docs/tea.md "])
def test_a_document_is_found_by_the_end_of_its_name(said: str) -> None:
    _, read, _ = sample_tools()
    assert answer(read, label="1", document=said)["document"] == "docs/tea.md"


def test_an_unknown_document_is_answered_with_the_nearest() -> None:
    outline, _, _ = sample_tools()
    said = refusal(outline, document="docs/cofee.md")
    assert said.startswith('No document "docs/cofee.md". Nearest: "docs/coffee.md"')


def test_an_end_that_two_names_have_is_told_apart() -> None:
    both = [Document("x", metadata={"source": f"{it}/index.md"}) for it in "ab"]
    outline, _, _ = sample_tools(both)
    said = refusal(outline, document="index.md")
    assert said == (
        '"index.md" names 2 documents: "a/index.md", "b/index.md". Give one.'
    )


def test_errors_stay_within_the_cap() -> None:
    text = "".join(f"# {'very long title ' * 30}{n}\n" for n in range(50))
    _, read, _ = sample_tools([Document(text)], max_tokens=200)
    for said in ("very long titel " * 5000, "99-99", "7" * 10_000):
        assert COUNT(refusal(read, label=said)) <= 200


def test_front_matter_is_the_document_unless_a_heading_is_called_so() -> None:
    _, read, _ = sample_tools([Document("---\na: 1\n---\n# A\n\n## Frontmatter\n")])
    assert answer(read, label="frontmatter")["label"] == "1-1"
    _, read, _ = sample_tools([Document("---\na: 1\n---\n# A\n")])
    assert answer(read, label="frontmatter")["label"] == "0"
