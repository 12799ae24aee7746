"""Matches that count on the ladder, and those that do not. Alice opens tables, Bob plays against her."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from ledger import store
from matches.changing import MATCHES, Move, Playing
from matches.clocks import flags
from matches.clocks.controls import TimeControl
from matches.clocks.notes import note
from matches.models import Table as TableRow
from matches.play import queries, services, simulation
from matches.tables import rating
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SeatBot, SitDown
from players import services as people
from players.models import Player, RatedGame
from players.ratings import commands as c
from players.ratings import queries as ladders
from players.ratings import rulings
from players.ratings import services as ratings
from players.ratings.events import LadderKey
from web.errors import Conflict

from ..factories import GAME, Table, person

pytestmark = pytest.mark.django_db


def ladder(speed: str = "live") -> LadderKey:
    return LadderKey(GAME, TableRow.objects.latest("opened_at").ruleset, speed)


def account(name: str) -> UUID:
    return people.sign_up(username=name.lower(), name=name, password="dvopq-83nvfg").id


def seated(*players: UUID | None, **asked: Any) -> Table:
    """A match between these, the first one as host; None is a bot."""
    host = players[0]
    assert host is not None
    bots = {seat: "random" for seat, player in enumerate(players) if player is None}
    opened = table_services.open_table(OpenTable(game=GAME, seats=len(players), bots=bots, **asked), by=host)
    match = opened.match
    for seat, player in enumerate(players):
        if seat and player:
            match = table_services.change(opened.table, SitDown(seat), by=player).match
    assert match is not None
    return Table(opened.table, match, list(players))


def rated(table: Table) -> RatedGame | None:
    return RatedGame.objects.filter(game=rating.rated_game(table.match)).first()


def test_a_match_between_accounts_counts_when_it_ends_and_not_before() -> None:
    alice, bob = account("Alice"), account("Bob")
    table = seated(alice, bob)
    assert rated(table) is None
    row = table.play_out()
    game = rated(table)
    assert game is not None
    assert (game.played_at, game.source) == (row.ended_at, f"match:{row.id}")
    lines = ladders.explain(game.game)
    assert [line.published.who for line in lines] == [f"player:{alice}", f"player:{bob}"]
    assert [line.published.place for line in lines] == row.ranks
    assert queries.match(match_id=row.id, player=None).rated_game == game.game


@pytest.mark.parametrize("speed", ["live", "correspondence"])
def test_bots_count_like_people_on_a_ladder_of_their_own(speed: str) -> None:
    alice = account("Alice")
    table = seated(alice, None, speed=speed)
    table.play_out()
    game = rated(table)
    assert game is not None
    assert {rung.who for rung in ladders.ladder(ladder("bots"))} == {f"player:{alice}", "bot:random"}
    assert list(ladders.ladder(ladder(speed))) == [], "nothing is won among people"
    assert [line.published.who for line in ladders.explain(game.game)][1] == "bot:random"


def test_a_conceded_match_counts_as_it_ends() -> None:
    alice = account("Alice")
    table = seated(alice, account("Bob"))
    services.concede(match_id=table.match, seat=0, decision_id=uuid4(), actor=services.player_actor(alice))
    row = table.play_out()
    game = rated(table)
    assert game is not None
    assert [line.published.place for line in ladders.explain(game.game)] == row.ranks


@pytest.mark.parametrize("who", ["host", "second"])
def test_a_match_with_a_guest_does_not_count(who: str) -> None:
    alice, guest = account("Alice"), person("Gast")
    table = seated(guest, alice) if who == "host" else seated(alice, guest)
    table.play_out()
    assert rated(table) is None
    assert queries.match(match_id=table.match, player=None).rated_game is None


@pytest.mark.parametrize("decides", [True, False])
def test_a_match_in_which_a_bot_has_decided_for_a_player_does_not_count(decides: bool) -> None:
    table = seated(account("Alice"), account("Bob"))
    seat = table.awaited()

    def call(playing: Playing) -> Move:
        return note(playing, *flags.call(playing, seat))

    MATCHES.change(table.match, call, actor="clock")
    if decides:
        table.go_on()
    else:
        table.decide(seat)  # and so the bot leaves
    while queries.match(match_id=table.match, player=None).ended_at is None:
        table.decide()
    assert (rated(table) is None) is decides


def test_practice_and_tables_that_the_host_wants_unrated_do_not_count() -> None:
    alice = account("Alice")
    opened = table_services.open_table(OpenTable(game=GAME, seats=2, access=TableRow.Access.PRACTICE), by=alice)
    assert opened.match is not None
    free = seated(alice, account("Bob"), rated=False)
    for table in (Table(opened.table, opened.match, [alice, alice]), free):
        table.play_out()
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize(
    "asked",
    [
        {"access": TableRow.Access.PRACTICE},
        {"seats": 3, "bots": {1: "random", 2: "random"}},
        {"time": TimeControl(mode="increment", base=300, extra=5, flag="bot")},
        {"host_seat": None, "bots": {0: "random", 1: "greedy"}},
    ],
)
def test_what_cannot_be_rated_is_refused_where_it_was_asked_for(asked: dict[str, Any]) -> None:
    alice = account("Alice")
    wish: dict[str, Any] = {"game": GAME, "seats": 2, "rated": True} | asked
    with pytest.raises(Conflict, match="cannot_be_rated"):
        table_services.open_table(OpenTable(**wish), by=alice)
    assert not TableRow.objects.exists()
    table_services.open_table(OpenTable(**wish | {"rated": None}), by=alice)
    assert not TableRow.objects.get().rated


def test_a_rated_table_that_bots_fill_in_the_end_is_unrated_from_its_start() -> None:
    """Its host watches, and moves no bot's rating by it."""
    alice = account("Alice")
    table = table_services.open_table(OpenTable(game=GAME, seats=2, host_seat=None, rated=True), by=alice).table
    table_services.change(table, SeatBot(0, "random"), by=alice)
    assert TableRow.objects.get(id=table).rated
    match = table_services.change(table, SeatBot(1, "greedy"), by=alice).match
    assert match is not None
    assert [event.kind for event in store.read(table)][-2:] == ["rating_waived", "match_started"]
    assert not TableRow.objects.get(id=table).rated
    simulation.play_out(match)
    assert not RatedGame.objects.exists()


def test_a_rated_match_of_bots_alone_that_began_long_ago_counts_nowhere() -> None:
    """As it stood when such tables could be rated."""
    alice = account("Alice")
    bots = {0: "random", 1: "greedy"}
    done = table_services.open_table(OpenTable(game=GAME, seats=2, host_seat=None, bots=bots), by=alice)
    TableRow.objects.update(rated=True)
    assert done.match is not None
    assert simulation.play_out(done.match).ended_at is not None
    assert not RatedGame.objects.exists()


def test_no_bot_sits_twice_at_a_rated_table() -> None:
    alice = account("Alice")
    table = table_services.open_table(OpenTable(game=GAME, seats=3, bots={1: "random"}), by=alice).table
    with pytest.raises(Conflict, match="bot_twice_when_rated"):
        table_services.change(table, SeatBot(2, "random"), by=alice)
    assert TableRow.objects.get(id=table).status == "open"


def test_an_old_table_opened_before_ratings_is_read_as_not_rated() -> None:
    alice = person("Alice")
    table = table_services.open_table(OpenTable(game=GAME, seats=2), by=alice).table
    assert [event.kind for event in store.read(table)] == ["table_opened", "seat_taken"]
    assert not TableRow.objects.get(id=table).rated


def test_an_ended_match_is_rated_once_however_often_its_last_decision_is_sent() -> None:
    table = seated(account("Alice"), account("Bob"))
    table.play_out()
    before = RatedGame.objects.count(), Player.objects.count()
    services.decide_automatically(match_id=table.match, seat=0, expected_version=table.version())
    assert (RatedGame.objects.count(), Player.objects.count()) == before == (1, 2)


def test_an_annulled_bot_match_moves_the_ladder_as_the_preview_said() -> None:
    """The first one, which Alice concedes; all later ones are rated anew."""
    alice = account("Alice")
    games = [seated(alice, None) for _ in range(4)]
    services.concede(match_id=games[0].match, seat=0, decision_id=uuid4(), actor=services.player_actor(alice))
    for one in games:
        one.play_out()
    game = rating.rated_game(games[0].match)
    said = {moved.who: moved.after for moved in rulings.preview(c.AnnulGame(game)).ladders[0].moved}
    ratings.change(c.AnnulGame(game), actor="player:arbiter")
    now = {rung.who: rung.value for rung in ladders.ladder(ladder("bots"))}
    assert {who: now[who] for who in said} == said != {}


def test_simulations_count_for_nobody() -> None:
    simulation.simulate(game=GAME, bots=["random"] * 2, seed=bytes(32))
    assert not RatedGame.objects.exists()
