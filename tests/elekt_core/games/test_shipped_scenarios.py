"""The scenarios that ship with the games: they hold, they cover what was in doubt, and altered they fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from elekt_core.cli.main import main
from elekt_core.contract import SeatNo
from elekt_core.registry import get_game
from elekt_core.scenarios.run import Report, run
from elekt_core.scenarios.scenario import Scenario, Step, Variant, list_scenarios

from .doubts import DOUBTS

INDEX = {name: list_scenarios(get_game(name)) for name in DOUBTS}
LISTED = re.compile(r"C\d\.\d+(\.\d+)?")
"""A note to a single card of Elekt, which stands in the list of cards and not in the book (test_scenarios of Elekt)."""
every = pytest.mark.parametrize(("game", "name"), [(game, name) for game in DOUBTS for name in INDEX[game].all])


@every
def test_a_shipped_scenario_holds(game: str, name: str) -> None:
    report = run(INDEX[game].all[name])
    assert [(finding.place, finding.code, finding.found) for finding in report.findings] == []
    assert report.checks > 0


@every
def test_a_shipped_scenario_is_told_in_both_languages_and_names_what_there_is(game: str, name: str) -> None:
    scenario, book = INDEX[game].all[name], get_game(game).rulebook("en")
    for text in (scenario.title, scenario.text, *(variant.title for variant in scenario.variants)):
        assert set(text) in (set(), {"pl", "en"})
    assert scenario.title["pl"] != scenario.title["en"]
    assert all(scenario.text[language].rstrip().endswith((".", "!")) for language in ("pl", "en"))
    assert all(variant.title or variant.name for variant in scenario.variants)
    assert scenario.rules
    assert book is not None
    assert [number for number in scenario.rules if not (book.has(number) or LISTED.fullmatch(number))] == []
    assert set(scenario.cards) <= {face.id for face in get_game(game).gallery("en")}


@pytest.mark.parametrize(("game", "number"), [(game, number) for game, numbers in DOUBTS.items() for number in numbers])
def test_every_resolved_doubt_has_a_scenario_and_stands_in_the_register(game: str, number: str) -> None:
    book = get_game(game).rulebook("pl")
    assert INDEX[game].by_rule[number]
    assert book is not None
    assert number in {rule.number for rule, _ in book.questions}


def test_the_command_checks_all_that_ship_with_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"elekt_core/games/enclave/scenarios/{name}.toml" for name in list(INDEX["enclave"].all)[:3]]
    assert main(["scenario", *names]) == 0
    assert "3/3 ok" in capsys.readouterr().out


# --- the checker checks -------------------------------------------------------------------------------------


@every
def test_a_shipped_scenario_with_an_altered_expectation_fails(game: str, name: str) -> None:
    scenario = INDEX[game].all[name]
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
            return [*expected[:-1], {"kind": "nothing", "seat": 99}]
        case "never":
            kinds = list(_kinds(scenario, variant, number))
            return [kinds[0]] if kinds else None
        case "offered" | "exact_offered":
            return [*expected[:-1], "card:nobody"]
        case "not_offered":
            offered = _before(scenario, variant, number)
            return [offered[0]] if offered else None
        case "refused":
            return [*expected[:-1], {**expected[-1], "code": "for_no_reason"}]
        case "awaiting":
            return {"seat": 99, "kind": "nothing"}
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
            if play.game.kind_of(event) != "awaiting":
                yield play.game.kind_of(event)


def _before(scenario: Scenario, variant: Variant, number: int) -> list[str]:
    play, seat = _played(scenario, variant, variant.steps[:number]), variant.steps[number].seat
    options = play.game.options(play.state, None if seat is None else SeatNo(seat))
    return [" ".join(play.game.parts(option)) for option in options]
