"""Fences that are opened again keep their code, however it is indented."""

import pytest

from tests.packing.cutting.cut_pieces import assert_kinds_kept, cut

CONTAINERS = {
    "- ": "  ",
    "-  ": "   ",
    "1. ": "   ",
    "[^1]: ": "    ",
    "> - ": ">   ",
    "- > ": "  > ",
    "- - ": "    ",
}


def test_code_indented_less_than_its_fence_in_an_item() -> None:
    source = "- a\n\n   ```py\n  bb cc\n  dd ee\n  ff gg\n   ```"
    assert cut(source, 26) == [
        ("", "- a", ""),
        ("- ", "```py\n  bb cc", "\n  ```"),
        ("-\n   ```py\n  ", "dd ee", "\n  ```"),
        ("-\n   ```py\n  ", "ff gg\n   ```", ""),
    ]


@pytest.mark.parametrize("before", CONTAINERS)
@pytest.mark.parametrize("indentation", [1, 2, 3])
@pytest.mark.parametrize("code_indentation", [0, 1, 2, 3])
def test_code_stays_in_its_container(
    before: str, indentation: int, code_indentation: int
) -> None:
    around = CONTAINERS[before]
    fence = f"{around}{' ' * indentation}```"
    code = f"{around}{' ' * code_indentation}aaa bbb ccc"
    lines = [f"{before}text", around.rstrip(), fence, *[code] * 5, fence]
    source = "\n".join(lines)
    for limit in (40, 50, 70):
        assert_kinds_kept(source, limit)
