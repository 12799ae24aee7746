from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from elekt_core import registry

HERE = Path(__file__).resolve()


def forget() -> None:
    registry.get_game.cache_clear()
    registry._loaders.cache_clear()


@pytest.fixture
def toy_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The toy game as an outside package, known by its entry point alone; the environment for child processes."""
    info = tmp_path / "site" / "high_card-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[elekt_core.games]\nhigh-card = tests.elekt_core.toy:game\nbroken = tests.elekt_core.toy:HAND\n"
    )
    monkeypatch.syspath_prepend(str(info.parent))
    forget()
    yield {**os.environ, "PYTHONPATH": os.pathsep.join([str(info.parent), str(HERE.parents[2])])}
    forget()
