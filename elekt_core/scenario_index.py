"""The scenarios that ship with a game, and where to find one that shows a rule or a card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from .contract import Game
from .scenario import Scenario, parse_scenario


@dataclass(frozen=True)
class ScenarioIndex:
    """``all`` by name in alphabetical order; ``by_rule`` and ``by_card`` list the scenarios that name them."""

    all: Mapping[str, Scenario]
    by_rule: Mapping[str, Sequence[Scenario]]
    by_card: Mapping[str, Sequence[Scenario]]


@cache
def list_scenarios(game: Game[Any]) -> ScenarioIndex:
    """The scenarios of ``game.scenario_files()``, read once. Raises BadScenario, BadToml."""
    files = game.scenario_files()
    found = {name: parse_scenario(files[name], f"{name}.toml", game=game) for name in sorted(files)}
    by_rule: defaultdict[str, list[Scenario]] = defaultdict(list)
    by_card: defaultdict[str, list[Scenario]] = defaultdict(list)
    for scenario in found.values():
        for rule in scenario.rules:
            by_rule[rule].append(scenario)
        for card in scenario.cards:
            by_card[card].append(scenario)
    return ScenarioIndex(found, dict(by_rule), dict(by_card))
