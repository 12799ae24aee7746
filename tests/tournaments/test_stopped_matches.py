"""An arbiter ends a running match: rules on it, or annuls it."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.errors import MatchOver
from elekt_core.record.stop import PlayStopped
from ledger.projections import named, rebuild
from matches.clocks.beside import beside_of
from matches.clocks.controls import PRESETS
from matches.company import arbiters
from matches.models import Match, Seat
from matches.models import Table as MatchTable
from matches.play import queries, verification
from matches.play.services import decide_automatically
from players.models import Player
from players.ratings.models import RatedGame
from tests.matches.factories import Table, account, started
from tournaments import commands, running, services
from tournaments.formats.contract import Result
from tournaments.settings import Settings
from tournaments.state import Progress, Role
from web.errors import Conflict, NotAllowed

from .factories import state_of, wins
from .test_orders import REF, alice, arbiter, evening, of, played, table_of

__all__ = ["alice", "arbiter", "evening"]
pytestmark = pytest.mark.django_db
WHY = "The cards were seen."


def rule(tournament: UUID, by: UUID, result: Result, decision_id: UUID | None = None) -> services.Changed:
    command = commands.RuleMatch(REF, result, WHY)
    return services.change(tournament, command, by=by, decision_id=decision_id)


def annul(tournament: UUID, by: UUID) -> services.Changed:
    return services.change(tournament, commands.AnnulMatch(REF, WHY), by=by)


def row(match: UUID) -> Match:
    return Match.objects.get(id=match)


@pytest.mark.parametrize("places", [(2, 1), (1, 1)])
def test_a_ruling_ends_the_match_with_these_places_which_count_for_both(
    evening: UUID, arbiter: UUID, places: tuple[int, int]
) -> None:
    table = played(evening)
    rule(evening, arbiter, Result(places))
    ended = row(table.match)
    assert (ended.ended_at is not None, ended.termination, tuple(ended.ranks)) == (True, "ruled", places)
    assert (ended.awaited, ended.due, ended.falls_at) == (0, False, None)
    assert ended.winner == (1 if places == (2, 1) else None)
    assert not Seat.objects.filter(table=table.id, playing=True).exists()
    found = state_of(evening).stages["main"].table(1, 1)
    assert found
    assert (found.progress, found.source, found.pairing.result) == (Progress.DONE, "arbiter", Result(places))
    assert [RatedGame.objects.count(), MatchTable.objects.get(id=table.id).rated] == [1, True]
    for name in ("matches", "tournaments", "match orders"):
        assert rebuild(named(name), compare=True).differences == []


def test_nothing_follows_the_end_and_the_record_is_sound(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    seat, option, version = table.awaited(), table.option(table.awaited()), table.version()
    rule(evening, arbiter, wins(0))
    at_end = table.version()
    with pytest.raises(MatchOver):
        table.decide(seat, decision=option)
    with pytest.raises(MatchOver):
        table.decide(seat, decision={"kind": "concede", "seat": seat})
    assert decide_automatically(match_id=table.match, seat=seat, expected_version=at_end) is None
    with pytest.raises(Conflict, match="no_running_match"):
        services.change(evening, commands.RewindMatch(REF, version, WHY), by=arbiter)
    assert table.version() == at_end
    assert verification.of_finished(match_id=table.match, player=table.players[0]).ok
    facts = queries.timeline_of(queries.match(match_id=table.match, player=table.players[0])).events
    assert isinstance(facts[-1], PlayStopped)
    assert not running.take_result(table.id)


def test_a_forfeit_by_ruling_counts_for_no_rating(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    rule(evening, arbiter, Result((1, 2), forfeited=frozenset({1})))
    assert row(table.match).termination == "ruled"
    assert not RatedGame.objects.exists()


def played_by_an_owner(evening: UUID, alice: UUID, owner: str = "still") -> Table:
    table = played(evening)
    mallory = table.players[0] if owner != "elsewhere" else account("Mallory")
    assert mallory is not None
    services.change(evening, commands.GrantRole(mallory, Role.OWNER), by=alice)
    if owner == "no longer":
        services.change(evening, commands.GrantRole(mallory, None), by=mallory)
    return table


def orders_at(table: Table) -> tuple[commands.Command, ...]:
    timeline = queries.timeline_of(queries.match(match_id=table.match, player=table.players[0]))
    back = timeline.ends(table.version())[-2]
    return (
        commands.RewindMatch(REF, back, WHY),
        commands.RuleMatch(REF, Result((1, 2)), WHY),
        commands.AnnulMatch(REF, WHY),
    )


@pytest.mark.parametrize("owner", ["still", "no longer", "unrated by now"])
def test_nobody_s_rating_hangs_on_an_arbiter_whom_they_named(
    evening: UUID, alice: UUID, arbiter: UUID, owner: str, client: Client
) -> None:
    """The other could not even object: that is for typed results."""
    table = played_by_an_owner(evening, alice, owner)
    if owner == "unrated by now":
        services.change(
            evening, commands.ChangeTournament("Evening", replace(state_of(evening).settings, rated=False)), by=alice
        )
    for order in orders_at(table):
        with pytest.raises(NotAllowed, match="staff_orders"):
            services.change(evening, order, by=arbiter)
    assert (row(table.match).ended_at, MatchTable.objects.get(id=table.id).rated) == (None, True)
    client.force_login(Player.objects.get(id=str(arbiter)))
    page = client.get(f"/matches/{table.match}/", headers={"accept-language": "en"}).content.decode()
    told = "only an administrator of the platform can give orders"
    assert ('name="do"' in page, told in " ".join(page.split())) == (False, True)
    table.play_out()
    assert RatedGame.objects.count() == 1


def test_an_arbiter_rules_for_the_rating_where_no_owner_plays(evening: UUID, alice: UUID, arbiter: UUID) -> None:
    table = played_by_an_owner(evening, alice, "elsewhere")
    rewind, rule_, _ = orders_at(table)
    services.change(evening, rewind, by=arbiter)
    services.change(evening, rule_, by=arbiter)
    assert (row(table.match).termination, RatedGame.objects.count()) == ("ruled", 1)


def test_an_administrator_of_the_platform_orders_at_an_owner_s_match(evening: UUID, alice: UUID) -> None:
    table, staff = played_by_an_owner(evening, alice), account("Staff", staff=True)
    services.change(evening, commands.GrantRole(staff, Role.ARBITER), by=alice)
    rewind, rule_, _ = orders_at(table)
    services.change(evening, rewind, by=staff)
    services.change(evening, rule_, by=staff)
    assert RatedGame.objects.count() == 1


def test_and_annuls_it_without_a_role(evening: UUID, alice: UUID, arbiter: UUID, client: Client) -> None:
    table, staff = played_by_an_owner(evening, alice), account("Staff", staff=True)
    seen = []
    for looking in (arbiter, account("Olivia"), staff):
        client.force_login(Player.objects.get(id=str(looking)))
        seen.append('value="annul"' in client.get(f"/tournaments/{evening}/tables/main/1/1/").content.decode())
    assert seen == [False, False, True]
    sent = {"stage": "main", "round": "1", "table": "1", "text": WHY}
    for do, answer in (("rule", 403), ("rewind", 403), ("annul", 302)):
        places = {"place_0": "2", "place_1": "1"} if do == "rule" else {}
        posted = client.post(f"/tournaments/{evening}/desk/order/", {**sent, **places, "do": do, "to": "1"})
        assert posted.status_code == answer, do
    assert row(table.match).termination == "annulled"
    assert not RatedGame.objects.exists()


def test_where_nothing_is_rated_an_arbiter_annuls_and_staff_without_a_role_do_not(alice: UUID, arbiter: UUID) -> None:
    unrated = of(alice, arbiter, Settings(rated=False))
    table = played_by_an_owner(unrated, alice)
    with pytest.raises(NotAllowed, match="needs_role"):
        annul(unrated, account("Staff", staff=True))
    annul(unrated, arbiter)
    assert row(table.match).termination == "annulled"


def test_staff_without_a_role_annul_no_other_match(evening: UUID, alice: UUID) -> None:
    played(evening)
    staff = account("Staff", staff=True)
    with pytest.raises(NotAllowed, match="needs_role"):
        annul(evening, staff)


def test_an_annulled_match_counts_for_nothing_and_the_next_one_is_called(evening: UUID, arbiter: UUID) -> None:
    table = played(evening)
    annul(evening, arbiter)
    ended = row(table.match)
    assert (ended.termination, ended.ranks, ended.winner) == ("annulled", [], None)
    assert not RatedGame.objects.exists()
    assert not running.take_result(table.id)
    running.call_tables(evening)
    again = table_of(evening)
    assert again != table.id
    found = state_of(evening).stages["main"].table(1, 1)
    assert found
    assert (found.is_done, [game.opened for game in found.games.values()]) == (False, [again])
    for name in ("matches", "tournaments", "match orders"):
        assert rebuild(named(name), compare=True).differences == []


def test_an_order_that_was_cut_short_is_finished_when_it_is_sent_again(
    evening: UUID, arbiter: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, sent = played(evening), uuid4()
    with monkeypatch.context() as cut:
        cut.setattr(arbiters, "stop", lambda *_, **__: (_ for _ in ()).throw(OSError))
        with pytest.raises(OSError):
            rule(evening, arbiter, wins(1), sent)
    assert row(table.match).ended_at is None
    for _ in range(2):
        rule(evening, arbiter, wins(1), sent)
        assert row(table.match).ranks == [2, 1]


def test_who_sits_there_neither_rules_nor_annuls(evening: UUID, alice: UUID) -> None:
    table = played(evening)
    player = table.players[0]
    assert player
    orders = (commands.RuleMatch(REF, wins(0), WHY), commands.AnnulMatch(REF, WHY))
    for order in orders:
        with pytest.raises(NotAllowed, match="needs_role"):
            services.change(evening, order, by=player)
    services.change(evening, commands.GrantRole(player, Role.ARBITER), by=alice)
    for order in orders:
        with pytest.raises(NotAllowed, match="own_table_ruled"):
            services.change(evening, order, by=player)
    assert row(table.match).ended_at is None


@pytest.mark.parametrize("what", ["rule", "annul"])
def test_pages_say_how_it_ended_and_why(evening: UUID, arbiter: UUID, client: Client, what: str) -> None:
    table = played(evening)
    client.force_login(Player.objects.get(id=str(arbiter)))
    sent = {"stage": "main", "round": "1", "table": "1", "do": what, "text": WHY, "to": ""}
    sent |= {"place_0": "2", "place_1": "1"} if what == "rule" else {}
    client.post(f"/tournaments/{evening}/desk/order/", sent)
    ended = row(table.match)
    assert ended.termination == ("ruled" if what == "rule" else "annulled")
    player = table.client(0)
    for address in ("", f"replay/{ended.version}/", "verification/", "cards/"):
        answer = player.get(f"/matches/{table.match}/{address}")
        assert answer.status_code == 200, address
    for address in ("", f"replay/{ended.version}/"):
        page = player.get(f"/matches/{table.match}/{address}").content.decode()
        assert WHY in page
        assert ("annulled the match" in page) == (what == "annul")
    for address in ("/", "/matches/"):
        assert player.get(address).status_code == 200, address


def test_the_clocks_of_a_stopped_match_stand(arbiter: UUID) -> None:
    table = started("Alice", "Bob", time=PRESETS["rapid"])
    arbiters.stop(table.id, (2, 1), rated=True, order=uuid4(), by=arbiter)
    shown = queries.match(match_id=table.match, player=table.players[0])
    assert shown.is_over
    beside = beside_of(queries.timeline_of(shown), shown.version)
    assert beside.clocks.agreed is not None
    assert not beside.clocks.running
    assert row(table.match).falls_at is None
    assert verification.of_finished(match_id=table.match, player=None).ok
