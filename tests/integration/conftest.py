"""Integration tests: real stores, engines and browsers; run with `-m integration`.

They need the extra `integration`, open sockets (`--force-enable-socket`) and are not
even imported in other runs.
"""

from pathlib import Path

import pytest

from tests.integration.packages import Archives, build

FOLDER = Path(__file__).parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the folder's modules alone where integration tests are deselected."""
    is_off = config.getoption("markexpr") == "not integration"
    return True if is_off and collection_path.parent == FOLDER else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what the folder holds."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.integration)


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Archives:
    """Build the wheel and the sdist, which no test changes."""
    return build(tmp_path_factory.mktemp("archives"))
