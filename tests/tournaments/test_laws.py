"""Whatever is asked, in whatever order: a stream folds to the state that was seen, undo gives back what was, and what
is refused changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from ledger.events import StoredEvent
from tests.sampling import sample
from tournaments import corrections, plans, presets, qualification, undoing
from tournaments import events as e
from tournaments.decisions import field as entries
from tournaments.decisions import presence, results, rounds, windows
from tournaments.decisions.field import Newcomer
from tournaments.events import KINDS, TournamentEvent
from tournaments.evolve import evolve_all, fold
from tournaments.formats.contract import Bye, EntrantNo, Plan, Result, RoundNo
from tournaments.presets import Wish
from tournaments.series import after_game
from tournaments.settings import Settings, Source, StagePlan
from tournaments.stages import digest, stage_of, standings
from tournaments.state import Stage, State, Status, Table, TableRef
from web.errors import Refused

ID = UUID(int=1)
OWNER = UUID(int=2)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
COMMANDS = 70


@dataclass
class Play:
    """A tournament under test: its stored stream and the state that was made of it step by step."""

    dice: Random
    stored: list[StoredEvent] = field(default_factory=list)
    state: State = field(default_factory=lambda: State(ID))
    remarks: int = 100

    def take(self, batch: Sequence[TournamentEvent], actor: str = "player:x") -> None:
        """Store the batch as the ledger does."""
        at = BEGIN + timedelta(minutes=len(self.stored))
        for place, (event, new) in enumerate(zip(batch, KINDS.encoded(batch), strict=True)):
            seq = len(self.stored) + 1
            payload = json.loads(json.dumps(new.payload))
            head = {"batch": len(batch), "actor": actor} if place == 0 else {}
            self.stored.append(StoredEvent(ID, seq, new.kind, new.version, payload, at, b"", seq, **head))  # type: ignore[arg-type]
            if not isinstance(event, e.Undone):
                self.state = evolve_all(self.state, [event], at)
        if any(isinstance(event, e.Undone) for event in batch):
            self.state = fold(ID, self.stored)

    @property
    def now(self) -> datetime:
        return BEGIN + timedelta(minutes=len(self.stored))

    # --- choices, sensible or not -------------------------------------------------------------------------

    def number(self) -> EntrantNo:
        return EntrantNo(self.dice.randint(0, self.state.numbers + 1))

    def stage(self) -> str:
        """Mostly one that has begun."""
        begun = [*self.state.stages] * 4
        return self.dice.choice([*begun, *(plan.key for plan in self.state.planned), "nowhere"])

    def round_no(self) -> RoundNo:
        return RoundNo(self.dice.randint(0, 4))

    def table(self) -> tuple[TableRef, Table | None]:
        """Mostly one that is there."""
        found = [(stage.key, table) for stage in self.state.stages.values() for table in stage.tables()]
        if not found or self.dice.random() < 0.1:
            return TableRef(self.stage(), self.round_no(), self.dice.randint(0, 9)), None
        waiting = [one for one in found if not one[1].is_done]
        key, table = self.dice.choice(waiting if waiting and self.dice.random() < 0.7 else found)
        return TableRef(key, table.pairing.round, table.no), table

    def result(self, table: Table | None) -> Result:
        seats = len(table.pairing.seats) if table is not None else self.dice.randint(1, 5)
        places = tuple(self.dice.sample(range(1, seats + 1), seats))
        if self.dice.random() < 0.2:
            places = tuple(self.dice.randint(0, seats + 1) for _ in range(seats))
        missing = frozenset({self.dice.randrange(seats + 1)}) if self.dice.random() < 0.1 else frozenset[int]()
        return Result(places, (), missing)

    def remark(self) -> UUID:
        self.remarks += 1
        return UUID(int=self.remarks)


Command = Callable[[Play], Sequence[TournamentEvent]]


def enter(play: Play) -> Sequence[TournamentEvent]:
    dice = play.dice
    player = UUID(int=1000 + dice.randint(0, 15)) if dice.random() < 0.8 else None
    new = Newcomer(player, "" if player else "bot", dice.randint(-1, 3000), division=dice.choice(["", "", "b"]))
    return entries.enter(play.state, [new], at=play.now, by_organiser=dice.random() < 0.8)


def publish(play: Play) -> Sequence[TournamentEvent]:
    key = play.stage()
    return rounds.publish(play.state, key, rounds.propose(play.state, key, at=play.now), at=play.now)


def with_advance(play: Play, batch: Sequence[TournamentEvent], key: str) -> Sequence[TournamentEvent]:
    """As the services do: what a result makes possible comes with it."""
    if not any(isinstance(event, e.ResultStood) for event in batch):
        return batch
    return [*batch, *rounds.advance(evolve_all(play.state, batch, play.now), [key], at=play.now)]


def write_down(play: Play) -> Sequence[TournamentEvent]:
    ref, table = play.table()
    return with_advance(play, results.enter(play.state, ref, play.result(table), source="scorer"), ref.stage)


def report(play: Play) -> Sequence[TournamentEvent]:
    ref, table = play.table()
    seat = play.dice.randint(0, 2)
    batch = results.report(play.state, ref, seat, play.result(table), at=play.now)
    return with_advance(play, batch, ref.stage)


def object_to(play: Play) -> Sequence[TournamentEvent]:
    ref, _ = play.table()
    return results.object_to(play.state, ref, 0, play.remark(), at=play.now)


def due(play: Play) -> Sequence[TournamentEvent]:
    ref, _ = play.table()
    then = play.now + timedelta(minutes=play.dice.choice([0, 500]))
    return with_advance(play, results.due(play.state, ref, at=then), ref.stage)


def call(play: Play) -> Sequence[TournamentEvent]:
    ref, table = play.table()
    if table is None or table.is_done or any(game.result is None for game in table.games.values()):
        return []
    return [e.TableCalled(ref.stage, ref.round, ref.table, len(table.games) + 1, play.remark())]


def call_out(play: Play) -> Sequence[TournamentEvent]:
    ref, _ = play.table()
    seats = None if play.dice.random() < 0.5 else [play.dice.randint(0, 4)]
    return presence.call(play.state, ref, results.table_at(play.state, ref), seats)


def note(play: Play) -> Sequence[TournamentEvent]:
    ref, _ = play.table()
    here = play.dice.random() < 0.8
    table = results.table_at(play.state, ref)
    return presence.note(play.state, ref, table, [play.dice.randint(0, 4)], here=here, rules=play.dice.random() < 0.5)


def end_game(play: Play) -> Sequence[TournamentEvent]:
    ref, table = play.table()
    if table is None or table.is_done or not any(game.is_under_way for game in table.games.values()):
        return []
    result = results.checked(Result(tuple(range(1, len(table.pairing.seats) + 1))), len(table.pairing.seats))
    batch = after_game(play.state.stages[ref.stage], ref, table, max(table.games), result, "match")
    return with_advance(play, batch, ref.stage)


def correct(play: Play) -> Sequence[TournamentEvent]:
    ref, table = play.table()
    result = play.result(table) if play.dice.random() < 0.8 else None
    change = results.correct(play.state, ref, result, remark=play.remark())
    return corrections.choose(play.state, change, ref.stage, play.dice.choice(corrections.CHOICES), at=play.now)


def repair(play: Play) -> Sequence[TournamentEvent]:
    return corrections.choose(play.state, [], play.stage(), play.dice.choice(corrections.CHOICES), at=play.now)


def with_tables(play: Play) -> Sequence[TournamentEvent]:
    """A late entry, a withdrawal or a penalty, and what becomes of the tables and of later stages."""
    wished: Command = play.dice.choice(
        [
            enter,
            lambda play: entries.withdraw(play.state, play.number()),
            lambda play: entries.penalise(play.state, play.number(), play.stage(), 2),
        ]
    )
    choice, afterwards = play.dice.choice(corrections.CHOICES), play.dice.choice(corrections.CHOICES)
    change, key = wished(play), play.stage()
    corrections.preview(play.state, change, key, play.now)
    return corrections.choose(play.state, change, key, choice, at=play.now, later=afterwards)


def postpone(play: Play) -> Sequence[TournamentEvent]:
    ref, _ = play.table()
    table = results.table_at(play.state, ref)
    seat = play.dice.choice([None, *range(len(table.pairing.seats))])
    wish = windows.Postponement(BEGIN + timedelta(days=play.dice.randint(0, 2)), seat)
    return windows.postpone(play.state, ref, table, wish, at=play.now, remark=play.remark())


def start_with_chosen(play: Play) -> Sequence[TournamentEvent]:
    some = play.dice.sample(sorted(play.state.entries), min(2, len(play.state.entries)))
    return rounds.start(play.state, play.stage(), seed=play.dice.randbytes(32), chosen=some)


def undo(play: Play) -> Sequence[TournamentEvent]:
    return [undoing.latest(play.state, play.stored, None)]


COMMON: list[Command] = [enter, publish, write_down, write_down, write_down, report, correct, call, end_game]
RARE: list[Command] = [
    undo,
    repair,
    with_tables,
    with_tables,
    postpone,
    postpone,
    start_with_chosen,
    lambda play: qualification.exchange(play.state, play.stage(), play.number(), play.number()),
    lambda play: rounds.take_back_stage(play.state, play.stage()),
    object_to,
    due,
    due,
    call_out,
    note,
    lambda play: entries.change(play.state, play.number(), rating=play.dice.randint(0, 3000)),
    lambda play: entries.substitute(play.state, play.number(), player=UUID(int=1000 + play.dice.randint(0, 20))),
    lambda play: entries.remove(play.state, play.number()),
    lambda play: entries.check_in(play.state, [play.number()], here=play.dice.random() < 0.8),
    lambda play: entries.withdraw(play.state, play.number()),
    lambda play: entries.bring_back(play.state, play.number()),
    lambda play: entries.grant_bye(play.state, play.number(), play.stage(), play.round_no(), Bye.HALF),
    lambda play: entries.revoke_bye(play.state, play.number(), play.stage(), play.round_no()),
    lambda play: entries.seed(play.state, play.dice.sample(sorted(play.state.entries), len(play.state.entries))),
    lambda play: entries.penalise(play.state, play.number(), play.stage(), play.dice.randint(-1, 3)),
    lambda play: entries.lift_penalty(play.state, play.stage(), play.dice.randint(0, 2)),
    lambda play: rounds.start(play.state, play.stage(), seed=play.dice.randbytes(32)),
    lambda play: rounds.take_back(play.state, play.stage(), play.round_no()),
    lambda play: rounds.start_timer(play.state, play.stage(), play.round_no(), 5, at=play.now),
    lambda play: results.start(play.state, play.table()[0]),
    lambda play: results.rule(play.state, play.table()[0], Result((1, 2)), remark=play.remark()),
    lambda play: results.no_shows(play.state, play.table()[0], frozenset({0})),
]
LAST: list[Command] = [
    lambda play: rounds.close_stage(play.state, play.stage()),
    lambda play: rounds.close(play.state),
    lambda play: rounds.cancel(play.state, remark=play.remark()),
]


def knock_out_after_swiss() -> tuple[StagePlan, ...]:
    return presets.swiss(Wish(seats=2, rounds=2, best=2))


PLANS: dict[str, tuple[StagePlan, ...]] = {
    "pods and a final": presets.pods(Wish(seats=4, rounds=2, best=3)),
    "swiss and a knock-out": knock_out_after_swiss(),
    "a knock-out, best of three": presets.knockout(Wish(seats=2, games=3)),
    "double elimination": presets.double_knockout(Wish(seats=2)),
    "a knock-out of tables": presets.knockout(Wish(seats=4)),
    "two divisions": (
        StagePlan("a", plans.plain(Plan("round_robin"))),
        StagePlan("b", plans.plain(Plan("club_swiss", rounds=2)), Source(division="b")),
    ),
    "groups and a knock-out": presets.groups(Wish(seats=2)),
    "a ladder": (StagePlan("ladder", plans.plain(Plan("ladder", settings={"mode": "continuous"}))),),
    "an arena": presets.arena(Wish(seats=3)),
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("seed", sample((0, 3), range(4)))
def test_streams_fold_to_what_was_seen_undo_restores_and_refusals_change_nothing(name: str, seed: int) -> None:
    play = Play(Random(f"{name} {seed}"))
    grace = {"grace_minutes": 20, "grace_default": "forfeit" if seed else "arbiter", "grace_from": "call"}
    settings = Settings(online=seed % 2 == 1, check_in=seed == 3, **grace)  # type: ignore[arg-type]
    play.take([e.TournamentOpened("T", "g", "r", OWNER, settings, PLANS[name])])
    crowd = [Newcomer(UUID(int=1000 + index), division=("", "b")[index % 2]) for index in range(9)]
    play.take(entries.enter(play.state, crowd, at=play.now, by_organiser=True))
    if settings.check_in:
        play.take(entries.check_in(play.state, list(play.state.entries)))
    play.take(rounds.start(play.state, PLANS[name][0].key, seed=bytes(32)))
    seen = {digest(play.state)}
    for _ in range(COMMANDS):
        seen.add(one_command(play))
    assert len(seen) > COMMANDS // 8, "hardly a command did anything"
    assert_sound(play.state)


def one_command(play: Play) -> str:
    """The digest afterwards."""
    command = chosen(play)
    before, was = play.state, digest(play.state)
    try:
        batch = list(command(play))
    except Refused:
        batch = []
    assert play.state is before
    assert digest(before) == was, "a decision changed what it was shown"
    if not batch:
        return was
    play.take(batch)
    folded = fold(ID, play.stored)
    assert folded == play.state
    now = digest(folded)
    assert now == digest(play.state)
    assert_undone(play, was, command)
    return now


def chosen(play: Play) -> Command:
    """What is over is mostly opened again, and what waits goes on, so that there is more to try."""
    chance = play.dice.random()
    if play.state.status in (Status.CLOSED, Status.CANCELLED) and chance < 0.6:
        return lambda play: rounds.reopen(play.state)
    if (following := rounds.next_stage(play.state)) and chance < 0.5:
        return lambda play: rounds.start(play.state, following, seed=play.dice.randbytes(32))
    if not any(rounds.unfinished(stage) for stage in play.state.stages.values()) and chance < 0.5:
        return publish
    return play.dice.choice(COMMON if chance < 0.7 else RARE if chance < 0.98 else LAST)


def assert_undone(play: Play, was: str, command: Command) -> None:
    """What can be undone leads back; what cannot is refused in words."""
    if command is undo:
        return
    try:
        back = undoing.latest(play.state, play.stored, None)
    except Refused as refused:
        assert refused.code == "cannot_be_undone"  # noqa: PT017
        return
    kept = [event for event in play.stored if not back.first <= event.seq <= back.last]
    assert digest(fold(ID, kept)) == was


def assert_sound(state: State) -> None:
    for stage in state.stages.values():
        assert_stage_sound(state, stage)
    playing = [entry.player for entry in state.entries.values() if entry.player and not entry.withdrawn]
    assert len(playing) == len(set(playing)), "a player is in the tournament twice"


def assert_stage_sound(state: State, stage: Stage) -> None:
    assert len(stage.entrants) == len(set(stage.entrants))
    ranked = [row.entrant for row in standings(stage_of(state, stage.key))]
    assert sorted(ranked) == sorted(stage.entrants)
    for one in stage.rounds:
        for table in one.tables.values():
            assert set(table.pairing.seats) <= set(stage.entrants)
            assert table.is_done == (table.pairing.result is not None)
