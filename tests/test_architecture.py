"""Who may import whom, what is public, and what an import costs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import langchain_mdsplit

PACKAGE = Path(langchain_mdsplit.__file__).parent
NAME = PACKAGE.name
LANGCHAIN = ("langchain_core", "langchain_text_splitters", "langchain")
HEAVY = (
    "bm25s",
    "numpy",
    "pyarrow",
    "pyromark",
    "rich",
    "tiktoken",
    "toktok",
    "tqdm",
    "typer",
    "yaml",
)

WITH_LANGCHAIN = {"documents", "splitters", "tools", "arrow", "view"}

MAY_IMPORT = {
    "errors": set(),
    "shortening": set(),
    "checks": {"errors", "shortening"},
    "spans": {"errors"},
    "tiktoken_guard": {"errors", "shortening", "text"},
    "tokens": {"checks", "errors", "shortening", "text", "tiktoken_guard"},
    "huggingface_tokens": {"errors", "shortening", "text"},
    "measure": {"errors", "huggingface_tokens", "shortening", "tokens"},
    "counting": {"measure"},
    "outlines": {"markdown", "text", "tokens"},
    "text": {"checks", "errors", "shortening", "spans", "text"},
    "markdown": {"checks", "errors", "spans", "text", "markdown"},
    "packing": {
        "checks",
        "errors",
        "shortening",
        "spans",
        "tokens",
        "huggingface_tokens",
        "measure",
        "counting",
        "text",
        "markdown",
        "packing",
    },
    "documents": {
        "checks",
        "errors",
        "shortening",
        "spans",
        "text",
        "markdown",
        "packing",
        "documents",
    },
    "splitters": {
        "checks",
        "errors",
        "shortening",
        "spans",
        "tiktoken_guard",
        "tokens",
        "huggingface_tokens",
        "measure",
        "counting",
        "text",
        "markdown",
        "packing",
        "documents",
        "splitters",
    },
    "view": {
        "checks",
        "errors",
        "shortening",
        "spans",
        "measure",
        "text",
        "markdown",
        "documents",
        "splitters",
        "view",
    },
    "tools": {
        "checks",
        "errors",
        "shortening",
        "spans",
        "tokens",
        "outlines",
        "text",
        "markdown",
        "documents",
        "splitters",
        "tools",
    },
    "arrow": {"checks", "errors", "shortening", "documents", "splitters", "arrow"},
}
"""Which parts of the package each part may import; parts not listed may import all."""


PACKING = {
    "lengths": {"lengths"},
    "cutting": {"lengths", "cutting"},
    "recursive": {"recursive"},
}
"""The same within packing: cutting a block knows nothing of what fills chunks."""


def modules() -> list[Path]:
    """Return the package's modules."""
    return sorted(PACKAGE.rglob("*.py"))


def is_private(name: str) -> bool:
    """Whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def part_of(module: str) -> str:
    """Return the part of the package that a dotted module name belongs to."""
    return module.removeprefix(f"{NAME}.").partition(".")[0]


def imports(path: Path) -> list[tuple[str, list[str]]]:
    """Return the modules that a module imports, with the names taken from each."""
    found: list[tuple[str, list[str]]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in {path}"
            found.append((node.module or "", [alias.name for alias in node.names]))
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_imports_follow_the_table(path: Path) -> None:
    part = part_of(".".join(path.relative_to(PACKAGE).with_suffix("").parts))
    for module, names in imports(path):
        if module.startswith(NAME):
            allowed = MAY_IMPORT.get(part)
            assert allowed is None or part_of(module) in allowed, (path, module)
            same_folder = (
                PACKAGE.parent / Path(*module.split("."))
            ).parent == path.parent
            assert same_folder or not any(map(is_private, names))
        elif module.partition(".")[0] in LANGCHAIN:
            assert part not in MAY_IMPORT or part in WITH_LANGCHAIN, (path, module)


@pytest.mark.parametrize("folder", PACKING)
def test_folders_of_packing_follow_their_table(folder: str) -> None:
    paths = [path for path in modules() if path.parent.name == folder]
    assert paths
    for path in paths:
        for module, _ in imports(path):
            _, inside, name = module.partition(f"{NAME}.packing.")
            assert not inside or name.partition(".")[0] in PACKING[folder], (path, name)


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): {
            module for module, _ in top_level_imports(path) if module.startswith(NAME)
        }
        for path in modules()
    }
    done: set[str] = set()
    while len(done) < len(graph):
        free = {
            module
            for module, needed in graph.items()
            if module not in done and not (needed & graph.keys()) - done
        }
        assert free, f"a circle among {sorted(graph.keys() - done)}"
        done |= free


def top_level_imports(path: Path) -> list[tuple[str, list[str]]]:
    """Return what a module imports when it is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.module or "", [alias.name for alias in node.names])
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
    ]


def test_public_names_are_sorted_and_complete() -> None:
    names = langchain_mdsplit.__all__
    assert names == sorted(names)
    public = {
        name
        for name, value in vars(langchain_mdsplit).items()
        if not name.startswith("_") and not isinstance(value, type(sys))
    }
    assert public == set(names)


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, langchain_text_splitters; before = set(sys.modules)\n"
        "import langchain_mdsplit; print(*(set(sys.modules) - before))"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    loaded = {name.partition(".")[0] for name in output.split()}
    assert "langchain_mdsplit" in loaded
    assert not loaded.intersection(HEAVY)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_modules_say_what_belongs_in_them_and_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), path
    assert text.count("\n") <= 300, path
