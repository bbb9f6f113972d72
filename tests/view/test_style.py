import re

import pytest

from langchain_mdsplit.view import ChunkView

SHEET = ChunkView("", []).page().split("<style>")[1].split("</style>")[0]
PAIRS = (
    *(("text", "ground"), ("muted", "ground"), ("link", "ground"), ("text", "panel")),
    *(("text", "k1-ground"), ("k1-text", "k1-ground"), ("muted", "k1-ground")),
    *(("text", "k0-ground"), ("k0-text", "k0-ground"), ("muted", "k0-ground")),
    *(("context-text", "context-ground"), ("context-text", "ground")),
    *(("shared-text", "shared-ground"), ("shared-text", "shared-stripe")),
    *(("dropped-text", "dropped-ground"), ("strip-text", "strip-ground")),
    *(("strip-link", "strip-ground"), ("bar-over", "ground")),
    *(("bar-over", "k1-ground"), ("bar-over", "k0-ground")),
)
GRAPHICS = (("k1-edge", "k1-ground"), ("k0-edge", "k0-ground"), ("bar", "ground"))


def colours(scheme: str) -> dict[str, str]:
    light, dark = SHEET.split("@media (prefers-color-scheme: dark)")
    pattern = re.compile(r"--([\w-]+): #([0-9a-f]{6});")
    found = dict(pattern.findall(light))
    if scheme == "dark":
        changed = dict(pattern.findall(dark))
        assert changed.keys() == found.keys()
        found = changed
    return found


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(scheme: str, text: str, ground: str) -> None:
    found = colours(scheme)
    assert contrast(found[text], found[ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("mark", "ground"), GRAPHICS)
def test_graphics_stand_out_from_their_ground(
    scheme: str, mark: str, ground: str
) -> None:
    found = colours(scheme)
    assert contrast(found[mark], found[ground]) >= 3


def test_neighbours_differ_without_colour() -> None:
    assert "border-left: 6px solid var(--k1-edge)" in SHEET
    assert "border-left: 6px double var(--k0-edge)" in SHEET


def test_the_sheet_asks_for_nothing_and_nothing_moves() -> None:
    for word in ("url(", "@import", "@font-face", "transition", "animation", "smooth"):
        assert word not in SHEET


@pytest.mark.parametrize(
    "query", ["forced-colors: active", "print", "max-width: 52rem"]
)
def test_the_sheet_knows_other_media(query: str) -> None:
    assert re.search(rf"@media \(?{query}\)?", SHEET)
