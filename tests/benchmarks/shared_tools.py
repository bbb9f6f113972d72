"""Other implementations of what the benchmarks compute, from the shared data."""

import importlib.util
from types import ModuleType

import pytest

from tests.shared_data import shared_folder


def load_shared_tool(name: str) -> ModuleType:
    """Return a module of the shared evaluation, or skip the test where it is absent."""
    folder = shared_folder()
    path = folder / "eval" / "tools" / f"{name}.py" if folder else None
    if path is None or not path.is_file():
        pytest.skip("the shared evaluation is not there")
    spec = importlib.util.spec_from_file_location(f"shared_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
