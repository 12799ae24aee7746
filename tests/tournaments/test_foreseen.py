"""What is looked at before it is made is what comes of it: standings, tables, byes, later stages and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from players.ratings.elo import shown
from players.ratings.models import Rating
from tests.matches.factories import person
from tests.sampling import sample
from tournaments import commands, corrections, rating, services, stages
from tournaments.corrections import AGAIN, CHOICES, KEEP, REPAIR, Choice, Preview, Tables
from tournaments.decisions import results, rounds
from tournaments.decisions.field import Newcomer
from tournaments.events import TournamentEvent
from tournaments.evolve import evolve_all
from tournaments.foresight import foresee
from tournaments.formats.contract import Pairing, Result
from tournaments.presets import PRESETS
from tournaments.presets import Wish as Preset
from tournaments.settings import Settings, Source, StagePlan
from tournaments.state import State, TableRef
from web.errors import BadRequest, Conflict, Refused

from .factories import at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db
Board = set[tuple[int, int, tuple[int, ...]]]


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def ranks(state: State, key: str = "main") -> dict[int, int]:
    return {int(row.entrant): row.rank for row in stages.standings(stages.stage_of(state, key))}


def choice_of(found: Preview, name: str) -> Choice:
    return next(one for one in found.choices if one.name == name)


def test_a_walkover_that_a_repair_makes_counts_in_the_standings_that_are_shown(alice: UUID) -> None:
    """1 beats 4, 3 beats 2, 4 withdraws; then it turns out that 4 has won: the final goes to 3 without a game."""
    made = opened(alice, stage())
    entered(made, alice, 4)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    for number, winner in ((1, 1), (2, 3)):
        seats = state_of(made).stages["main"].rounds[0].tables[number].pairing.seats
        result = wins(seats.index(winner))
        services.change(made, commands.EnterResult(at("main", 1, number), result), by=alice)
    services.change(made, commands.Withdraw(4), by=alice)
    state = state_of(made)
    seats = state.stages["main"].rounds[0].tables[1].pairing.seats
    result = wins(seats.index(4))
    found = corrections.preview(state, results.correct(state, at("main", 1, 1), result), "main", timezone.now())
    told = {int(row.entrant): row.rank for row in choice_of(found, REPAIR).standings}
    assert (told[3], told[4]) == (1, 2)
    services.change(made, commands.Correct(at("main", 1, 1), result, choice=REPAIR), by=alice)
    assert ranks(state_of(made)) == told


@pytest.mark.parametrize("form", ["pods", "dutch", "club_swiss"])
def test_the_smallest_repair_is_offered_where_somebody_came_or_went_and_nowhere_else(alice: UUID, form: str) -> None:
    made = opened(alice, stage(form=form, rounds=3, seats=4 if form == "pods" else 2, least=3 if form == "pods" else 2))
    entered(made, alice, 12)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    play_round(made, alice, places=(1, 2, 3, 4))
    services.change(made, commands.Pair("main"), by=alice)

    def offered() -> list[str]:
        state = state_of(made)
        count = len(state.stages["main"].rounds[0].tables[1].pairing.seats)
        change = results.correct(state, at("main", 1, 1), Result(tuple(range(count, 0, -1))))
        return [one.name for one in corrections.preview(state, change, "main", timezone.now()).choices]

    assert offered() == [KEEP, AGAIN]
    services.change(made, commands.Withdraw(1), by=alice)
    assert offered() == [KEEP, REPAIR, AGAIN]


# --- the law ----------------------------------------------------------------------------------------------

FORMATS: Mapping[str, tuple[int, tuple[StagePlan, ...]]] = {
    "knock-out": (7, (stage(settings={"third_place": True}),)),
    "double": (6, (stage(form="double_elimination"),)),
    "dutch": (7, (stage(form="dutch", rounds=4),)),
    "club": (8, (stage(form="club_swiss", rounds=4),)),
    "pods": (9, (stage(form="pods", seats=4, least=3, rounds=3),)),
    "round robin": (5, (stage(form="round_robin"),)),
    "ladder": (5, (stage(form="ladder"),)),
    "arena": (6, (stage(form="arena"),)),
    "swiss and final": (
        8,
        (stage(form="club_swiss", rounds=2), stage("final", "single_elimination", Source(stage="main", best=4))),
    ),
    "groups and final": (8, tuple(PRESETS["groups"](Preset(seats=2, best=4)))),
    "pods and final": (9, tuple(PRESETS["pods"](Preset(seats=4, rounds=2, best=4)))),
}


@pytest.mark.parametrize("seed", range(sample(1, 40)))
@pytest.mark.parametrize("name", FORMATS)
def test_what_is_foreseen_is_what_is_stored_and_shown(alice: UUID, name: str, seed: int) -> None:
    """Random tournaments, and before each change a look at it, by one of the choices that it offers."""
    dice = Random(f"{name} {seed}")
    people, plans = FORMATS[name]
    made = opened(alice, *plans, settings=Settings(online=False, rated=True))
    entered(made, alice, people)
    seen: Counter[str] = Counter()
    for _ in range(8):
        _go_on(made, alice, dice)
        for _ in range(2):
            seen += _look_and_make(made, alice, dice)
    assert seen["made"] >= 3, seen


def _go_on(made: UUID, alice: UUID, dice: Random) -> None:
    """A stage begins, a round is paired, or some tables end."""
    state = state_of(made)
    key = list(state.stages)[-1] if state.stages else ""
    if following := rounds.next_stage(state):
        _tried(lambda: services.change(made, commands.StartStage(following, by_seeding=True), by=alice))
        key = following
    _tried(lambda: services.change(made, commands.Pair(key), by=alice))
    for table in list(state_of(made).stages[key].tables()) if key in state_of(made).stages else []:
        if not table.is_done and dice.random() < 0.7:
            ref = TableRef(key, table.pairing.round, table.no)
            result = _result(table.pairing, dice)
            _tried(lambda ref=ref, result=result: services.change(made, commands.EnterResult(ref, result), by=alice))


def _tried(do: Any) -> None:
    with suppress(Conflict, BadRequest):
        do()


def _result(pairing: Pairing, dice: Random) -> Result:
    places = list(range(1, len(pairing.seats) + 1))
    dice.shuffle(places)
    missing = frozenset({places.index(len(places))}) if dice.random() < 0.1 else frozenset[int]()
    return Result(tuple(places), forfeited=missing)


def _look_and_make(made: UUID, alice: UUID, dice: Random) -> Counter[str]:
    state = state_of(made)
    if not state.stages:
        return Counter()
    now = timezone.now()
    command = _something(state, dice)
    try:
        change = foresee(state, command, by=alice, now=now).events
    except Refused:
        return Counter(refused=1)
    key = command.ref.stage if isinstance(command, commands.Correct) else dice.choice(list(state.stages))
    found, proposal = corrections.preview(state, change, key, now), None
    if not found.is_worked_out:
        proposal = corrections.again(state, change, key, at=now)
        found = corrections.preview(state, change, key, now, proposal)
    _check_left_out(state, change, key, found, proposal)
    chosen = dice.choice([one for one in found.choices if one.is_open])
    later = dice.choice([one for one in found.later.choices if one.is_open]) if found.later else None
    (lines,) = rating.previews_of(state, [chosen.batch], now)
    tables = Tables(key, chosen.name, later.name if later else KEEP, proposal if chosen.name == AGAIN else None)
    services.change(made, _with(command, tables), by=alice)
    after = state_of(made)
    _check_as_foreseen(state, after, key, chosen)
    if later is not None and found.later is not None:
        keys = [one.key for one in found.later.stages]
        told = {(one.round, one.table, one.seats) for one in (*later.changed, *later.removed)}
        assert told == _board(state, keys) ^ _board(after, keys)
    if later is None or later.name == KEEP:
        rows = Rating.objects.filter(who__in=[line.who for line in lines])
        assert {line.who: line.after for line in lines} == {row.who: shown(row.value) for row in rows}
    return Counter(made=after.version > state.version, moved=bool(chosen.moved), later=later is not None)


def _something(state: State, dice: Random) -> commands.TablesCommand:
    """A correction, a penalty, a withdrawal, a return, a late entry, or nothing but a repair."""
    key = dice.choice(list(state.stages))
    here = [no for no, entry in state.entries.items() if not entry.withdrawn]
    gone = [no for no, entry in state.entries.items() if entry.withdrawn]
    done = [(one.key, table) for one in state.stages.values() for table in one.tables() if table.is_done]
    match dice.choice(["correct"] * 4 + ["leave", "return", "enter", "penalise", "repair"]):
        case "correct" if done:
            stage_key, table = dice.choice(done)
            ref = TableRef(stage_key, table.pairing.round, table.no)
            return commands.Correct(ref, _result(table.pairing, dice))
        case "leave" if len(here) > 4:
            return commands.Withdraw(dice.choice(here))
        case "return" if gone:
            return commands.BringBack(dice.choice(gone))
        case "enter":
            late = person(f"Late {len(state.entries)}")
            return commands.Enter((Newcomer(late, rating=dice.choice([0, 1500])),))
        case "penalise":
            return commands.Penalise(dice.choice(here), key, dice.choice([1, 2]))
    return commands.Repair(Tables(key))


def _with(command: commands.TablesCommand, tables: Tables) -> commands.TablesCommand:
    if isinstance(command, commands.Correct):
        return replace(command, choice=tables.choice, later=tables.later, proposal=tables.proposal, anyway=True)
    return replace(command, tables=tables)


def _board(state: State, keys: Sequence[str]) -> Board:
    pairings = [table.pairing for key in keys for table in state.stages[key].tables()]
    return {(one.round, one.table, one.seats) for one in pairings}


def _check_as_foreseen(before: State, after: State, key: str, chosen: Choice) -> None:
    assert tuple(stages.standings(stages.stage_of(after, key))) == chosen.standings
    told = {(one.round, one.table, one.seats) for one in (*chosen.changed, *chosen.removed)}
    assert told == _board(before, [key]) ^ _board(after, [key])
    old = {row.entrant: row for row in stages.standings(stages.stage_of(before, key))}
    assert all((one.before, one.after) == (old.get(one.entrant), _row(chosen, one.entrant)) for one in chosen.moved)
    last, was = (on.stages[key].rounds[-1:] for on in (after, before))
    if last and was and len(after.stages[key].rounds) == len(before.stages[key].rounds):
        expected = dict(was[0].byes)
        for one in chosen.byes:
            expected.pop(one.entrant, None)
            expected |= {} if one.after is None else {one.entrant: one.after}
        assert dict(last[0].byes) == expected


def _row(chosen: Choice, no: int) -> Any:
    return next((row for row in chosen.standings if row.entrant == no), None)


def _check_left_out(state: State, change: Sequence[TournamentEvent], key: str, found: Preview, proposal: Any) -> None:
    """What is not offered would do what is offered; what is refused, is refused."""
    now = timezone.now()
    for name in CHOICES:
        offered = next((one for one in found.choices if one.name == name), None)
        given = proposal if name == AGAIN else None
        if offered is not None and offered.refused is not None:
            with pytest.raises(Refused) as refused:
                corrections.choose(state, change, key, name, at=now, proposal=given)
            assert refused.value.code == offered.refused.code
        elif offered is None:
            batch = corrections.choose(state, change, key, name, at=now, proposal=given)
            then = evolve_all(state, batch, now)
            same = [one for one in found.choices if one.is_open]
            assert any(
                _board(then, [key]) == _board(evolve_all(state, one.batch, now), [key])
                and tuple(stages.standings(stages.stage_of(then, key))) == one.standings
                for one in same
            )
