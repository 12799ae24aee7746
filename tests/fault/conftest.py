"""One product for all tests of a process that kill and need no settings of their own: bearing that is its purpose.

Beside the games that people play it has the one of ``outside/slow_wits.py``, whose bot thinks for as long as a gate is
shut.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.product import HOME, Product, running

OUTSIDE = os.pathsep.join(str(HOME / "tests" / folder / "outside") for folder in (".", "fault"))


@pytest.fixture(scope="session")
def thoughts_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the slow bot says that it thinks, and has its gate."""
    return tmp_path_factory.mktemp("thoughts")


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory, thoughts_folder: Path) -> Iterator[Product]:
    folder = tmp_path_factory.mktemp("product")
    with running(folder / "data", PYTHONPATH=OUTSIDE, SLOW_WITS=str(thoughts_folder)) as started:
        yield started
