"""The scenarios of Elekt show each rule that was in doubt and each card that was clarified (see also the tests of what
ships with every game)."""

from __future__ import annotations

import pytest

from elekt_core.cli.main import main
from elekt_core.games.elekt import game
from elekt_core.scenarios.scenario import list_scenarios

from ..doubts import DOUBTS
from .rules.marks import rule
from .rules.numbers import AMBIGUOUS, LISTS, NUMBERS

INDEX = list_scenarios(game)
CLARIFIED = (
    # E19
    "forger_of_history", "scarifist_guard", "dark_exarch", "body_thief", "ravenous_skarger", "werewolf_packs",
    "propaganda_office", "ironworks", "plague_harbinger", "mechs_steal_heat",
    # named in the sources with an ability, a trigger or a ruling of its own (C2, C4.6)
    "acolyte", "animator_of_delight", "demiurge_of_heat", "wildclanner", "symbiont", "shadow_tamer", "web_wanderer",
    "herald_of_his_name", "serpent_mouthed_liar", "misty_crawler", "necrarch", "biometric_anomaly",
    "mechanical_staldorg", "library_of_forbidden_books", "temple_to_the_emperor", "master_of_pacts", "master_of_spies",
    "master_of_swords",
)  # fmt: skip

every = pytest.mark.parametrize("name", list(INDEX.all))


@every
def test_a_shipped_scenario_names_rules_and_cards_that_there_are(name: str) -> None:
    scenario = INDEX.all[name]
    known = {*NUMBERS, *LISTS, *(f"C4.6.{n}" for n in range(1, 24)), *(number.split(".")[0] for number in NUMBERS)}
    assert scenario.rules
    assert set(scenario.rules) <= known
    assert set(scenario.cards) <= {card.id for card in game.cards.cards}


@rule("E25", "E0.3")
def test_the_register_of_doubts_is_that_of_the_rules() -> None:
    assert sorted(AMBIGUOUS) == sorted(DOUBTS["elekt"])


@rule("E19.7")
@pytest.mark.parametrize("card", CLARIFIED)
def test_every_clarified_card_has_a_scenario(card: str) -> None:
    assert INDEX.by_card[card]


def test_every_rule_about_clarified_cards_has_a_scenario() -> None:
    assert {number for number in NUMBERS if number.startswith("E19.")} <= set(INDEX.by_rule)


@pytest.mark.parametrize("number", range(1, 24))
def test_every_note_to_a_single_card_has_a_scenario(number: int) -> None:
    assert INDEX.by_rule[f"C4.6.{number}"]


def test_the_command_checks_all_that_ship(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--all"]) == 0
    assert f"{len(INDEX.all)}/{len(INDEX.all)} ok" in capsys.readouterr().out
