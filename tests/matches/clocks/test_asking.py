"""Pause by consent, and what the others may do about somebody who is not there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.errors import IllegalDecision
from elekt_core.record.clocks import ClocksPaused, ClocksResumed
from elekt_core.record.seats import StandInLeft
from elekt_core.record.stop import PlayAbandoned
from elekt_core.record.verify import verify_text
from ledger.projections import named, rebuild
from matches.changing import MATCHES, TABLES
from matches.clocks import asking, flags, lag, presence, service_time, services
from matches.clocks.around import around
from matches.clocks.asking import CallBot, EndUnrated, EndWithout, Pause, Resume, TakeSeatBack, Withdraw
from matches.clocks.controls import DAY, PRESETS, TimeControl
from matches.clocks.models import Outage, Presence, Wish
from matches.company import news, takebacks
from matches.company.takeback_rules import AgreeToTakeback, AskTakeback, RefuseTakeback
from matches.models import Seat
from matches.models import Table as Row
from matches.play import queries, warm_rows
from matches.play import services as play
from matches.play.shapes import MatchShown
from players.models import Player
from players.ratings.models import RatedGame
from web.errors import Conflict, NotAllowed, NotFound, StaleVersion
from web.limits import TooMany
from web.live import presence as streams
from web.live.admission import Listener
from web.live.audience import Audience, frames

from ..factories import Table, account, person, started
from ..test_api import Program
from .conftest import Machine
from .test_flags import clocks, facts, row, timed

pytestmark = pytest.mark.django_db

CONCEDING = TimeControl(mode="increment", base=900, flag="concede")


@pytest.fixture(autouse=True)
def nobody_has_a_stream() -> Iterator[None]:
    streams._open.clear()
    yield
    streams._open.clear()


def ask(table: Table, command: asking.Command, seat: int) -> bool:
    player = table.players[seat]
    assert player is not None
    return services.ask(table.match, command, by=player).done


def stream(table: Table, seat: int) -> tuple[Audience, Listener]:
    return Audience("match", table.match, str(seat), "en", "html"), Listener(table.players[seat])


def away(table: Table, machine: Machine, seat: int, seconds: float) -> None:
    """The others have a stream open, this one has not."""
    for other in range(len(table.players)):
        streams.enter(*stream(table, other))
    machine.pass_(1)
    presence.note()
    streams.leave(*stream(table, seat))
    left = seconds // 4 * 4
    while left > 0:
        step = min(8, left)
        machine.pass_(step)
        presence.note()
        left -= step
    presence.tell()


def match_of(table: Table, seat: int) -> MatchShown:
    return queries.match(match_id=table.match, player=table.players[seat])


def page(table: Table, seat: int) -> str:
    return str(table.client(seat).get(f"/matches/{table.match}/").content.decode())


def refused(table: Table, command: asking.Command, seat: int) -> str:
    with pytest.raises((Conflict, NotAllowed)) as caught:
        ask(table, command, seat)
    return caught.value.code


# --- pauses ---------------------------------------------------------------------------------------------------


def test_the_clocks_are_paused_once_all_want_it_and_run_again_once_all_want_it(machine: Machine) -> None:
    table = timed()
    machine.pass_(10)
    assert not ask(table, Pause(), 0)
    assert not clocks(table).paused
    option = table.option(table.awaited())
    assert ask(table, Pause(), 1)
    assert clocks(table).paused
    assert row(table).falls_at is None
    machine.pass_(100)
    assert flags.carry_out_due() == 0
    with pytest.raises(Conflict, match="clocks_paused"):
        table.decide(decision=option)
    assert not ask(table, Resume(), 1)
    assert ask(table, Resume(), 0)
    machine.pass_(5)
    seat = table.awaited()
    table.decide()
    assert clocks(table).left[seat] == 60_000 - 15_000 + 5000
    assert [type(fact) for fact in facts(table) if isinstance(fact, ClocksPaused | ClocksResumed)] == [
        ClocksPaused,
        ClocksResumed,
    ]
    assert rebuild(named("matches"), compare=True).differences == []


def test_after_ten_minutes_of_pause_one_alone_lets_the_clocks_run(machine: Machine) -> None:
    table = timed()
    ask(table, Pause(), 0)
    ask(table, Pause(), 1)
    machine.pass_(599)
    assert not ask(table, Resume(), 0)
    machine.pass_(5)
    assert ask(table, Resume(), 0)


def test_a_pause_can_be_refused_and_is_not_asked_for_again_before_play_goes_on(machine: Machine) -> None:
    table = timed()
    assert refused(table, asking.RefusePause(), 1) == "no_pause_asked"
    ask(table, Pause(), 0)
    assert refused(table, asking.RefusePause(), 0) == "no_pause_asked", "nobody refuses themselves"
    assert f"/matches/{table.match}/refuse-pause/" in page(table, 1)
    assert ask(table, asking.RefusePause(), 1)
    assert "pause was refused" in page(table, 0)
    assert "data-pausing" in page(table, 0)
    assert "pause was refused" not in page(table, 1)
    assert not around(match_of(table, 0)).may_withdraw
    assert ask(table, Withdraw(), 0)
    assert refused(table, Pause(), 0) == "pause_was_refused"
    assert not ask(table, Pause(), 1), "who refused may ask"
    assert "Agree to the pause" in page(table, 0)
    assert ask(table, Pause(), 0), "whoever was refused may agree"
    assert [ask(table, Resume(), seat) for seat in (0, 1)] == [False, True]
    table.decide()
    assert not around(match_of(table, 0)).is_any
    assert not ask(table, Pause(), 0)


def test_nothing_can_be_chosen_while_the_clocks_are_paused_and_the_news_stay(machine: Machine) -> None:
    table = timed(game="elekt")
    while len(queries.position(match_id=table.match, player=table.players[table.awaited()]).since) < 2:
        table.decide()
    seat, version = table.awaited(), table.version()
    before, option = page(table, seat), table.option(seat)
    (news,) = re.findall(r'data-since="(\d+)"', before)
    ask(table, Pause(), 0)
    ask(table, Pause(), 1)
    paused = page(table, seat)
    assert "prompt-mine" in before
    assert "prompt-mine" not in paused
    assert 'class="choices"' not in paused
    assert "Everyone must agree to go on: Alice, Bob." in paused
    assert f'data-since="{news}"' in paused
    assert f'data-again="{news}"' in paused
    form = {"decision": json.dumps(option), "expected_version": version, "decision_id": str(uuid4())}
    answer = table.client(seat).post(f"/matches/{table.match}/decide/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "The clocks are paused. They must run again before anybody decides." in answer.content.decode()
    choosing = table.client(seat).get(f"/matches/{table.match}/choose/", headers={"HX-Request": "true"})
    assert choosing.status_code == 409
    assert "The clocks are paused." in choosing.content.decode()
    ask(table, Resume(), 0)
    ask(table, Resume(), 1)
    assert f'data-since="{news}"' in page(table, seat)
    assert "prompt-mine" in page(table, seat)


@pytest.mark.parametrize("answer", [AgreeToTakeback(), RefuseTakeback()])
def test_what_is_asked_stays_through_a_pause_and_the_wish_to_go_on_through_a_takeback(
    machine: Machine, answer: AgreeToTakeback | RefuseTakeback
) -> None:
    table = timed()
    alice, bob = table.players
    assert alice is not None
    assert bob is not None
    table.decide()
    table.decide()
    takebacks.change(table.match, AskTakeback(), by=alice)
    ask(table, Pause(), 0)
    ask(table, Pause(), 1)
    assert takebacks.shown(match_of(table, 1)).may_answer
    ask(table, Resume(), 0)
    takebacks.change(table.match, answer, by=bob)
    assert takebacks.shown(match_of(table, 0)).was_refused == isinstance(answer, RefuseTakeback)
    assert clocks(table).paused
    assert around(match_of(table, 1)).resume_wanted == ("Alice",)
    assert around(match_of(table, 1)).may_resume
    assert ask(table, Resume(), 1)


def test_who_is_no_player_there_asks_for_nothing(machine: Machine) -> None:
    table = timed()
    with pytest.raises(NotAllowed):
        services.ask(table.match, Pause(), by=person("Charlie"))
    with pytest.raises(NotFound):
        services.ask(uuid4(), Pause(), by=person("Charlie"))
    unlimited = started("Alice", "Bob")
    assert refused(unlimited, Pause(), 0) == "no_clocks"
    assert refused(table, Resume(), 0) == "clocks_run"
    assert refused(table, TakeSeatBack(), 0) == "no_stand_in"
    assert refused(table, CallBot(1), 0) == "not_gone"


def test_what_somebody_wanted_lapses_when_play_goes_on(machine: Machine) -> None:
    table = timed()
    ask(table, Pause(), 1)
    machine.pass_(2)
    table.decide()
    match = queries.match(match_id=table.match, player=table.players[0])
    assert not around(match).is_any
    assert not ask(table, Pause(), 0), "Bob wanted it before"
    assert not clocks(table).paused
    assert ask(table, Pause(), 1)
    assert clocks(table).paused


def test_the_page_hides_a_wish_that_lapsed_with_what_was_asked(machine: Machine) -> None:
    table = timed()
    version = table.version()
    ask(table, Pause(), 1)
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert f'data-lapses="{version}"' in page
    ask(table, Pause(), 0)
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert "data-lapses" not in page, "a pause lasts"


def test_who_has_asked_for_something_can_withdraw_it(machine: Machine) -> None:
    table = timed()
    ask(table, Pause(), 1)
    for seat, shown in ((0, False), (1, True)):
        page = table.client(seat).get(f"/matches/{table.match}/").content.decode()
        assert (f"/matches/{table.match}/withdraw/" in page) is shown
    assert table.client(1).post(f"/matches/{table.match}/withdraw/").status_code == 302
    assert not ask(table, Pause(), 0)
    back = Program(table.players[0]).post(f"matches/{table.match}/withdraw/", {})
    assert back.json() == {"match": str(table.match), "done": True}
    assert not Wish.objects.exists()
    with pytest.raises(NotAllowed):
        services.ask(table.match, Withdraw(), by=person("Charlie"))


def test_asking_again_tells_nobody_anything_and_has_a_limit(machine: Machine) -> None:
    table = timed()
    ask(table, Pause(), 0)
    told = news.version_of(table.match)
    for _ in range(services.ASKED_OFTEN.most - 1):
        assert not ask(table, Pause(), 0)
    assert news.version_of(table.match) == told
    with pytest.raises(TooMany):
        ask(table, Pause(), 0)
    ask(table, Pause(), 1)
    assert clocks(table).paused


def test_the_stream_brings_the_button_for_a_pause_and_takes_it_away(machine: Machine) -> None:
    table = timed()

    def told() -> bool:
        frame = frames(Audience("match", table.match, "0", "en", "html"), 0)[1][0].data.decode()
        return "Ask for a pause" in frame

    table.decide()
    assert told()
    ask(table, Pause(), 0)
    assert told(), "the page hides it: what is asked for comes by the other stream"
    ask(table, Pause(), 1)
    assert not told()
    ask(table, Resume(), 0)
    ask(table, Resume(), 1)
    assert told()
    table.play_out()
    assert not told()


def test_the_page_asks_again_when_a_wish_has_stood_for_ten_minutes(machine: Machine) -> None:
    table = timed()
    ask(table, Pause(), 1)
    machine.pass_(100)
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert "data-pausing" in page
    (seconds,) = re.findall(r'hx-select="#around".*?load delay:([0-9]+)s', page, re.DOTALL)
    assert int(seconds) == 501


# --- absence --------------------------------------------------------------------------------------------------


def test_others_see_after_twenty_seconds_that_somebody_is_away_and_that_they_are_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[UUID] = []
    monkeypatch.setattr("matches.company.news.tell", told.append)
    table = timed()
    away(table, machine, 1, 16)
    match = queries.match(match_id=table.match, player=table.players[0])
    assert around(match).seats == ()
    assert told == []
    machine.pass_(8)
    presence.note()
    presence.tell()
    presence.tell()
    assert [(one.name, one.state) for one in around(match).seats] == [("Bob", "away")]
    assert told == [table.match]
    streams.enter(*stream(table, 1))
    presence.note()
    presence.tell()
    assert around(match).seats == ()
    assert told == [table.match, table.match]


def test_a_server_that_was_down_makes_nobody_absent(machine: Machine) -> None:
    table = timed()
    away(table, machine, 1, 4)
    machine.pass_(3600, served=False)
    service_time.serve()
    presence.note()
    assert presence.away_for(table.match) == {0: 0, 1: 0}


def test_whoever_is_away_across_an_outage_is_told_of_when_pages_show_them_as_away(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[UUID] = []
    monkeypatch.setattr("matches.company.news.tell", told.append)
    table = timed()
    away(table, machine, 1, 4)
    machine.pass_(60, served=False)
    for passed in range(6):
        machine.pass_(4)
        presence.note()
        presence.tell()
        assert bool(told) is bool(presence.away_for(table.match)[1]), passed
    assert told == [table.match]


@pytest.mark.parametrize("time", [None, PRESETS["classical"]])
def test_nobody_is_gone_before_they_were_asked_for_as_long(machine: Machine, time: TimeControl | None) -> None:
    """Bob plays without a stream, and at once; Alice takes her time, and then wants to be rid of him."""
    table = started("Alice", "Bob", time=time, seed="clocks")
    while table.awaited() != 0:
        table.decide()
    away(table, machine, 1, 400)
    while table.awaited() != 1:
        table.decide()
    assert refused(table, EndWithout(1), 0) == "not_gone"
    assert refused(table, CallBot(1), 0) == "not_gone"
    machine.pass_(56 if time else 176)
    assert refused(table, EndWithout(1), 0) == "not_gone"
    machine.pass_(4)
    assert ask(table, EndWithout(1), 0)


@pytest.mark.parametrize(
    "how",
    [
        "page",
        "replay/",
        "replay/steps/?to=2",
        "log/",
        "choice",
        "decision",
        "",
        "position/",
        "events/",
        "record/",
        "chat/",
        "notes/",
        "takeback/ask/",
        "pause/",
    ],
)
def test_whoever_looks_or_decides_without_a_stream_is_there(machine: Machine, how: str) -> None:
    table = started("Alice", "Bob", seed="clocks")
    while table.awaited() != 1:
        table.decide()
    away(table, machine, 1, 100)
    presence.note()
    assert presence.away_for(table.match)[1] > 0
    if how == "page":
        table.client(1).get(f"/matches/{table.match}/")
    elif how.startswith(("replay/", "log/")):
        table.client(1).get(f"/matches/{table.match}/{how}")
    elif how == "choice":
        table.client(1).get(f"/matches/{table.match}/choose/", headers={"hx-request": "true"})
    elif how == "decision":
        table.decide(1)
    elif how in ("takeback/ask/", "pause/"):
        Program(table.players[1]).post(f"matches/{table.match}/{how}", {})
    else:
        Program(table.players[1]).get(f"matches/{table.match}/{how}")
    assert presence.away_for(table.match)[1] == 0, "this process knows at once"
    presence.note()
    presence._touched.clear()
    assert presence.away_for(table.match)[1] == 0, "all others soon"
    table.client(0).get(f"/matches/{table.match}/")
    machine.pass_(24)
    presence.note()
    assert presence.away_for(table.match)[1] >= presence.AWAY, "one look does not last"


def test_whoever_looks_on_or_looks_back_is_at_no_seat(machine: Machine) -> None:
    table = started("Alice", "Bob", seed="clocks")
    Program(person("Charlie")).get(f"matches/{table.match}/position/")
    assert not presence._touched
    table.play_out()
    presence.note()
    table.client(1).get(f"/matches/{table.match}/")
    assert not presence._touched


def test_at_a_table_of_a_tournament_only_arbiters_act_for_absent_players(machine: Machine) -> None:
    table = started("Alice", "Bob", seed="away")
    seat = table.awaited()
    away(table, machine, seat, 190)
    match = queries.match(match_id=table.match, player=table.players[1 - seat])
    assert around(match).seats[0].may_end
    for number, player in enumerate(table.players):
        Seat.objects.filter(table=table.id, number=number).update(reserved=player)
    warm_rows.forget()
    shown = around(match).seats[0]
    assert (shown.state, shown.may_act, shown.may_end) == ("gone", False, False)
    assert refused(table, EndWithout(seat), 1 - seat) == "arbiters_decide"
    assert refused(table, CallBot(seat), 1 - seat) == "arbiters_decide"


def test_however_many_matches_run_here_all_who_are_there_are_noted(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "KEPT_AT_ONCE", 2)
    tables = [started("Alice", "Bob") for _ in range(5)]
    for table in tables:
        streams.enter(*stream(table, 0))
    presence.note()
    assert {row.match for row in Presence.objects.all()} == {table.match for table in tables}


@pytest.mark.parametrize(("game", "names"), [("high-card", ("Alice", "Bob")), ("elekt", ("Alice", "Bob", "Charlie"))])
def test_all_who_are_there_call_a_bot_for_somebody_who_is_gone(
    machine: Machine, game: str, names: tuple[str, ...]
) -> None:
    table = started(*names, game=game, seed="away")
    seat = table.awaited()
    others = [other for other in range(len(names)) if other != seat]
    away(table, machine, seat, 170)
    assert refused(table, CallBot(seat), others[0]) == "not_gone"
    machine.pass_(16)
    presence.note()
    agreed = [ask(table, CallBot(seat), other) for other in others]
    assert agreed == [False] * (len(others) - 1) + [True]
    before = row(table)
    assert before.due
    assert before.stood_in == 1 << seat
    table.go_on()
    assert row(table).version > before.version
    assert ask(table, TakeSeatBack(), seat)
    assert row(table).stood_in == row(table).automatic == 0
    assert rebuild(named("matches"), compare=True).differences == []


def test_with_clocks_the_others_may_act_after_a_minute(machine: Machine) -> None:
    table = started("Alice", "Bob", time=PRESETS["rapid"], seed="away")
    seat = table.awaited()
    away(table, machine, seat, 70)
    assert ask(table, CallBot(seat), 1 - seat)
    assert clocks(table).running == {}
    machine.pass_(10)
    assert ask(table, TakeSeatBack(), seat)
    assert set(clocks(table).running) == {seat}


def test_the_result_says_who_was_away_and_who_has_conceded_themselves(machine: Machine) -> None:
    left, given_up, late = (started("Alice", "Bob", game="elekt", time=CONCEDING, seed="away") for _ in range(3))
    seat = left.awaited()
    away(left, machine, seat, 70)
    assert ask(left, EndWithout(seat), 1 - seat)
    play.concede(match_id=given_up.match, seat=seat, decision_id=uuid4(), actor=f"player:{given_up.players[seat]}")
    machine.pass_(CONCEDING.base + 1)
    flags.carry_out_due()
    pages = [table.client(1 - seat).get(f"/matches/{table.match}/") for table in (left, given_up, late)]
    told, name = [page.content.decode() for page in pages], ("Alice", "Bob")[seat]
    counted = f"{name} was away, so the others counted that as conceding."
    assert [counted in page for page in told] == [True, False, False]
    assert [f"{name} conceded.</p>" in page for page in told] == [False, True, True]


def test_what_the_others_wanted_is_over_when_who_was_gone_returns(machine: Machine) -> None:
    table = started("Alice", "Bob", "Charlie", game="elekt", seed="away")
    seat = table.awaited()
    first, second = (other for other in range(3) if other != seat)
    away(table, machine, seat, 604)
    assert not ask(table, CallBot(seat), first)
    assert not ask(table, EndUnrated(seat), first)
    assert not ask(table, EndWithout(seat), first)
    ask(table, EndWithout(seat), first)
    streams.enter(*stream(table, seat))
    presence.note()
    presence.tell()
    assert not Wish.objects.exists()
    streams._open.clear()
    away(table, machine, seat, 190)
    assert not ask(table, CallBot(seat), second), "only Alice had wanted it, and the last time"
    assert not ask(table, EndWithout(seat), second)
    assert ask(table, CallBot(seat), first)


@pytest.mark.parametrize(
    ("mode", "extra", "returns"), [("increment", 0, False), ("increment", 5, True), ("delay", 5, True)]
)
def test_who_has_no_time_left_does_not_take_their_seat_back(
    machine: Machine, mode: Any, extra: int, returns: bool
) -> None:
    """Their flag would fall again at once, and so for ever."""
    table = timed(time=TimeControl(mode=mode, base=60, extra=extra, flag="bot"))
    seat = table.awaited()
    machine.pass_(70)
    assert flags.carry_out_due() == 1
    match = queries.match(match_id=table.match, player=table.players[seat])
    assert (around(match).back, around(match).may_return) == (True, returns)
    page = table.client(seat).get(f"/matches/{table.match}/").content.decode()
    assert ("Take your seat back" in page) is returns
    assert ("Your time is over" in page) is not returns
    if returns:
        assert ask(table, TakeSeatBack(), seat)
        machine.pass_(extra - 1)
        assert flags.carry_out_due() == 0
        return
    version = table.version()
    assert refused(table, TakeSeatBack(), seat) == "out_of_time"
    with pytest.raises(Conflict, match="out_of_time"):
        table.decide(seat)
    assert table.version() == version
    player = table.players[seat]
    assert player is not None
    play.concede(match_id=table.match, seat=seat, decision_id=uuid4(), actor=play.player_actor(player))
    assert row(table).winner == 1 - seat


def with_accounts(table: Table) -> Table:
    """Only what is played by people with an account counts."""
    for number, player in enumerate(table.players):
        Player.objects.filter(id=str(player)).update(username=f"player-{number}")
    return table


@pytest.mark.parametrize("time", [None, PRESETS["classical"]])
def test_whoever_leaves_a_rated_match_concedes_and_that_counts(machine: Machine, time: TimeControl | None) -> None:
    """Nobody gets out of a lost match by closing the page; no bot plays it out for nothing, either."""
    table = with_accounts(started("Alice", "Bob", rated=True, seed="away", time=time))
    seat = table.awaited()
    away(table, machine, seat, 190 if time is None else 66)
    page = table.client(1 - seat).get(f"/matches/{table.match}/").content.decode()
    assert "a player who leaves concedes" in page
    assert "Call a bot" not in page
    assert refused(table, CallBot(seat), 1 - seat) == "no_bot_when_rated"
    assert refused(table, EndUnrated(seat), 1 - seat) == "no_end_when_rated"
    assert ask(table, EndWithout(seat), 1 - seat)
    over = row(table)
    assert over.ended_at is not None
    assert over.winner == 1 - seat
    assert TABLES.load(table.id).rated
    (rated,) = RatedGame.objects.all()
    assert rated.source == f"match:{table.match}"
    assert rebuild(named("matches"), compare=True).differences == []


@pytest.mark.parametrize("time", [None, PRESETS["classical"]])
def test_after_ten_minutes_of_absence_the_others_end_the_match_without_a_result(
    machine: Machine, time: TimeControl | None
) -> None:
    table = started("Alice", "Bob", seed="away", time=time)
    seat, client = table.awaited(), table.client(1 - table.awaited())
    assert refused(table, EndUnrated(1 - seat), seat) == "not_gone"
    away(table, machine, seat, 240)
    page = client.get(f"/matches/{table.match}/").content.decode()
    assert "In 6 minutes you can also end the match without a result." in page
    looked_on = Client(headers={"accept-language": "en"}).get(f"/matches/{table.match}/").content.decode()
    assert "has been away for" in looked_on
    assert "you can also end" not in looked_on
    assert "End without a result" not in page
    assert refused(table, EndUnrated(seat), 1 - seat) == "not_abandoned"
    machine.pass_(364)
    assert "End without a result" in client.get(f"/matches/{table.match}/").content.decode()
    assert client.post(f"/matches/{table.match}/end-unrated/", {"seat": seat}).status_code == 302
    over = row(table)
    assert (over.termination, over.ranks, over.winner, over.awaited) == ("abandoned", [], None, 0)
    assert PlayAbandoned(seat) in facts(table)
    for address in ("", "replay/"):
        told = client.get(f"/matches/{table.match}/{address}").content.decode()
        assert f"{('Alice', 'Bob')[seat]} was away" in told
    assert verify_text(client.get(f"/matches/{table.match}/record/").getvalue()).ok
    assert rebuild(named("matches"), compare=True).differences == []
    assert refused(table, EndUnrated(seat), 1 - seat) == "match_over"


def test_all_who_are_there_must_agree_to_end_without_a_result(machine: Machine) -> None:
    table = started("Alice", "Bob", "Charlie", game="elekt", seed="away")
    seat = table.awaited()
    first, second = (other for other in range(3) if other != seat)
    away(table, machine, seat, 604)
    with pytest.raises(NotAllowed):
        services.ask(table.match, EndUnrated(seat), by=person("Diana"))
    assert Program(table.players[first]).post(f"matches/{table.match}/end-unrated/", {"seat": seat}).json() == {
        "match": str(table.match),
        "done": False,
    }
    told = table.client(second).get(f"/matches/{table.match}/").content.decode()
    assert f"Wants to end the match without a result: {('Alice', 'Bob', 'Charlie')[first]}." in told
    assert ask(table, EndUnrated(seat), second)
    assert row(table).termination == "abandoned"


def test_a_rated_match_ends_unrated_only_where_nobody_can_concede_and_not_behind_the_back_of_another() -> None:
    minute = 60_000
    here = asking.Situation(
        people=frozenset({0, 1, 2}),
        awaited=frozenset({1}),
        away={0: 0, 1: 11 * minute, 2: minute},
        asked_for={1: 11 * minute},
        rated=True,
    )
    with pytest.raises(Conflict, match="no_end_when_rated"):
        asking.decide(here, EndUnrated(1), 0)
    bound = replace(here, bound=frozenset({1}))
    assert asking.decide(bound, EndUnrated(1), 0).needed == {0, 2}, "who leads has only left for a moment"
    long = replace(bound, away={**bound.away, 2: 11 * minute})
    assert asking.decide(long, EndUnrated(1), 0).needed == {0}
    assert asking.decide(replace(here, rated=False), EndUnrated(1), 0).needed == {0}
    by_days = replace(long, clocks=True, run_out={1: 2})
    assert asking.decide(by_days, EndUnrated(1), 0).needed == {0, 2}, "nobody has to look in all the time"
    ruled = replace(here, rated=False, arbited=True)
    with pytest.raises(Conflict, match="arbiters_decide"):
        asking.decide(ruled, EndUnrated(1), 0)


def test_at_a_rated_table_of_three_whoever_leaves_concedes_and_the_others_play_on_rated(machine: Machine) -> None:
    table = with_accounts(started("Alice", "Bob", "Charlie", game="elekt", rated=True, seed="away"))
    seat = table.awaited()
    first, second = (other for other in range(3) if other != seat)
    away(table, machine, seat, 190)
    assert not ask(table, EndWithout(seat), first)
    assert ask(table, EndWithout(seat), second)
    assert row(table).conceded == 1 << seat
    assert row(table).ended_at is None
    over = table.play_out()
    assert over.ranks[seat] == 3
    assert RatedGame.objects.count() == 1


def test_whoever_decides_while_the_others_end_the_match_plays_on_and_rated(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that the others saw was so; then the one who seemed gone was faster."""
    account("Alice")
    table = started("Alice", "Bob", rated=True, seed="away")
    seat = table.awaited()
    away(table, machine, seat, 190)
    agreed = asking.Answer.is_agreed

    def slow(answer: asking.Answer, situation: asking.Situation, by: int) -> bool:
        table.decide(seat)
        return agreed(answer, situation, by)

    monkeypatch.setattr(asking.Answer, "is_agreed", slow)
    with pytest.raises(StaleVersion):
        ask(table, EndWithout(seat), 1 - seat)
    assert (row(table).ended_at, row(table).conceded) == (None, 0)
    assert Row.objects.get(id=table.id).rated


def test_nobody_takes_their_seat_back_once_the_match_is_over(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started("Alice", "Bob", seed="away")
    seat = table.awaited()
    away(table, machine, seat, 190)
    assert ask(table, CallBot(seat), 1 - seat)
    agreed = asking.Answer.is_agreed

    def slow(answer: asking.Answer, situation: asking.Situation, by: int) -> bool:
        actor = f"player:{table.players[1 - seat]}"
        play.concede(match_id=table.match, seat=1 - seat, decision_id=uuid4(), actor=actor)
        return agreed(answer, situation, by)

    monkeypatch.setattr(asking.Answer, "is_agreed", slow)
    assert refused(table, TakeSeatBack(), seat) == "match_over"
    over = row(table)
    assert over.ended_at is not None
    assert (over.awaited, over.due) == (0, False)
    assert not any(isinstance(fact, StandInLeft) for fact in facts(table))


def test_a_game_in_which_nobody_concedes_now_stays_rated(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    account("Alice")
    table = started("Alice", "Bob", rated=True, seed="away")
    seat = table.awaited()
    away(table, machine, seat, 190)

    def no(*_: Any) -> None:
        raise IllegalDecision("cannot_concede")

    monkeypatch.setattr("elekt_core.record.match.apply", no)
    assert refused(table, EndWithout(seat), 1 - seat) == "cannot_concede_for"
    assert TABLES.load(table.id).rated
    assert Row.objects.get(id=table.id).rated
    assert ask(table, CallBot(seat), 1 - seat), "or the others would wait for ever"
    with pytest.raises(NotAllowed):
        play.concede(match_id=table.match, seat=seat, decision_id=uuid4(), actor="clock")


# --- correspondence --------------------------------------------------------------------------------------------

DAILY = TimeControl(mode="per_decision", extra=DAY)


def in_days(machine: Machine, days: float) -> None:
    """Time passes, with the server there all along."""
    machine.steady += round(days * DAY * 1000) + lag.CAP
    service_time.serve()
    Outage.objects.all().delete()


def until_asked(table: Table, seat: int) -> None:
    """All others decide as long as they are asked."""
    while row(table).ended_at is None and not row(table).awaited >> seat & 1:
        table.go_on()


def run_out(table: Table, machine: Machine, seat: int) -> None:
    until_asked(table, seat)
    in_days(machine, 1)
    assert flags.carry_out_due() == 1
    until_asked(table, seat)


def test_by_correspondence_whoever_lets_their_time_run_out_twice_in_a_row_holds_no_table(machine: Machine) -> None:
    table = started("Alice", "Bob", game="elekt", seed="days", time=DAILY)
    until_asked(table, 1)
    match = queries.match(match_id=table.match, player=table.players[0])
    assert around(match).seats == ()
    assert refused(table, CallBot(1), 0) == "not_gone"
    told = news.version_of(table.match)
    run_out(table, machine, 1)
    assert refused(table, EndWithout(1), 0) == "not_gone"
    run_out(table, machine, 1)
    assert news.version_of(table.match) > told, "open pages ask anew"
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert "Bob has let their time run out 2 times in a row." in page
    assert ask(table, CallBot(1), 0)
    assert row(table).stood_in == 1 << 1
    assert ask(table, TakeSeatBack(), 1)
    assert rebuild(named("matches"), compare=True).differences == []


def test_by_correspondence_one_decision_of_ones_own_ends_the_row(machine: Machine) -> None:
    table = started("Alice", "Bob", game="elekt", seed="days", time=DAILY)
    run_out(table, machine, 1)
    table.decide(1)
    run_out(table, machine, 1)
    assert refused(table, EndWithout(1), 0) == "not_gone"
    run_out(table, machine, 1)
    table.decide(1)
    until_asked(table, 1)
    assert refused(table, EndWithout(1), 0) == "not_gone"


def test_by_correspondence_a_wish_waits_for_the_others_whatever_is_decided_meanwhile(machine: Machine) -> None:
    """Nobody has to look in within ten minutes, and one look of whoever is gone ends nothing."""
    table = started("Alice", "Bob", "Charlie", game="elekt", seed="days", time=DAILY)
    run_out(table, machine, 1)
    run_out(table, machine, 1)
    assert not ask(table, EndWithout(1), 0), "Charlie has to agree, open page or not"
    away(table, machine, 1, 30)
    streams.enter(*stream(table, 1))
    presence.note()
    presence.tell()
    in_days(machine, 0.2)
    run_out(table, machine, 1)
    assert ask(table, EndWithout(1), 2)
    assert row(table).conceded == 1 << 1


def test_by_correspondence_a_wish_ends_once_they_have_decided(machine: Machine) -> None:
    table = started("Alice", "Bob", "Charlie", game="elekt", seed="days", time=DAILY)
    run_out(table, machine, 1)
    run_out(table, machine, 1)
    assert not ask(table, EndWithout(1), 0)
    table.decide(1)
    run_out(table, machine, 1)
    run_out(table, machine, 1)
    assert not ask(table, EndWithout(1), 2)


def test_what_was_ended_can_be_ended_again_after_a_takeback(machine: Machine) -> None:
    """The second end is a decision of its own, whatever the first one was."""
    table = started("Alice", "Bob", seed="away")
    seat = table.awaited()
    ids = {play.automatic_id(table.match, seat, table.version(), "end")}
    away(table, machine, seat, 190)
    found: list[UUID | None] = []
    change = MATCHES.change

    def noted(*args: Any, **named: Any) -> Any:
        found.append(named.get("decision_id"))
        return change(*args, **named)

    with patch.object(MATCHES, "change", noted):
        ask(table, EndWithout(seat), 1 - seat)
    assert set(found) == ids


def test_nobody_is_ended_by_the_clock_alone(machine: Machine) -> None:
    table = started("Alice", "Bob")
    with pytest.raises(NotAllowed):
        play.concede(match_id=table.match, seat=0, decision_id=uuid4(), actor="clock")


def test_whoever_sits_there_and_decides_nothing_for_a_day_holds_no_table_without_clocks(machine: Machine) -> None:
    table = started("Alice", "Bob")
    seat = table.awaited()
    match = queries.match(match_id=table.match, player=table.players[1 - seat])
    assert not services.situation_of(match).is_gone(seat)
    late = asking.Situation(people=frozenset({0, 1}), awaited=frozenset({seat}), idle_for=asking.IDLE)
    assert late.is_gone(seat)
    assert not late.is_gone(1 - seat)


def test_the_page_shows_who_is_gone_and_what_can_be_done(machine: Machine) -> None:
    table = started("Alice", "Bob", seed="away")
    seat = table.awaited()
    away(table, machine, seat, 190)
    page = table.client(1 - seat).get(f"/matches/{table.match}/").content.decode()
    assert "has been away for 3 minutes" in page
    assert "Call a bot" in page
    form = {"seat": str(seat)}
    assert table.client(1 - seat).post(f"/matches/{table.match}/call-bot/", form).status_code == 302
    own = table.client(seat).get(f"/matches/{table.match}/").content.decode()
    assert "A bot plays for you." in own
    back = Program(table.players[seat]).post(f"matches/{table.match}/take-back-seat/", {})
    assert back.json() == {"match": str(table.match), "done": True}


def test_the_page_asks_again_when_something_can_be_done(machine: Machine) -> None:
    table = started("Alice", "Bob", seed="away")
    seat = table.awaited()
    away(table, machine, seat, 30)
    page = table.client(1 - seat).get(f"/matches/{table.match}/").content.decode()
    (seconds,) = re.findall(r'hx-trigger="load delay:([0-9]+)s"', page)
    assert "Call a bot" not in page
    for _ in range(int(seconds) // 4 + 1):
        machine.pass_(4)
        presence.note()
    page = table.client(1 - seat).get(f"/matches/{table.match}/").content.decode()
    assert "Call a bot" in page
    assert "In 7 minutes you can also end" in page
    assert "load delay:" in page, "by itself, too"


def test_rows_of_matches_that_are_over_are_forgotten(machine: Machine) -> None:
    table = timed()
    away(table, machine, 1, 4)
    assert Presence.objects.filter(match=table.match).count() == 2
    table.play_out()
    presence.forget()
    assert not Presence.objects.exists()
