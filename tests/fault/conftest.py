"""One product for all tests of a process that kill and need no settings of their own: bearing that is its purpose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.product import Product, running


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    with running(tmp_path_factory.mktemp("product") / "data") as started:
        yield started
