from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import invalidate_caches
from pathlib import Path
from shutil import rmtree
from types import ModuleType

import pytest

from elekt_core import registry
from elekt_core.checking import playing

HERE = Path(__file__).resolve()
OUTSIDE = HERE.parents[1] / "outside"


def forget() -> None:
    registry._sources.cache_clear()
    registry._loaded.cache_clear()


@dataclass
class Site:
    """A folder on ``sys.path`` into which packages with games are installed, as pip would."""

    folder: Path

    def install(self, package: str, source: str, *, name: str = "", place: str | None = None) -> None:
        """A distribution of one module, whose entry point ``name`` is its object ``game``."""
        (self.folder / f"{package}.py").write_text(source)
        info = self.folder / f"{package}-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        point = f"{name or package} = {f'{package}:game' if place is None else place}"
        (info / "entry_points.txt").write_text(f"[elekt_core.games]\n{point}\n")
        self.restart()

    def remove(self, package: str) -> None:
        (self.folder / f"{package}.py").unlink()
        rmtree(self.folder / f"{package}-1.0.dist-info")
        self.restart()

    def restart(self) -> None:
        """What a new process would see."""
        here = {path.stem for path in self.folder.glob("*.py")}
        for module in [name for name, found in sys.modules.items() if name in here or self._holds(found)]:
            del sys.modules[module]
        rmtree(self.folder / "__pycache__", ignore_errors=True)
        invalidate_caches()
        forget()

    def _holds(self, module: ModuleType) -> bool:
        return str(getattr(module, "__file__", None) or "").startswith(str(self.folder))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(playing, "DECISIONS_AT_MOST", 300)  # these games end far sooner, or never
    made = Site(folder)
    (folder / "high_stakes.py").write_text((OUTSIDE / "high_stakes.py").read_text())
    made.restart()
    yield made
    made.restart()


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
