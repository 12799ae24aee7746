"""Scenarios spoilt by chance, to see that whatever a file says is either played or refused with its place.

    python -m tests.elekt_core.scenario_fuzz --files 5000 [--seed 1]

Values of shipped scenarios are replaced by odd ones or by values from other places, taken away, and added where they
do not belong. Whatever is raised besides the errors for people's mistakes is a defect.
"""

from __future__ import annotations

import argparse
import copy
import datetime
import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from elekt_core.cli.scenarios import told
from elekt_core.errors import CoreError
from elekt_core.kit.toml_lines import Toml
from elekt_core.messages import describe
from elekt_core.registry import game_names, get_game
from elekt_core.scenarios.flaws import BadScenario
from elekt_core.scenarios.run import run
from elekt_core.scenarios.scenario import STEP_KEYS, TOP_KEYS, _Reading

ODD: Sequence[Any] = (
    0, -1, 1, 2, 99, 10**30, 1.5, float("nan"), True, False, "", "x", "none", "any", "default", "0", "²", "a.b", [], {},
    [{}], [1, "a"], ["a", 1], [[]], [[1, "x"]], [True], [0, 0], {"x": 1}, {"0": {}}, datetime.date(2020, 1, 1),
    "symbiont", ["symbiont"], "acolyte.0", {"kind": "pass"}, {"kind": 1}, {"unit": {}}, "power", "missions",
    "elekt-2e-r1", "elekt-solo-r2",
)  # fmt: skip
NAMES = (*TOP_KEYS, *STEP_KEYS, "x", "0", "kind", "unit", "tokens", "round", "players", "under_way", "houses", "level")

Place = tuple[str | int, ...]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places(one, (*here, key))


def at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


@cache
def shipped(game: str) -> dict[str, Toml]:
    return {name: Toml(text) for name, text in get_game(game).scenario_files().items()}


@cache
def values(game: str) -> list[Any]:
    """Every value that stands in some scenario."""
    return [at(toml.data, place) for toml in shipped(game).values() for place in places(toml.data)]


def spoilt(game: str, draw: random.Random) -> tuple[str, Toml]:
    """A shipped scenario with up to three things wrong; lines are those of the file as it was."""
    name = draw.choice(sorted(shipped(game)))
    toml = Toml(shipped(game)[name].text)
    data = copy.deepcopy(dict(toml.data))
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        _spoil(data, draw, values(game))
    toml.data = data
    return name, toml


def _spoil(data: dict[str, Any], draw: random.Random, known: Sequence[Any]) -> None:
    found = [place for place in places(data) if place]
    if not found:
        return
    place = draw.choice(found)
    around, key = at(data, place[:-1]), place[-1]
    match draw.choice(("odd", "odd", "other", "gone", "more")):
        case "odd":
            around[key] = copy.deepcopy(draw.choice(ODD))
        case "other":
            around[key] = copy.deepcopy(draw.choice(known))
        case "gone":
            del around[key]
        case _ if isinstance(around, list):
            around.append(copy.deepcopy(draw.choice(ODD)))
        case _:
            around[draw.choice(NAMES)] = copy.deepcopy(draw.choice(ODD))


def try_one(game: str, draw: random.Random) -> str:
    """``"played"`` or ``"refused"``. Raises what no file may cause."""
    name, toml = spoilt(game, draw)
    try:
        report = run(_Reading(toml, name, Path("no such folder"), get_game(game)).scenario())
    except BadScenario as bad:
        refused: Sequence[str] = [f"{bad.line(flaw)}: {flaw.text(word)}" for flaw in bad.flaws for word in ("en", "pl")]
    except CoreError as error:
        refused = [describe(error, language) for language in ("en", "pl")]
    else:
        refused = ()
    if refused:
        assert all(refused)
        return "refused"
    assert all(told(finding, language) for finding in report.findings for language in ("en", "pl"))
    return "played"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    for one in game_names():
        outcomes = [try_one(one, random.Random(f"{one} {asked.seed} {n}")) for n in range(asked.files)]
        print(one, {word: outcomes.count(word) for word in ("played", "refused")})
