"""Blocks that open or close a container, and where they go."""

from typing import Any

import pytest

from langchain_mdsplit import MarkdownSectionTextSplitter, MarkdownTokenTextSplitter
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.packing.cutting.container_lines import closes, opens

PROSE = "One, two and three."
SENTENCE = "The service reads its settings at start and keeps them as long as it runs. "
SHORTCODES = {
    '{% hint style="info" %}': "{% endhint %}",
    "{%- raw -%}": "{%- endraw -%}",
    '{% tab title="100%" %}': "{% endtab %}",
    '{{< tab "One" >}}': "{{< /tab >}}",
    "{{% notice note %}}": "{{% /notice %}}",
}

CLOSING = (
    ":::",
    "::::",
    "</div>",
    "</TabItem>\n</Tabs>",
    "{% endhint %}",
    "{%- endraw -%}",
    "{{< /tab >}}",
    "{{% /notice %}}",
    "<!-- /tabs -->",
    "<!-- endregion -->",
)
NOT_CLOSING = (
    "::: tip",
    "::",
    "<div>",
    "</div><div>",
    "</div> text",
    "{% tab %}",
    "{{< tab >}}",
    "text",
    "- :::",
    "</a" + ">\n</a" * 300 + ">",
)


@pytest.mark.parametrize("text", CLOSING)
def test_a_block_that_closes_a_container(text: str) -> None:
    assert closes(text, parse_blocks(text).blocks[0])


@pytest.mark.parametrize("text", NOT_CLOSING)
def test_a_block_that_says_more(text: str) -> None:
    assert not closes(text, parse_blocks(text).blocks[0])


@pytest.mark.parametrize("closing", CLOSING)
@pytest.mark.parametrize(
    "kind", [MarkdownTokenTextSplitter, MarkdownSectionTextSplitter]
)
def test_it_stays_with_what_it_closes(closing: str, kind: Any) -> None:
    source = f"# A\n\n{SENTENCE * 4}\n\n{PROSE}\n\n{closing}\n\n{SENTENCE * 4}"
    for size in range(64, 100):
        chunks = kind(chunk_size=size).split_text(source)
        (held,) = [chunk for chunk in chunks if closing in chunk]
        assert f"{PROSE}\n\n{closing}" in held


@pytest.mark.parametrize("opening", SHORTCODES)
def test_a_shortcode_opens_what_another_closes(opening: str) -> None:
    source = f"{opening}\n\n{PROSE}\n\n{SHORTCODES[opening]}"
    first, _, last = parse_blocks(source).blocks
    assert opens(source, first)
    assert closes(source, last)
    assert not opens(source, last)


@pytest.mark.parametrize("opening", SHORTCODES)
def test_a_shortcode_without_an_end_holds_nothing(opening: str) -> None:
    source = f"{opening}\n\n{PROSE}"
    assert not opens(source, parse_blocks(source).blocks[0])


@pytest.mark.parametrize("opening", SHORTCODES)
@pytest.mark.parametrize(
    "kind", [MarkdownTokenTextSplitter, MarkdownSectionTextSplitter]
)
def test_it_goes_with_what_it_opens(opening: str, kind: Any) -> None:
    source = f"# A\n\n{SENTENCE * 4}\n\n{opening}\n\n{PROSE}\n\n{SHORTCODES[opening]}"
    for size in range(64, 100):
        (held,) = [
            it for it in kind(chunk_size=size).split_text(source) if opening in it
        ]
        assert f"{opening}\n\n{PROSE}" in held
