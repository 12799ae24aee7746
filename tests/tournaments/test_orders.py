"""What arbiters order at a running match: who may, what becomes of the match, and where the reason is to be read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation

from elekt_core.record.takeback import ARBITER, TakenBack
from ledger import store
from ledger.projections import named, rebuild
from matches.company import arbiters
from matches.models import Match
from matches.play import narration, queries, verification
from matches.play.timeline import Timeline
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from players.models import Player
from tests.matches.factories import Table, account, heard, person
from tournaments import commands, orders, running, services
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Result
from tournaments.models import MatchOrder
from tournaments.pages import log
from tournaments.queries import tournament as asked_for
from tournaments.settings import Settings
from tournaments.state import Role
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from .factories import at, opened, stage, state_of

pytestmark = pytest.mark.django_db
REF = at("main", 1, 1)


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def arbiter() -> UUID:
    return account("Dorothy")


@pytest.fixture
def evening(alice: UUID, arbiter: UUID) -> UUID:
    return of(alice, arbiter, Settings())


def of(alice: UUID, arbiter: UUID, settings: Settings) -> UUID:
    """Two people are at their table here, and have made some decisions."""
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=settings)
    people = [account("Bob"), account("Celia")]
    services.change(tournament, commands.Enter(tuple(Newcomer(one) for one in people)), by=alice)
    services.change(tournament, commands.GrantRole(arbiter, Role.ARBITER), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    here = table_of(tournament)
    for player in people:
        table_services.change(here, SitDown(), by=player)
    table = played(tournament)
    for _ in range(3):
        table.go_on()
    return tournament


def table_of(tournament: UUID) -> UUID:
    found = running.opened_for(tournament, REF)
    assert found
    return found


def played(tournament: UUID) -> Table:
    row = Match.objects.select_related("table").get(table=table_of(tournament))
    seats = row.table.seat_rows.order_by("number").values_list("player", flat=True)
    return Table(row.table_id, row.id, list(seats))


def order(
    tournament: UUID, by: UUID, to: int, text: str = "A card fell open.", decision_id: UUID | None = None
) -> services.Changed:
    return services.change(tournament, commands.RewindMatch(REF, to, text), by=by, decision_id=decision_id)


def ends(table: Table, player: UUID) -> tuple[int, ...]:
    shown = queries.match(match_id=table.match, player=player)
    return queries.timeline_of(shown).ends(shown.version)


def test_the_match_goes_on_from_the_moment_and_its_record_is_sound(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    to = ends(table, arbiter)[-3]
    order(evening, arbiter, to)
    shown = queries.match(match_id=table.match, player=arbiter)
    facts = [fact for fact in queries.timeline_of(shown).events if isinstance(fact, TakenBack)]
    assert [(fact.to, fact.seat, fact.consented) for fact in facts] == [(to, ARBITER, ())]
    with translation.override("en"):
        line = narration.log(queries.timeline_of(shown), "spectator", shown.names, shown.version)[-1]
    assert line.text == f"Taken back by an arbiter: the match goes on from event {to}."
    table.play_out()
    assert verification.of_finished(match_id=table.match, player=arbiter).ok
    for name in ("matches", "tournaments", "match orders"):
        assert rebuild(named(name), compare=True).differences == []


def test_who_ordered_it_and_why_is_shown_to_all_at_the_table_and_in_the_log(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    to = ends(table, arbiter)[-2]
    order(evening, arbiter, to)
    for player in table.players:
        shown = arbiters.shown(queries.match(match_id=table.match, player=player), player)
        assert [(one.by, one.reason, one.to) for one in shown.orders] == [("Dorothy", "A card fell open.", to)]
        assert not shown.address
    asked = asked_for(tournament_id=evening, player=None)
    lines = [line for line in log.change_log(asked, None, 1).lines if "A card fell open." in line.why]
    assert [line.who for line in lines] == ["Dorothy"]
    assert any(str(to) in sentence.text for sentence in lines[0].sentences)


@pytest.mark.parametrize(("zone", "when"), [("Asia/Tokyo", "25 November, 08:30"), ("UTC", "24 November, 23:30")])
def test_when_it_was_ordered_is_told_by_the_clock_of_whoever_hears_it(
    evening: UUID, arbiter: UUID, zone: str, when: str
) -> None:
    table = played(evening)
    order(evening, arbiter, ends(table, arbiter)[-2])
    MatchOrder.objects.update(ordered_at=datetime(2026, 11, 24, 23, 30, tzinfo=UTC))
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=str(table.players[0])))
    client.cookies["zone"] = zone
    page = client.get(f"/matches/{table.match}/")
    assert f">{when}</time>" in page.content.decode()
    assert f">{when}</time>" in heard(page.context["company_url"])


def test_the_same_order_sent_twice_is_carried_out_once_and_one_cut_short_is_finished(
    evening: UUID, arbiter: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, sent = played(evening), uuid4()
    to = ends(table, arbiter)[-2]
    with monkeypatch.context() as cut:
        cut.setattr(arbiters, "rewind", lambda *_, **__: (_ for _ in ()).throw(OSError))
        with pytest.raises(OSError):
            order(evening, arbiter, to, decision_id=sent)
    at_first = table.version()
    order(evening, arbiter, to, decision_id=sent)
    assert table.version() > at_first
    again = table.version()
    order(evening, arbiter, to, decision_id=sent)
    assert table.version() == again


def cut_short(tournament: UUID, command: commands.Command, by: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies when the order stands in the tournament and not yet in the match."""
    with monkeypatch.context() as cut:
        cut.setattr(orders, "carry_out", lambda *_: (_ for _ in ()).throw(OSError))
        with pytest.raises(OSError):
            services.change(tournament, command, by=by)


@pytest.mark.parametrize("what", ["rewind", "rule", "annul"])
def test_an_order_cut_short_is_finished_by_itself(
    evening: UUID, arbiter: UUID, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(evening)
    to, before = ends(table, arbiter)[-2], table.version()
    given: dict[str, commands.Command] = {
        "rewind": commands.RewindMatch(REF, to, "A card fell open."),
        "rule": commands.RuleMatch(REF, Result((1, 2), (), frozenset()), "They agree."),
        "annul": commands.AnnulMatch(REF, "The wrong cards."),
    }
    cut_short(evening, given[what], arbiter, monkeypatch)
    assert orders.carry_out_forgotten(10) == 0, "it may be on its way"
    MatchOrder.objects.update(ordered_at=timezone.now() - timedelta(seconds=5))
    assert orders.carry_out_forgotten(10) == 1
    assert table.version() > before
    assert (Match.objects.get(id=table.match).ended_at is None) == (what == "rewind")
    after = table.version()
    assert orders.carry_out_forgotten(10) == 0
    assert table.version() == after
    player = table.players[0]
    shown = queries.match(match_id=table.match, player=player)
    assert store.find(table.match, MatchOrder.objects.get().id, actor=f"player:{arbiter}")
    assert [one.by for one in arbiters.shown(shown, player).orders] == ["Dorothy"]


def test_only_the_latest_order_is_finished_and_one_that_cannot_be_stops_no_other(
    evening: UUID, arbiter: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(evening)
    early, late = ends(table, arbiter)[-4], ends(table, arbiter)[-2]
    cut_short(evening, commands.RewindMatch(REF, early, "First."), arbiter, monkeypatch)
    order(evening, arbiter, late)
    MatchOrder.objects.update(ordered_at=timezone.now() - timedelta(seconds=5))
    assert orders.carry_out_forgotten(10) == 0
    facts = queries.timeline_of(queries.match(match_id=table.match, player=arbiter)).events
    assert [fact.to for fact in facts if isinstance(fact, TakenBack)] == [late]
    table.go_on()
    cut_short(evening, commands.RewindMatch(REF, late, "Again."), arbiter, monkeypatch)
    MatchOrder.objects.update(ordered_at=timezone.now() - timedelta(seconds=5))
    tried = []

    def refuse(*asked: object, **_: object) -> None:
        tried.append(asked)
        raise Conflict("nothing_to_take_back")

    monkeypatch.setattr(arbiters, "rewind", refuse)
    assert [orders.carry_out_forgotten(10) for _ in range(3)] == [0, 0, 0]
    assert len(tried) == 1, "it is not asked, and told of, every second"
    table.go_on()
    orders.carry_out_forgotten(10)
    assert len(tried) == 2


def test_nobody_else_may_order_it(evening: UUID, alice: UUID, arbiter: UUID) -> None:
    table = played(evening)
    to, player = ends(table, arbiter)[-2], table.players[0]
    assert player
    scorer, stranger = account("Edgar"), account("Frank")
    services.change(evening, commands.GrantRole(scorer, Role.SCORER), by=alice)
    for by in (player, scorer, stranger):
        with pytest.raises(NotAllowed, match="needs_role"):
            order(evening, by, to)
    services.change(evening, commands.GrantRole(player, Role.ARBITER), by=alice)
    with pytest.raises(NotAllowed, match="own_table_ruled"):
        order(evening, player, to)
    assert not arbiters.shown(queries.match(match_id=table.match, player=player), player).address
    assert arbiters.shown(queries.match(match_id=table.match, player=arbiter), arbiter).address
    assert not arbiters.shown(queries.match(match_id=table.match, player=scorer), scorer).address


@pytest.mark.parametrize("text", ["", "   "])
def test_without_a_reason_nothing_happens(evening: UUID, arbiter: UUID, text: str) -> None:
    table = played(evening)
    before = state_of(evening).version, table.version()
    with pytest.raises(BadRequest):
        order(evening, arbiter, ends(table, arbiter)[-2], text)
    assert (state_of(evening).version, table.version()) == before


def test_a_moment_that_there_is_not_leaves_no_order_behind(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    version = state_of(evening).version
    with pytest.raises(BadRequest, match="no_such_moment"):
        order(evening, arbiter, 10_000)
    with pytest.raises(Conflict, match="nothing_to_take_back"):
        order(evening, arbiter, table.version())
    table.play_out()
    with pytest.raises(Conflict, match="no_running_match"):
        order(evening, arbiter, 1)
    assert state_of(evening).version == version


def test_a_match_that_ends_while_a_rewind_is_carried_out_stays_over(
    evening: UUID, arbiter: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(evening)
    to, running_then = ends(table, arbiter)[-2], arbiters._running

    def slow(opened: UUID) -> tuple[Match, Timeline]:
        found = running_then(opened)
        table.play_out()
        return found

    monkeypatch.setattr(arbiters, "_running", slow)
    with pytest.raises(Conflict, match="no_running_match"):
        arbiters.rewind(table.id, to, rated=True, order=uuid4(), by=arbiter)
    over = Match.objects.get(id=table.match)
    assert (over.awaited, over.ended_at is None) == (0, False)


def test_an_arbiter_looks_on_as_a_spectator_and_strangers_do_not(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    assert queries.perspectives(queries.match(match_id=table.match, player=arbiter)) == ("spectator",)
    assert queries.may_hear_match(table.match, "spectator", [arbiter, None]) == {arbiter}
    for player in (None, person("Frank")):
        with pytest.raises(NotFound):
            queries.match(match_id=table.match, player=player)


def test_an_order_cannot_be_undone(evening: UUID, arbiter: UUID) -> None:
    order(evening, arbiter, ends(played(evening), arbiter)[-2])
    with pytest.raises(Conflict, match="cannot_be_undone"):
        services.change(evening, commands.Undo(), by=arbiter)


def test_it_is_ordered_from_the_page_of_the_table_and_told_there_and_in_the_replay(
    evening: UUID, arbiter: UUID, client: Client
) -> None:
    table = played(evening)
    to = ends(table, arbiter)[-2]
    client.force_login(Player.objects.get(id=arbiter))
    page = client.get(f"/matches/{table.match}/").content.decode()
    address = f"/tournaments/{evening}/desk/order/"
    assert f'action="{address}"' in page
    sent = {"stage": "main", "round": "1", "table": "1", "to": str(to), "text": "<b>Seen</b>"}
    answer = client.post(address, sent, follow=True)
    assert "&lt;b&gt;Seen&lt;/b&gt;" in answer.content.decode()
    replay = client.get(f"/matches/{table.match}/replay/{to}/").content.decode()
    assert "&lt;b&gt;Seen&lt;/b&gt;" in replay
    assert f'value="{to}"' in replay
    client.force_login(Player.objects.get(id=str(table.players[0])))
    page = client.get(f"/matches/{table.match}/").content.decode()
    assert "&lt;b&gt;Seen&lt;/b&gt;" in page
    assert address not in page
