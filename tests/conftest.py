"""What every test may use: the folder of shared truth data, Hypothesis profiles."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.shared_data import shared_folder

settings.register_profile(
    "default",
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "large", settings.get_profile("default"), max_examples=200_000
)
settings.load_profile("default")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of shared truth data; skip where there is none."""
    folder = shared_folder()
    if folder is None:
        pytest.skip("no shared truth data: set MDSPLIT_SHARED")
    return folder
