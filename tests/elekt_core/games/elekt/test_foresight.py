"""What a decision is said to lead to is what the rules make of it, and a count's terms add up to the count (E8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

import pytest

from elekt_core.contract import Decision, SeatNo
from elekt_core.games.elekt import events as ev
from elekt_core.games.elekt import game
from elekt_core.games.elekt.counting import counts, counts_of_zone
from elekt_core.games.elekt.foresight import terms_of, verdict
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, NONE, ZONES

from .random_games import Batch
from .random_games import batches as all_batches
from .rules.scenes import assigning

NAMES = ("Alice", "Bob", "Charlie", "Dana")


def batches(seed: int, seats: int) -> Iterator[Batch]:
    """Those behind the deal."""
    return islice(all_batches(seed, seats, bold=True), 1, None)


def test_the_terms_of_every_count_add_up_to_what_decides() -> None:
    changed = 0
    for batch in chain(batches(1, 2), batches(1, 4)):
        state, tables = batch.before, game.tables_of(batch.before)
        for zone in range(len(ZONES)):
            together = counts_of_zone(tables, state, zone)
            for attribute in range(len(ATTRIBUTES)):
                counted = counts(tables, state, zone, attribute)
                assert together[attribute] == counted
                for seat in range(state.seats):
                    terms = terms_of(tables, state, zone, seat, attribute)
                    assert sum(term.total for term in terms) == max(counted[seat], 0)
                    changed += any(term.changes for term in terms)
    assert changed > 20, "cards change counts in this sample"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_placing_shows_the_counts_and_the_winners_that_its_fact_leads_to(seats: int) -> None:
    compared = 0
    for batch in batches(2, seats):
        assigned = next((event for event in batch.events if isinstance(event, ev.UnitAssigned)), None)
        if assigned is None or batch.before.question != "assign_or_pass":
            continue
        choice = Decision(SeatNo(assigned.seat), "assign_or_pass", (assigned.unit, assigned.zone))
        view = game.view(batch.before, choice.seat)
        foreseen = game.what_if(view, choice, "en", NAMES[:seats])
        after = batch.before.copy()
        for event in batch.events[: batch.events.index(assigned) + 1]:
            game.evolve(after, event)
        shown = {
            f"{zone.word}.{row.seat}.{count.attribute}": (count.n, count.standing)
            for zone in game.board(after, "en").zones
            for row in zone.rows
            for count in row.counts
        }
        assert foreseen.numbers
        assert all(shown[one.at] == (one.n, one.standing) for one in foreseen.numbers)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("seats", [2, 4])
def test_the_verdict_is_that_of_the_confrontation_that_comes_next(seats: int) -> None:
    won = 0
    for seed in range(4):
        for batch in batches(seed, seats):
            state, tables = batch.before.copy(), game.tables_of(batch.before)
            said = None
            for event in batch.events:
                if isinstance(event, ev.ConfrontationStarted):
                    said = verdict(tables, state, event.zone, event.attribute)
                if isinstance(event, ev.ConfrontationVoid) and said:
                    assert (said.winner, said.tied) == (NONE, ())
                if isinstance(event, ev.ConfrontationWon) and said and said.attribute == event.attribute:
                    assert said.tied or said.winner == event.seat
                    won += 1
                    said = None
                game.evolve(state, event)
    assert won > 30


def test_only_what_hurts_and_stays_is_confirmed() -> None:
    def confirmed(kind: str, *choice: object) -> bool:
        return game.is_confirmed(Decision(SeatNo(0), kind, choice))

    assert confirmed("annihilate_unit", 3)
    assert confirmed("swap_units", 3, 4)
    assert confirmed("attach_tokens", (0, 3)), "a single token hurts as well"
    assert confirmed("tie_winner", 1)
    assert confirmed("discard_from_hand", 3, 4)
    assert not confirmed("discard_from_hand", 3)
    assert not confirmed("assign_or_pass", 3, 1)
    assert confirmed("assign_or_pass"), "a pass, where it is not the only answer"
    assert not confirmed("annihilate_unit"), "declining"
    assert not confirmed("attach_tokens"), "attaching nothing"


def test_only_the_direction_of_play_with_two_seats_makes_no_difference() -> None:
    for seats in (2, 3):
        for batch in batches(2, seats):
            for question in game.awaiting(batch.before):
                view = game.view(batch.before, question.seat)
                immaterial = game.is_immaterial(view, question.seat)
                assert immaterial == (seats == 2 and question.kind == "set_direction"), "E3.8"
                parts = game.parts(game.default(view, question.seat))
                behind = game.is_immaterial(view, question.seat, parts[:1])
                assert behind == (seats == 2 and question.kind == "give_sceptre"), "E10.6"
                assert not behind or parts[-1].startswith("direction:")


def test_a_place_that_does_not_exist_has_no_terms() -> None:
    state = next(batches(1, 2)).before
    for at in ("nowhere.0", "missions.7", "missions", "missions.x", "missions.²"):
        assert game.terms(state, at, "en", NAMES[:2]) == ()


@pytest.mark.parametrize(
    ("unit", "other", "number"),
    [("bone_carver", "dignitary.1", "missions.1.power"), ("whisper_moth", "dignitary.0", "missions.0.power")],
)
def test_an_ability_that_takes_a_unit_from_a_zone_is_foreseen(unit: str, other: str, number: str) -> None:
    zones = {"missions": {0: ["dignitary"], 1: ["dignitary"]}}
    table = assigning(unit, "missions", zones)
    option = next(one for one in game.options(table.state) if game.parts(one) == ("use", f"unit:{other}"))
    before = counts(game.tables_of(table.state), table.state, 0, 3)
    foreseen = game.what_if(game.view(table.state, SeatNo(0)), option, "en", NAMES[:2])
    seat = int(number.split(".")[1])
    assert {one.at: one.n for one in foreseen.numbers}[number] == before[seat] - 1
