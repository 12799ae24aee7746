"""The scenarios that ship with Elekt: they hold, they cover what was in doubt, and altered they fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from elekt_core.cli import main
from elekt_core.games.elekt import game
from elekt_core.record import kind_of
from elekt_core.scenario import Scenario, Step, Variant
from elekt_core.scenario_index import list_scenarios
from elekt_core.scenario_run import Report, run

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
def test_a_shipped_scenario_holds(name: str) -> None:
    report = run(INDEX.all[name])
    assert [(finding.place, finding.code, finding.found) for finding in report.findings] == []
    assert report.checks > 0


@every
def test_a_shipped_scenario_is_told_in_both_languages(name: str) -> None:
    scenario = INDEX.all[name]
    texts = [scenario.title, scenario.text, *(variant.title for variant in scenario.variants)]
    for text in texts:
        assert set(text) in (set(), {"pl", "en"})
    assert scenario.title["pl"] != scenario.title["en"]
    assert all(scenario.text[language].rstrip().endswith((".", "!")) for language in ("pl", "en"))
    assert all(variant.title or variant.name for variant in scenario.variants)


@every
def test_a_shipped_scenario_names_rules_and_cards_that_there_are(name: str) -> None:
    scenario = INDEX.all[name]
    known = {*NUMBERS, *LISTS, *(f"C4.6.{n}" for n in range(1, 24)), *(number.split(".")[0] for number in NUMBERS)}
    assert scenario.rules
    assert set(scenario.rules) <= known
    assert set(scenario.cards) <= {card.id for card in game.cards.cards}


@rule("E25", "E0.3")
@pytest.mark.parametrize("number", AMBIGUOUS)
def test_every_resolved_doubt_has_a_scenario(number: str) -> None:
    assert INDEX.by_rule[number]


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


# --- the checker checks -------------------------------------------------------------------------------------


@every
def test_a_shipped_scenario_with_an_altered_expectation_fails(name: str) -> None:
    scenario = INDEX.all[name]
    tried = 0
    for variant in scenario.variants:
        for number, step in enumerate(variant.steps):
            for check, expected in step.expects.items():
                altered = _altered(check, expected, scenario, variant, number)
                if altered is None:
                    continue
                tried += 1
                report = _with(scenario, variant, number, check, altered)
                assert report.findings, f"{variant.name} step {number}: {check} = {altered} was not noticed"
    assert tried


def _with(scenario: Scenario, variant: Variant, number: int, check: str, expected: Any) -> Report:
    steps = list(variant.steps)
    steps[number] = replace(steps[number], expects={**steps[number].expects, check: expected})
    return run(replace(scenario, variants=(replace(variant, steps=tuple(steps)),)))


def _altered(check: str, expected: Any, scenario: Scenario, variant: Variant, number: int) -> Any:
    """The expectation with something in it that does not hold; None where there is nothing to alter."""
    match check:
        case "events" | "exact_events":
            return [*expected[:-1], {"kind": "herald_named", "seat": 99}]
        case "never":
            kinds = list(_kinds(scenario, variant, number))
            return [kinds[0]] if kinds else None
        case "offered" | "exact_offered":
            return [*expected[:-1], "unit:nobody"]
        case "not_offered":
            offered = _before(scenario, variant, number)
            return [offered[0]] if offered else None
        case "refused":
            return [*expected[:-1], {**expected[-1], "code": "for_no_reason"}]
        case "awaiting":
            return {"seat": 99, "kind": "recruit"}
        case "outcome":
            return {"winner": 99}
        case _:
            return _spoilt(expected)


def _spoilt(value: Any) -> Any:
    """The first number, word or list in it made another."""
    if isinstance(value, Mapping):
        key = next(iter(value))
        return {**value, key: _spoilt(value[key])}
    if isinstance(value, list):
        return [*value, "one too many"]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x"


def _played(scenario: Scenario, variant: Variant, steps: tuple[Step, ...]) -> Any:
    report = run(replace(scenario, variants=(replace(variant, steps=steps),)))
    return report.plays[variant.name]


def _kinds(scenario: Scenario, variant: Variant, number: int) -> Iterator[str]:
    """The kinds of events that the step is about."""
    play = _played(scenario, variant, variant.steps[: number + 1])
    last = max((n for n, step in enumerate(variant.steps[: number + 1]) if step.choose), default=None)
    batches = play.batches[-len(variant.steps[last].choose) :] if last is not None else play.batches[:1]
    for batch in batches:
        for event in batch.events:
            if kind_of(game, event) != "awaiting":
                yield kind_of(game, event)


def _before(scenario: Scenario, variant: Variant, number: int) -> list[str]:
    play = _played(scenario, variant, variant.steps[:number])
    return [" ".join(game.parts(option)) for option in game.options(play.state)]
