"""Takeback by consent: ask, agree, refuse, withdraw; what follows is a fact, what was undone stays on record."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone, translation

from elekt_core.record.clocks import TIME_FACTS, Clocks
from elekt_core.record.takeback import TakenBack
from ledger import store
from ledger.projections import named, rebuild
from matches.clocks.beside import beside_of
from matches.clocks.controls import PRESETS, TimeControl
from matches.company import live, news, takebacks
from matches.company.takeback_rules import (
    LAPSES_AFTER,
    AgreeToTakeback,
    AskTakeback,
    Command,
    RefuseTakeback,
    WithdrawTakeback,
)
from matches.models import Match
from matches.models import Table as Row
from matches.play import decided, fragments, queries, verification
from matches.play.timeline import Timeline
from matches.tables.commands import OpenTable
from matches.tables.services import open_table
from web.errors import BadRequest, Conflict, NotAllowed, NotFound
from web.limits import Limit, TooMany
from web.live import audience
from web.live.audience import Audience

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db


def ask(table: Table, seat: int, command: Command | None = None, **how: Any) -> Any:
    player = table.players[seat]
    assert player
    return takebacks.change(table.match, command or AskTakeback(), by=player, **how)


def shown(table: Table, player: UUID | None) -> takebacks.TakebackShown:
    return takebacks.shown(queries.match(match_id=table.match, player=player))


def facts(table: Table) -> list[Any]:
    return list(queries.timeline_of(queries.match(match_id=table.match, player=table.players[0])).events)


@pytest.fixture(params=["high-card", "elekt", "elector_counts"])
def table(request: pytest.FixtureRequest) -> Table:
    """Some decisions have been made."""
    table = started("Alice", "Bob", game=request.param, seed="takeback")
    for _ in range(3):
        table.go_on()
    return table


def last(table: Table) -> tuple[int, int]:
    """Who decided last, and where the match stood before."""
    seat, before = table.awaited(), table.version()
    table.go_on()
    return seat, before


def test_once_all_agree_the_match_goes_on_from_there_and_the_same_decision_has_the_same_events(table: Table) -> None:
    seat, before = last(table)
    undone = facts(table)[before:]
    ask(table, seat)
    assert table.version() == before + len(undone)
    ask(table, 1 - seat, AgreeToTakeback())
    assert facts(table)[-1][:3] == (before, seat, (1 - seat,))
    assert table.awaited() == seat
    at = table.version()
    table.go_on()
    assert facts(table)[at:] == undone
    table.play_out()
    assert rebuild(named("matches"), compare=True).differences == []
    result = verification.of_finished(match_id=table.match, player=None)
    assert result.ok


def test_agreeing_twice_takes_back_once(table: Table) -> None:
    seat, _ = last(table)
    ask(table, seat)
    ask(table, 1 - seat, AgreeToTakeback())
    with pytest.raises(Conflict, match="takeback_lapsed"):
        ask(table, 1 - seat, AgreeToTakeback())
    assert sum(isinstance(fact, TakenBack) for fact in facts(table)) == 1


def test_a_refusal_holds_until_play_goes_on() -> None:
    table = started("Alice", "Bob", seed="takeback")
    seat, _ = last(table)
    version = table.version()
    ask(table, seat)
    ask(table, 1 - seat, RefuseTakeback())
    with pytest.raises(Conflict, match="takeback_was_refused"):
        ask(table, seat)
    assert table.version() == version


def test_a_request_lapses_when_play_goes_on_and_after_a_while() -> None:
    table = started("Alice", "Bob", seed="takeback")
    seat, _ = last(table)
    ask(table, seat)
    table.go_on()
    with pytest.raises(Conflict, match="takeback_lapsed"):
        ask(table, 1 - seat, AgreeToTakeback())
    if table.awaited() >= 0:
        ask(table, seat)
        later = timezone.now() + LAPSES_AFTER + timedelta(seconds=1)
        with pytest.raises(Conflict, match="takeback_lapsed"):
            ask(table, 1 - seat, AgreeToTakeback(), now=later)


def test_who_asked_can_withdraw_and_nobody_else() -> None:
    table = started("Alice", "Bob", seed="takeback")
    seat, to = last(table)
    ask(table, seat)
    with pytest.raises(Conflict, match="takeback_of_another_seat"):
        ask(table, 1 - seat, WithdrawTakeback())
    with pytest.raises(Conflict, match="takeback_asked_already"):
        ask(table, 1 - seat, AskTakeback(to=to))
    ask(table, seat, WithdrawTakeback())
    with pytest.raises(Conflict, match="takeback_lapsed"):
        ask(table, 1 - seat, AgreeToTakeback())


def test_bots_agree_where_the_match_is_not_rated() -> None:
    table = started("Alice", "bot:random", game="elekt", seed="takeback")
    while table.awaited() != 0:
        table.go_on()
    table.go_on()
    ask(table, 0)
    assert isinstance(facts(table)[-1], TakenBack)


def test_takebacks_win_nobody_time() -> None:
    """Ten of them, at a control that adds twenty seconds for each decision."""
    table = started("Alice", "Bob", game="elekt", seed="time", time=PRESETS["classical"])
    seat, before = table.awaited(), table.version()
    while table.awaited() == seat:
        table.go_on()
    timeline = queries.timeline_of(queries.match(match_id=table.match, player=table.players[0]))
    for _ in range(10):
        had = beside_of(timeline, table.version()).clocks.left
        ask(table, seat, AskTakeback(to=before))
        ask(table, 1 - seat, AgreeToTakeback())
        assert timeline.catch_up() == table.version()
        going = beside_of(timeline, table.version()).clocks
        assert [*going.running] == [table.awaited()] == [seat]
        assert all(now <= then for now, then in zip(going.left, had, strict=True)), "the clock that ran has lost some"
        while table.awaited() == seat:
            table.go_on()
        timeline.catch_up()
    judged = Clocks()
    for fact in timeline.events:
        if isinstance(fact, TIME_FACTS):
            judged.check(fact)
            judged.evolve(fact)
    assert judged == beside_of(timeline, table.version()).clocks


def test_the_clock_of_who_is_asked_again_runs() -> None:
    control = TimeControl(mode="increment", base=600, extra=10)
    table = started("Alice", "Bob", game="elekt", seed="takeback", time=control)
    for _ in range(3):
        table.go_on()
    seat, _ = last(table)
    ask(table, seat)
    ask(table, 1 - seat, AgreeToTakeback())
    timeline = queries.timeline_of(queries.match(match_id=table.match, player=None))
    assert [*beside_of(timeline, timeline.version).clocks.running] == [table.awaited()] == [seat]
    table.go_on()
    table.play_out()
    assert verification.of_finished(match_id=table.match, player=None).ok


@pytest.mark.parametrize(
    ("rated", "takebacks_agreed", "may"), [(False, None, True), (True, None, False), (True, True, True)]
)
def test_a_rated_table_has_none_unless_it_says_so(rated: bool, takebacks_agreed: bool | None, may: bool) -> None:
    table = started("Alice", "Bob", game="elekt", seed="takeback", rated=rated, takebacks=takebacks_agreed)
    assert Row.objects.get(id=table.id).takebacks is may
    seat, _ = last(table)
    assert takebacks.has_decided(queries.match(match_id=table.match, player=table.players[seat])) is may
    if not may:
        with pytest.raises(Conflict, match="takebacks_off"):
            ask(table, seat)


def test_outsiders_moments_that_are_none_and_too_many_requests_are_refused() -> None:
    table = started("Alice", "Bob", game="elekt", seed="takeback", access="named")
    seat, before = last(table)
    with pytest.raises(NotFound):
        takebacks.change(table.match, AskTakeback(), by=person("Charlie"))
    with pytest.raises(BadRequest, match="no_such_moment"):
        ask(table, seat, AskTakeback(to=before + 1 if table.version() > before + 1 else 0))
    public = started("Alice", "Bob")
    with pytest.raises(NotAllowed):
        takebacks.change(public.match, AskTakeback(), by=person("Charlie"))
    for _ in range(takebacks.ASKED_OFTEN.most):
        ask(table, seat)
        ask(table, seat, WithdrawTakeback())
    with pytest.raises(TooMany):
        ask(table, seat)


def test_in_practice_one_goes_back_as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takebacks, "ASKED_OFTEN", Limit("takebacks in a test", 1, 3600))
    alice = person("Alice")
    opened = open_table(OpenTable(game="high-card", seats=2, access=Row.Access.PRACTICE), by=alice)
    assert opened.match
    table = Table(opened.table, opened.match, [alice, alice])
    for times in (1, 2, 3):
        for _ in range(2):
            table.go_on()
        ask(table, 0)
        assert sum(isinstance(fact, TakenBack) for fact in facts(table)) == times


def test_who_decided_is_read_once_and_then_what_is_new(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[int, int]] = []
    real = store.stored

    def reading(match: UUID, after: int, upto: int) -> Any:
        read.append((after, upto))
        return real(match, after, upto)

    monkeypatch.setattr(decided, "store", SimpleNamespace(stored=reading))
    seat, before = last(table)
    timeline = queries.timeline_of(queries.match(match_id=table.match, player=table.players[0]))
    assert decided.before_own_decision(timeline, seat, table.version()) == before
    assert decided.before_own_decision(timeline, 7, table.version()) is None
    assert read == [(0, at := table.version())]
    ask(table, seat)
    ask(table, 1 - seat, AgreeToTakeback())
    timeline.catch_up()
    found = [decided.before_own_decision(timeline, one, table.version()) for one in (0, 1)]
    assert read == [(0, at), (at, table.version())]
    fresh = Timeline(table.match, timeline.game)
    fresh.catch_up()
    assert found == [decided.before_own_decision(fresh, one, table.version()) for one in (0, 1)]
    assert before not in found, "what was taken back is no decision in force"
    again, to = last(table)
    timeline.catch_up()
    assert decided.before_own_decision(timeline, again, table.version()) == to


def test_a_page_forgets_the_lines_that_were_undone_and_the_replay_keeps_them(table: Table) -> None:
    seat, before = last(table)
    at = table.version()
    ask(table, seat)
    ask(table, 1 - seat, AgreeToTakeback())
    version = table.version()
    frames = fragments.match_frames(table.match, str(seat), at, version)
    assert frames["undone"] == f"{before}-{version}"
    assert next(iter(frames)) == "undone"
    replay = queries.replay(match_id=table.match, player=table.players[seat], at=at)
    assert replay.in_undone
    assert replay.undone == ((before + 1, at),)
    assert max(line.seq for line in replay.log) <= at
    assert not queries.replay(match_id=table.match, player=table.players[seat]).in_undone


@pytest.mark.parametrize("others_first", [False, True])
def test_whoever_was_away_forgets_undone_lines_wherever_others_stand(table: Table, others_first: bool) -> None:
    on = Audience("match", table.match, "spectator", "en", "html")
    seat, _ = last(table)
    away = table.version()
    audience.frames(on, 0)  # what their page holds
    ask(table, seat)
    ask(table, 1 - seat, AgreeToTakeback())
    stayed = table.version()
    table.go_on()
    if others_first:
        audience.frames(on, stayed)
    _, (frame,) = audience.frames(on, away)
    for holds in (False, True):
        sent = frame.form(holds=holds, packed=False).decode()
        told = [line.removeprefix("event: ") for line in sent.split("\n") if line.startswith("event: ")]
        assert told[:2] == ["undone", "log"], holds


def test_each_reads_of_what_would_be_undone_what_they_may_know() -> None:
    """Alice's own drawn cards stand in her panel, and in nobody else's."""
    table = started("Alice", "Bob", game="elekt", seed="takeback")
    for _ in range(4):
        table.go_on()
    seat, _ = last(table)
    match = queries.match(match_id=table.match, player=table.players[seat])
    to = queries.timeline_of(match).ends(match.version)[0]
    ask(table, seat, AskTakeback(to=to))
    for player, perspective in [(table.players[0], 0), (table.players[1], 1), (None, "spectator")]:
        lines = {line.seq: line.text for line in queries.log(match_id=table.match, player=player)}
        for one in shown(table, player).undone:
            assert one.line.text == lines[one.line.seq], perspective


def test_the_others_see_at_once_who_asks_and_answer_on_the_page() -> None:
    table = started("Alice", "Bob", game="elekt", seed="takeback")
    seat, before = last(table)
    assert table.client(seat).post(f"/matches/{table.match}/takeback/").status_code == 302
    with translation.override("en"):
        frame = live.frames(news.stream_of(table.match), f"{table.match}/{1 - seat}", 0, 1)["takeback"]
        for_others = live.frames(news.stream_of(table.match), f"{table.match}/spectator", 0, 1)["takeback"]
    (asker, other) = (table.players[seat], table.players[1 - seat])
    decided = queries.log(match_id=table.match, player=other, after=before)[0].text.rstrip(".")
    assert f"To before: {decided}." in frame
    assert shown(table, other).place in frame
    assert "Not answered yet" not in frame, "they know that themselves"
    assert shown(table, asker).waiting == (("Alice", "Bob")[1 - seat],)
    assert "Agree</button>" in frame
    assert "Agree</button>" not in for_others
    table.client(1 - seat).post(f"/matches/{table.match}/takeback/agree/")
    assert isinstance(facts(table)[-1], TakenBack)
    assert Match.objects.get(id=table.match).version == len(facts(table))


def test_the_stream_brings_the_button_with_the_first_decision_and_takes_it_away_with_the_last_one_taken_back() -> None:
    table = started("Alice", "Bob", game="elekt", seed="takeback")
    seat, _ = last(table)
    on = [Audience("match", table.match, viewer, "en", "html") for viewer in (str(seat), str(1 - seat), "spectator")]

    def told() -> list[bool]:
        frames = [audience.frames(one, 0)[1][0].data.decode() for one in on]
        assert [frame.count("event: asks") for frame in frames] == [1, 1, 0], "nobody else can ask for anything"
        return ["Take back my last decision" in frame for frame in frames]

    assert told() == [True, False, False]
    ask(table, seat)
    ask(table, 1 - seat, AgreeToTakeback())
    assert told() == [False, False, False]
    table.play_out()
    assert told() == [False, False, False], "and with the end"


def test_a_decision_of_a_page_without_a_stream_brings_the_buttons_along() -> None:
    table = started("Alice", "Bob", game="elekt", seed="takeback")
    seat = table.awaited()
    form = {
        "decision": json.dumps(table.option(seat)),
        "expected_version": table.version(),
        "decision_id": "7f6f3f8e-4a56-4f3e-9d0c-0d8f3f6f5b02",
    }
    answer = table.client(seat).post(f"/matches/{table.match}/decide/", form, headers={"hx-request": "true"})
    assert 'hx-swap-oob="true"' in (page := answer.content.decode())
    assert "Take back my last decision" in page


def test_the_page_says_who_was_refused_and_asks_again_once_a_request_has_stood_for_ten_minutes() -> None:
    table = started("Alice", "Bob", seed="takeback")
    seat, _ = last(table)
    ask(table, seat)
    page = table.client(1 - seat).get(f"/matches/{table.match}/").content.decode()
    (seconds,) = re.findall(r'hx-select="#takeback".*?load delay:([0-9]+)s', page, re.DOTALL)
    assert 590 <= int(seconds) <= 602
    ask(table, 1 - seat, RefuseTakeback())
    for one, refused in ((seat, True), (1 - seat, False)):
        page = table.client(one).get(f"/matches/{table.match}/").content.decode()
        assert ("data-refused" in page) is refused
    table.go_on()
    assert not shown(table, table.players[seat]).was_refused
