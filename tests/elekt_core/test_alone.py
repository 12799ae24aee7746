"""The core installs alone: without the platform, and without any dependency."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent.parent
OUTSIDE = """
import sys
sys.path.insert(0, {place!r})
import elekt_core
assert elekt_core.__file__.startswith({place!r})
{what}
"""


OF_THE_WEB = re.compile(r"\.html|templates/|static/|<(?:input|select|form|div)\b|formaction|urlencode")


def test_the_core_names_no_page_and_no_field_of_a_form() -> None:
    found = [
        f"{file.relative_to(HOME)}: {line.strip()}"
        for file in (HOME / "elekt_core").rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if OF_THE_WEB.search(line)
    ]
    assert found == []


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where nothing but the core was installed, from a copy: a build writes beside its sources."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copytree(HOME / "elekt_core", folder / "elekt_core", ignore=shutil.ignore_patterns("__pycache__"))
    installed = folder / "installed"
    uv = [sys.executable, "-m", "uv", "pip", "install", "-q", "--offline", "--no-build-isolation", "--no-deps"]
    subprocess.run([*uv, "--python", sys.executable, "--target", installed, folder / "elekt_core"], check=True)
    return installed


def told(place: Path, what: str) -> str:
    """By an interpreter that has no other package, in a folder that has none."""
    source = OUTSIDE.format(place=str(place), what=what)
    command = [sys.executable, "-I", "-S", "-c", source]
    return subprocess.run(command, cwd=place.parent, check=True, capture_output=True, text=True).stdout


def test_every_game_is_there_with_its_cards_and_is_played_and_verified(place: Path) -> None:
    what = """
from elekt_core.cli.main import main
for game in elekt_core.game_names():
    seats = str(elekt_core.get_game(game).ruleset().seats[0])
    assert main(["simulate", "--game", game, "--seats", seats, "--out", "games"]) == 0
print(*elekt_core.game_names())
import pathlib
sys.exit(main(["verify", *map(str, pathlib.Path("games").glob("*.jsonl"))]))
"""
    assert "elector_counts elekt enclave" in told(place, what)


def test_the_example_of_the_documentation_runs_as_it_is_written(place: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (HOME / "docs" / "core.md").read_text("utf-8"), re.DOTALL)
    assert told(place, f"{example}print(len(batch.events) > 0)") == "True\n"


def test_no_package_of_it_is_forgotten() -> None:
    listed = tomllib.loads((HOME / "elekt_core" / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
        "packages"
    ]
    there = [".".join(file.parent.relative_to(HOME).parts) for file in (HOME / "elekt_core").rglob("__init__.py")]
    assert sorted(listed) == sorted(there)


def test_it_has_the_version_of_the_whole() -> None:
    whole, core = (
        tomllib.loads((HOME / folder / "pyproject.toml").read_text("utf-8"))["project"]
        for folder in (".", "elekt_core")
    )
    assert core["version"] == whole["version"]
    assert core["dependencies"] == []
