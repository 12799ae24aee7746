"""A position that somebody sets up now is refused where no match reaches it; every one that matches reach is not."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.record.match import start
from elekt_core.registry import get_game
from elekt_core.scenarios.flaws import BadPosition
from elekt_core.scenarios.scenario import load_scenario
from tests.sampling import sample

CHANCE = SeededChance(bytes(32))
UNITS = {"missions": {"rows": [["symbiont"], []]}}
ACQUIRED = [{"acquired": ["lost_signet"]}, {"acquired": ["duel_of_regents"]}]
"""Two Missions."""


def setup(name: str, position: Any, seats: int = 2, ruleset: str = "") -> Setup:
    return Setup(name, ruleset or get_game(name).ruleset().name, seats, {"position": position})


def flaws(name: str, position: Any) -> list[tuple[str, str, str]]:
    try:
        get_game(name).check_new(setup(name, position), CHANCE)
    except BadPosition as bad:
        return [(flaw.key, flaw.code, flaw.rule) for flaw in bad.flaws]
    return []


WRONG: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("elekt", {"phase": "recruitment", "zones": UNITS}, "zones.missions.rows.0", "units_in_recruitment", "E10.4"),
    (
        "elekt",
        {"phase": "recruitment", "players": [{}, {"assigned": 2}]},
        "players.1.assigned",
        "not_assigned_yet",
        "E7.3",
    ),
    ("elekt", {"phase": "recruitment", "players": [{"passed": True}]}, "players.0.passed", "not_passed_yet", "E7.2"),
    ("elekt", {"zones": UNITS, "players": [{"assigned": 0}]}, "players.0.assigned", "assigned_none", "E7.1"),
    ("elekt", {"round": 2, "players": ACQUIRED}, "round", "too_many_acquired", "E9.15"),
    ("elekt", {"players": ACQUIRED[:1]}, "round", "too_many_acquired", "E9.15"),
    ("elekt", {"round": 2, "phase": "recruitment", "players": ACQUIRED}, "round", "too_many_acquired", "E9.15"),
    (
        "elekt",
        {"round": 2, "phase": "confrontation", "to_resolve": {"missions": ["power"]}, "players": ACQUIRED},
        "round",
        "too_many_acquired",
        "E9.15",
    ),
    ("enclave", {"phase": "initiative", "markers": {"oracle": [0]}}, "markers", "markers_too_early", "Z8.3"),
    ("enclave", {"round": 2, "markers": {"oracle": [1], "knife_square": [1]}}, "markers", "markers_too_early", "Z8.3"),
    ("enclave", {"players": [{"played": ["oracle"]}]}, "players.0.played", "markers_too_early", "Z8.1"),
    ("enclave", {"turn": 2, "players": [{"synchron": "next"}]}, "players.0.synchron", "token_too_early", "Z14.14"),
    ("enclave", {"players": [{}, {"preparation": "next"}]}, "players.1.preparation", "token_too_early", "Z13.5"),
    ("enclave", {"turn": 2, "round": 5}, "round", "nobody_plays_five", "Z8.8"),
    ("enclave", {"phase": "tree", "round": 2}, "round", "round_of_planning", "Z8.2"),
]


@pytest.mark.parametrize(("name", "position", "key", "code", "rule"), WRONG)
def test_what_no_match_reaches_is_refused_by_its_field_and_rule(
    name: str, position: dict[str, Any], key: str, code: str, rule: str
) -> None:
    assert flaws(name, position) == [(key, code, rule)]


@pytest.mark.parametrize(("name", "position", "key", "code", "rule"), WRONG)
def test_a_record_that_begins_in_it_stays_good(
    name: str, position: dict[str, Any], key: str, code: str, rule: str
) -> None:
    assert get_game(name).start(setup(name, position), CHANCE)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("elekt", {}),
        ("elekt", {"zones": UNITS}),
        ("elekt", {"zones": UNITS, "players": [{"assigned": 1}, {"assigned": 0}]}),
        ("elekt", {"round": 3, "players": ACQUIRED}),
        ("elekt", {"round": 2, "phase": "confrontation", "from_zone": "influences", "players": ACQUIRED}),
        ("elekt", {"round": 2, "phase": "round_end", "players": ACQUIRED}),
        ("elekt", {"phase": "recruitment", "zones": UNITS, "impossible": True}),
        ("elekt", {"players": ACQUIRED, "impossible": ["E9.15"]}),
        ("enclave", {}),
        ("enclave", {"round": 2, "markers": {"oracle": [0], "knife_square": [1]}, "players": [{"played": ["oracle"]}]}),
        ("enclave", {"turn": 2, "round": 5, "players": [{"extra": "now"}]}),
        ("enclave", {"phase": "tree", "players": [{"synchron": "next"}]}),
    ],
)
def test_what_a_match_may_reach_is_accepted(name: str, position: dict[str, Any]) -> None:
    assert flaws(name, position) == []


@pytest.mark.parametrize("name", ["elekt", "enclave"])
def test_every_position_that_play_reaches_is_accepted(name: str) -> None:
    """By every ruleset and number of seats, at random: what nobody refuses wrongly is seen by play alone."""
    game, seen = get_game(name), Counter[str]()
    kinds = [(ruleset.name, seats) for ruleset in game.rulesets for seats in ruleset.seats]
    for number in range(sample(2 * len(kinds), 40 * len(kinds))):
        (ruleset, seats), random = kinds[number % len(kinds)], Random(number)
        chance = SeededChance(number.to_bytes(32, "big"))
        state, _ = start(game, Setup(name, ruleset, seats, {}), chance)
        while game.outcome(state) is None:
            position = game.position_of(state) if random.random() < 0.05 else None
            if position is not None:
                seen[position["phase"]] += 1
                game.check_new(setup(name, json.loads(json.dumps(position)), seats, ruleset), chance)
            asked = random.choice(game.awaiting(state))
            game.advance(state, random.choice(game.options(state, asked.seat)), chance)
    assert {"elekt": {"recruitment", "assignment", "confrontation"}, "enclave": {"initiative", "planning"}}[name] <= {
        *seen
    }


@pytest.mark.parametrize("name", ["elekt", "enclave", "elector_counts"])
def test_people_may_play_on_from_the_scenarios_that_come_with_a_game(name: str) -> None:
    folder = Path(__file__).parents[3] / "elekt_core" / "games" / name / "scenarios"
    for path in sorted(folder.glob("*.toml")):
        scenario = load_scenario(path)
        for variant in scenario.variants:
            scenario.game.check_new(variant.setup, CHANCE)
