"""Clocks of matches: they start and stop with the decisions, and a flag falls once, by the table's rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest

from elekt_core.errors import IllegalDecision
from elekt_core.record.clocks import ClocksSet, ClockStarted, ClockStopped, FlagFell, TimeGiven
from elekt_core.record.facts import is_beside
from elekt_core.record.seats import StandInCalled, StandInLeft
from ledger.projections import named, rebuild
from matches.changing import MATCHES
from matches.clocks import beating, flags, lag, presence, service_time
from matches.clocks import services as asking_services
from matches.clocks.asking import Pause, Resume
from matches.clocks.beside import beside_of
from matches.clocks.controls import DAY, PRESETS, TimeControl
from matches.clocks.models import Outage, Served
from matches.company import takebacks
from matches.company.takeback_rules import AgreeToTakeback, AskTakeback
from matches.models import Match
from matches.play import queries, services, verification
from tests.sampling import sample
from web.errors import BadRequest, Conflict, NotAllowed

from ..factories import Table, started
from .conftest import START, Machine

pytestmark = pytest.mark.django_db
BLITZ = TimeControl(mode="increment", base=60, extra=5)


def facts(table: Table, after: int = 0) -> Sequence[Any]:
    match = queries.match(match_id=table.match, player=table.players[0])
    timeline = queries.timeline_of(match)
    return [fact for fact in timeline.events[after:] if is_beside(fact)]


def clocks(table: Table) -> Any:
    match = queries.match(match_id=table.match, player=table.players[0])
    return beside_of(queries.timeline_of(match), match.version).clocks


def row(table: Table) -> Match:
    return Match.objects.get(id=table.match)


def timed(*names: str, time: TimeControl = BLITZ, **agreed: Any) -> Table:
    return started(*(names or ("Alice", "Bob")), time=time, seed="clocks", **agreed)


def test_a_table_without_a_time_control_has_no_facts_of_clocks(machine: Machine) -> None:
    table = started("Alice", "Bob", seed="clocks")
    table.play_out()
    assert facts(table) == []
    assert row(table).falls_at is None
    assert not Served.objects.exists()


@pytest.mark.parametrize(
    ("game", "flag"),
    [
        ("high-card", "default"),
        ("high-card", "bot"),
        ("high-card", "concede"),
        *(
            pytest.param(*one, marks=pytest.mark.one_database)
            for one in sample(
                [("elekt", "bot")], [("elekt", "bot"), ("enclave", "default"), ("elector_counts", "concede")]
            )
        ),
    ],
)
def test_a_match_with_clocks_is_played_to_its_end_and_proved(machine: Machine, game: str, flag: Any) -> None:
    """Decisions in time, and then flags alone."""
    table = timed(game=game, time=TimeControl(mode="increment", base=20, extra=1, flag=flag))
    for _ in range(4):
        machine.pass_(1.5)
        table.go_on()
    for _ in range(2000):
        if row(table).ended_at is not None:
            break
        if (falls := row(table).falls_at) is not None:
            machine.steady += max(0, falls + lag.CAP - service_time.now())
            service_time.serve()
            Outage.objects.all().delete()
            assert flags.carry_out_due() == 1
        else:
            table.go_on()
    assert row(table).ended_at is not None
    assert row(table).falls_at is None
    assert any(isinstance(fact, FlagFell) for fact in facts(table))
    assert verification.of_finished(match_id=table.match, player=table.players[0]).ok
    assert rebuild(named("matches"), compare=True).differences == []


def test_a_decision_stops_the_clock_and_starts_the_next(machine: Machine) -> None:
    table = timed()
    first = table.awaited()
    assert facts(table) == [ClocksSet("increment", (60_000, 60_000), 5000), ClockStarted(first, START)]
    machine.pass_(7)
    table.decide()
    assert facts(table)[2:] == [ClockStopped(first, START + 7000, 58_000), ClockStarted(table.awaited(), START + 7000)]
    assert row(table).falls_at == START + 7000 + (60_000 if table.awaited() != first else 58_000)


@pytest.mark.parametrize(("thought", "given"), [(None, 0), (6_900, 100), (1, lag.CAP), (9_000, 0), (-5, lag.CAP)])
def test_lag_is_given_back_up_to_its_cap(machine: Machine, thought: int | None, given: int) -> None:
    table = timed(time=TimeControl(mode="delay", base=60, extra=0))
    seat = table.awaited()
    machine.pass_(7)
    table.decide(thought=thought)
    assert clocks(table).left[seat] == 53_000 + given


@pytest.mark.parametrize(("thought", "given"), [(0, (500, 500, 400)), (1_800, (200, 200, 200))])
def test_lag_is_given_back_out_of_a_quota(machine: Machine, thought: int, given: tuple[int, ...]) -> None:
    """Of 1,000 ms that grow by 200 with each decision; each decision takes two seconds."""
    table = timed(time=TimeControl(mode="delay", base=60, extra=0))
    expected = [60_000, 60_000]
    for back in given:
        for _ in (0, 1):
            seat = table.awaited()
            machine.pass_(2)
            table.decide(thought=thought)
            expected[seat] -= 2_000 - back
    assert clocks(table).left == expected


def test_several_clocks_run_where_several_are_asked(machine: Machine) -> None:
    table = timed("Alice", "Bob", "Charlie", game="enclave")
    while len(clocks(table).running) < 3:
        machine.pass_(1)
        table.go_on()
    machine.pass_(2)
    running = set(clocks(table).running)
    table.decide(0)
    assert set(clocks(table).running) == running - {0}


def test_a_bots_clock_stands_while_its_task_waits(machine: Machine) -> None:
    table = timed("Alice", "bot:random")
    while not row(table).automatic & row(table).awaited:
        table.decide()
    machine.pass_(600)
    assert flags.carry_out_due() == 0
    before = row(table).version
    table.go_on()
    bot = [fact for fact in facts(table, before) if getattr(fact, "seat", None) == 1]
    assert [type(fact) for fact in bot][:2] == [ClockStarted, ClockStopped]
    assert clocks(table).left[1] >= 60_000


def test_a_late_decision_is_refused_and_the_flag_falls_once(machine: Machine) -> None:
    table = timed()
    seat, version = table.awaited(), table.version()
    machine.pass_(60.4)
    assert flags.carry_out_due() == 0, "a decision made in time may be on its way"
    with pytest.raises(Conflict) as refused:
        table.decide(thought=60_300)
    assert refused.value.code == "out_of_time"
    assert table.version() == version
    machine.pass_(0.2)
    assert flags.carry_out_due() == 1
    assert flags.carry_out_due() == 0
    assert not flags.carry_out(table.match)
    fell = [fact for fact in facts(table) if isinstance(fact, FlagFell)]
    assert fell == [FlagFell(seat, START + 60_000)]
    assert TimeGiven(seat, START + 60_000, 5000) in facts(table)


def test_a_decision_that_was_made_in_time_counts_although_it_comes_late(machine: Machine) -> None:
    table = timed()
    seat = table.awaited()
    machine.pass_(60.3)
    table.decide(thought=59_000)
    assert clocks(table).left[seat] == 5000 + 200


def test_the_flag_of_one_version_is_one_outcome_however_often_it_is_carried_out(machine: Machine) -> None:
    table = timed()
    playing = MATCHES.load(table.match)
    seat = table.awaited()
    machine.pass_(61)
    assert flags._fall(playing, seat)
    version = table.version()
    assert not flags._fall(playing, seat)
    assert table.version() == version


def test_nobody_but_the_clock_carries_a_flag_out_and_not_before_its_time(machine: Machine) -> None:
    table = timed()
    with pytest.raises(NotAllowed):
        table.decide(actor="clock")
    machine.pass_(61)
    with pytest.raises(NotAllowed):
        table.decide(actor=services.player_actor(table.players[1 - table.awaited()] or uuid4()))


def test_time_in_which_nobody_served_is_charged_to_nobody(machine: Machine) -> None:
    table = timed()
    seat = table.awaited()
    machine.pass_(10)
    machine.pass_(3600, served=False)
    assert flags.carry_out_due() == 0, "a worker alone does not serve"
    service_time.serve()
    assert flags.carry_out_due() == 0
    machine.pass_(9)
    table.decide()
    assert clocks(table).left[seat] == 60_000 - 19_000 + 5000
    assert [fact.time for fact in facts(table) if isinstance(fact, TimeGiven)] == [3_600_000]


def test_after_an_outage_a_flag_falls_by_what_was_left(machine: Machine) -> None:
    timed()
    machine.pass_(50)
    machine.pass_(3600, served=False)
    service_time.serve()
    flags.carry_out_due()
    machine.pass_(10)
    assert flags.carry_out_due() == 0
    machine.pass_(0.6)
    assert flags.carry_out_due() == 1


def test_the_clock_of_the_machine_set_back_neither_wins_nor_loses_time(machine: Machine) -> None:
    table = timed()
    seat = table.awaited()
    machine.pass_(10)
    machine.wall -= 3_600_000
    machine.pass_(10)
    table.decide()
    assert clocks(table).left[seat] == 45_000


def test_a_bot_takes_the_seat_until_its_person_returns(machine: Machine) -> None:
    table = timed(time=TimeControl(mode="increment", base=60, extra=5, flag="bot"))
    seat = table.awaited()
    machine.pass_(61)
    assert flags.carry_out_due() == 1
    assert any(isinstance(fact, StandInCalled) for fact in facts(table))
    here = row(table)
    assert here.stood_in == here.automatic == 1 << seat
    assert here.due
    services.decide_automatically(match_id=here.id, seat=seat, expected_version=here.version)
    assert row(table).version > here.version
    while not row(table).awaited >> seat & 1:
        table.go_on()
    table.decide(seat)
    assert StandInLeft(seat) in facts(table)
    assert row(table).stood_in == row(table).automatic == 0
    assert rebuild(named("matches"), compare=True).differences == []


def test_whoever_runs_out_of_time_concedes_where_that_is_the_rule(machine: Machine) -> None:
    table = timed(time=TimeControl(mode="increment", base=60, extra=5, flag="concede"))
    seat = table.awaited()
    machine.pass_(61)
    assert flags.carry_out_due() == 1
    assert row(table).winner == 1 - seat


def test_days_are_each_decisions_own(machine: Machine) -> None:
    table = timed(time=PRESETS["three_days"])
    seat = table.awaited()
    assert row(table).falls_at == START + 3 * DAY * 1000
    machine.pass_(2)
    table.decide()
    while table.awaited() != seat:
        table.decide()
    assert clocks(table).left[seat] == 3 * DAY * 1000


@pytest.mark.parametrize(
    "time",
    [
        {"mode": "increment", "base": 5, "extra": 1},
        {"mode": "increment", "base": 60, "extra": 601},
        {"mode": "increment", "base": 60, "extra": 5, "off": ("nights",)},
        {"mode": "per_decision", "base": 60, "extra": DAY},
        {"mode": "per_decision", "extra": DAY + 1},
        {"mode": "per_decision", "extra": 15 * DAY},
        {"mode": "per_decision", "extra": DAY, "off": ("nights", "nights")},
    ],
)
def test_what_nobody_could_play_by_is_refused(time: Any) -> None:
    with pytest.raises(BadRequest) as refused:
        timed(time=TimeControl(**time))
    assert refused.value.code == "bad_time_control"


# --- what goes wrong ------------------------------------------------------------------------------------------


@pytest.fixture
def nothing_put_off() -> Iterator[None]:
    flags._put_off.clear()
    yield
    flags._put_off.clear()


def broken(table: Table, failure: Exception, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Nothing can be decided in that match; who has tried."""
    decide, tried = services.decide, list[Any]()

    def refusing(**asked: Any) -> Any:
        if asked["match_id"] == table.match:
            tried.append(asked["seat"])
            raise failure
        return decide(**asked)

    monkeypatch.setattr(services, "decide", refusing)
    return tried


@pytest.mark.parametrize("failure", [IllegalDecision("boom"), ValueError("boom"), KeyError(3), AssertionError()])
def test_a_match_that_fails_keeps_no_other_flag_from_falling(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, nothing_put_off: None, failure: Exception
) -> None:
    first = timed()
    machine.pass_(1)
    second = timed()
    machine.pass_(90)
    tried = broken(first, failure, monkeypatch)
    assert flags.due(limit=1) == [first.match]
    monkeypatch.setattr(flags.due, "__defaults__", (0, 1))
    assert flags.carry_out_due() == 0
    assert flags.carry_out_due() == 1, "the broken one fills no place any more"
    assert any(isinstance(fact, FlagFell) for fact in facts(second))
    assert len(tried) == 1
    machine.pass_(flags.PUT_OFF / 1000 + 1)
    flags.carry_out_due()
    assert len(tried) == 2, "it is tried again later"


def test_a_beat_survives_whatever_fails_and_does_the_rest(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, nothing_put_off: None
) -> None:
    table = timed()
    machine.pass_(90)
    done: list[str] = []

    def fails(*_: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(beating, "close_old_connections", lambda: None)
    monkeypatch.setattr(presence, "note", fails)
    monkeypatch.setattr(presence, "tell", lambda: done.append("told"))
    beating.beat()
    assert done == ["told"]
    assert any(isinstance(fact, FlagFell) for fact in facts(table))
    monkeypatch.setattr(flags, "due", fails)
    beating.beat()
    assert done == ["told", "told"]


def test_a_web_process_serves_while_it_carries_out_flags_however_many(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three flags of three seconds each: more than may pass in silence."""
    for _ in range(3):
        timed()
    machine.pass_(90)
    carry_out = flags.carry_out

    def slowly(match_id: UUID) -> bool:
        machine.pass_(3, served=False)
        return carry_out(match_id)

    monkeypatch.setattr(flags, "carry_out", slowly)
    monkeypatch.setattr(beating, "close_old_connections", lambda: None)
    beating.beat(1)
    service_time.serve()
    assert not Outage.objects.exists()


@pytest.mark.parametrize("why", ["paused", "out of time"])
def test_giving_up_is_possible_whatever_the_clocks_say(machine: Machine, why: str) -> None:
    table = timed()
    seat = table.awaited()
    if why == "paused":
        for player in table.players:
            assert player is not None
            asking_services.ask(table.match, Pause(), by=player)
    else:
        machine.pass_(60.3)
    done = services.concede(
        match_id=table.match,
        seat=seat,
        decision_id=uuid4(),
        actor=services.player_actor(table.players[seat] or uuid4()),
    )
    assert done.version == row(table).version
    assert row(table).winner == 1 - seat
    assert row(table).falls_at is None
    assert verification.of_finished(match_id=table.match, player=table.players[0]).ok
    assert rebuild(named("matches"), compare=True).differences == []


def takes_back(table: Table, seat: int, to: int | None = None) -> None:
    for one, command in ((seat, AskTakeback(to)), (1 - seat, AgreeToTakeback())):
        player = table.players[one]
        assert player
        takebacks.change(table.match, command, by=player)


def test_a_takeback_withdraws_the_increments_of_what_it_undoes_and_gives_no_time_back(machine: Machine) -> None:
    """A minute each and five seconds a decision: seven seconds are used, then three, then ten by deciding anew."""
    table = timed(game="elekt")
    first = table.awaited()
    to = table.version()
    machine.pass_(7)
    table.decide(first)
    left = {first: 60_000 - 7_000 + 5_000, 1 - first: 60_000}
    machine.pass_(3)
    left[table.awaited()] -= 3_000
    assert {seat: clocks(table).left_at(seat, START + 10_000) for seat in left} == left
    takes_back(table, first, to)
    left[first] -= 5_000
    assert {seat: clocks(table).left_at(seat, START + 10_000) for seat in left} == left
    assert set(clocks(table).running) == {first}
    for _ in range(10):  # decided and taken back at once, again and again
        machine.pass_(1)
        table.decide(first)
        takes_back(table, first, to)
        left[first] -= 1_000
        assert clocks(table).left_at(first, service_time.now()) == left[first]
    table.play_out()
    assert verification.of_finished(match_id=table.match, player=table.players[0]).ok
    assert rebuild(named("matches"), compare=True).differences == []


def test_a_takeback_in_a_pause_withdraws_increments_and_lets_the_clocks_stand(machine: Machine) -> None:
    table = timed(game="elekt")
    first, to = table.awaited(), table.version()
    machine.pass_(7)
    table.decide(first)
    for player in table.players:
        assert player
        asking_services.ask(table.match, Pause(), by=player)
    takes_back(table, first, to)
    assert clocks(table).paused
    assert clocks(table).left[first] == 53_000
    for player in table.players:
        assert player
        asking_services.ask(table.match, Resume(), by=player)
    assert set(clocks(table).running) == {first}
    table.play_out()
    assert verification.of_finished(match_id=table.match, player=table.players[0]).ok


def test_takebacks_let_no_flag_fall_and_leave_nobody_more_than_they_had(machine: Machine) -> None:
    """Twelve seconds and thirty a decision: whoever uses forty in two decisions has less than none without them."""
    table = timed(game="elekt", time=TimeControl(mode="increment", base=12, extra=30))
    seat = table.awaited()
    to = table.version()
    machine.pass_(9)
    table.decide(seat)
    while table.awaited() != seat:
        table.decide()
    machine.pass_(31)
    table.decide(seat)
    takes_back(table, seat, to)
    assert clocks(table).left_at(seat, service_time.now()) == 10_000
    machine.pass_(8)
    table.decide(seat)
    takes_back(table, seat, to)
    assert clocks(table).left_at(seat, service_time.now()) == 10_000 - 8_000 + 30_000 - 30_000 + 8_000
    assert flags.carry_out_due() == 0
