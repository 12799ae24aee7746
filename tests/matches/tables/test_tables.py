"""Tables: opened, filled, left, closed; and the match that starts when the last seat is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from elekt_core.errors import BadSetup, UnknownGame
from ledger import store
from matches.after_commit import in_process
from matches.models import Match, Seat
from matches.models import Table as Row
from matches.play import queries, simulation
from matches.play.fragments import table_context
from matches.tables import queries as table_queries
from matches.tables import services as table_services
from matches.tables.commands import CloseTable, Command, OpenTable, RemoveBot, SeatBot, SitDown, StandUp
from matches.tables.services import TableChanged
from players.models import Player
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion

from ..factories import GAME, person

pytestmark = pytest.mark.django_db

Change = Callable[[], table_services.TableChanged]


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def bob() -> UUID:
    return person("Bob")


@pytest.fixture
def charlie() -> UUID:
    return person("Charlie")


def opened(host: UUID, **changes: Any) -> UUID:
    asked: dict[str, Any] = {"game": GAME, "seats": 3}
    return table_services.open_table(OpenTable(**asked | changes), by=host).table


def kinds(table: UUID) -> list[str]:
    return [event.kind for event in store.read(table)]


def sitting(table: UUID) -> list[UUID | str | None]:
    return [seat.player or seat.bot or None for seat in Seat.objects.filter(table=table).order_by("number")]


# --- opening ------------------------------------------------------------------------------------------------


def test_who_opens_a_table_sits_on_its_first_seat(alice: UUID) -> None:
    table = opened(alice)
    assert kinds(table) == ["table_opened", "seat_taken"]
    assert sitting(table) == [alice, None, None]
    assert Row.objects.get(id=table).status == "open"


def test_the_newest_ruleset_is_agreed_on_unless_another_is_named(alice: UUID) -> None:
    assert Row.objects.get(id=opened(alice)).ruleset == "high-card-2"
    assert Row.objects.get(id=opened(alice, ruleset="high-card-1")).ruleset == "high-card-1"


def test_opening_sent_twice_opens_one_table(alice: UUID) -> None:
    asked = uuid4()
    first = table_services.open_table(OpenTable(game=GAME, seats=2), by=alice, decision_id=asked)
    again = table_services.open_table(OpenTable(game=GAME, seats=2), by=alice, decision_id=asked)
    assert (again.table, again.version, again.repeated) == (first.table, first.version, True)
    assert Row.objects.count() == 1


def test_a_table_of_bots_starts_at_once(alice: UUID) -> None:
    done = table_services.open_table(
        OpenTable(game=GAME, seats=2, host_seat=None, bots={0: "random", 1: "random"}), by=alice
    )
    assert done.match is not None
    row = Match.objects.get(id=done.match)
    assert row.automatic == 0b11
    assert row.due


def of_bots_alone(by: UUID, **asked: Any) -> TableChanged:
    wish: dict[str, Any] = {"game": GAME, "seats": 2, "host_seat": None, "bots": {0: "random", 1: "random"}} | asked
    return table_services.open_table(OpenTable(**wish), by=by)


def test_bots_alone_play_at_two_tables_of_one_person_and_no_more(alice: UUID) -> None:
    """Opened so, or filled with bots later; the refused table is not there."""
    first, _ = of_bots_alone(alice), of_bots_alone(alice)
    with pytest.raises(Conflict, match="too_many_bot_tables"):
        of_bots_alone(alice)
    waiting = of_bots_alone(alice, bots={0: "random"}).table
    with pytest.raises(Conflict, match="too_many_bot_tables"):
        table_services.change(waiting, SeatBot(1, "random"), by=alice)
    assert Row.objects.get(id=waiting).status == "open"
    assert (Row.objects.count(), Match.objects.count()) == (3, 2)
    of_bots_alone(person("Bob"))
    table_services.open_table(OpenTable(game=GAME, seats=2, bots={1: "random"}), by=alice)  # she plays herself
    assert first.match is not None
    simulation.play_out(first.match)
    assert table_services.change(waiting, SeatBot(1, "random"), by=alice).match is not None


def test_another_profile_of_the_same_person_opens_no_more_tables_of_bots(alice: UUID) -> None:
    second = person("Alice too")
    Player.objects.filter(id=second).update(merged_into=alice)
    of_bots_alone(second)
    of_bots_alone(alice)
    with pytest.raises(Conflict, match="too_many_bot_tables"):
        of_bots_alone(alice)


def test_simulations_open_one_table_of_bots_after_the_other(alice: UUID) -> None:
    with in_process():
        assert all(of_bots_alone(alice).match for _ in range(4))


@pytest.mark.parametrize(
    ("wrong", "kind", "field"),
    [
        ({"game": "chess"}, UnknownGame, "game"),
        ({"ruleset": "high-card-9"}, UnknownGame, "ruleset"),
        ({"seats": 5}, BadRequest, "seats"),
        ({"seats": 1}, BadRequest, "seats"),
        ({"seats": "2"}, BadRequest, "seats"),
        ({"seats": 4, "ruleset": "high-card-1"}, BadRequest, "seats"),
        ({"options": {"note": "zazolc"}}, BadSetup, "field"),
        ({"options": {"suit": 1}}, BadSetup, "field"),
        ({"ruleset": "high-card-1", "options": {"suit": 1}}, BadSetup, "field"),
        ({"host_seat": 3}, NotFound, "seat"),
        ({"bots": {0: "random"}}, Conflict, "seat"),
        ({"bots": {1: "deep-thought"}}, UnknownGame, "bot"),
        ({"access": Row.Access.NAMED, "invited": (UUID(int=5),)}, NotFound, "player"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(
    alice: UUID, wrong: dict[str, Any], kind: type[Exception], field: str
) -> None:
    with pytest.raises(kind) as refused:
        opened(alice, **wrong)
    assert field in refused.value.data  # type: ignore[attr-defined]
    assert not Row.objects.exists()
    assert not Seat.objects.exists()


def test_setups_that_the_game_refuses_are_refused_before_anybody_waits(
    alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise BadSetup("wrong_option", option="edition")

    monkeypatch.setattr("tests.elekt_core.toy.HighCard.start", refuse)
    with pytest.raises(BadSetup):
        opened(alice)
    assert not Row.objects.exists()


# --- sitting down and standing up ---------------------------------------------------------------------------


def test_the_match_starts_with_the_last_seat(alice: UUID, bob: UUID) -> None:
    table = opened(alice, seats=2)
    done = table_services.change(table, SitDown(), by=bob)
    assert kinds(table) == ["table_opened", "seat_taken", "seat_taken", "match_started"]
    assert done.match is not None
    assert store.read(done.match)[0].kind == "game_created"
    assert Row.objects.get(id=table).status == "started"
    assert queries.seat_of(match_id=done.match, player=bob) == 1
    assert queries.seat_of(match_id=done.match, player=None) is None


def test_one_may_choose_a_seat(alice: UUID, bob: UUID) -> None:
    table = opened(alice)
    table_services.change(table, SitDown(2), by=bob)
    assert sitting(table) == [alice, None, bob]


def test_sitting_down_sent_twice_counts_once(alice: UUID, bob: UUID) -> None:
    table, asked = opened(alice, seats=2), uuid4()
    first = table_services.change(table, SitDown(), by=bob, decision_id=asked)
    again = table_services.change(table, SitDown(), by=bob, decision_id=asked)
    assert (again.match, again.version, again.repeated) == (first.match, first.version, True)


def test_a_decision_id_of_somebody_else_is_refused(alice: UUID, bob: UUID, charlie: UUID) -> None:
    table, asked = opened(alice), uuid4()
    table_services.change(table, SitDown(), by=bob, decision_id=asked)
    with pytest.raises(Conflict, match="decision_id_taken"):
        table_services.change(table, SitDown(), by=charlie, decision_id=asked)
    assert sitting(table) == [alice, bob, None]


@pytest.mark.parametrize(("seat", "code"), [(0, "seat_taken"), (7, "unknown_seat"), (-1, "unknown_seat")])
def test_a_seat_that_cannot_be_taken_is_refused(alice: UUID, bob: UUID, seat: int, code: str) -> None:
    table = opened(alice)
    with pytest.raises((Conflict, NotFound), match=code):
        table_services.change(table, SitDown(seat), by=bob)
    assert sitting(table) == [alice, None, None]


def test_nobody_sits_on_two_seats(alice: UUID) -> None:
    table = opened(alice)
    with pytest.raises(Conflict, match="already_seated"):
        table_services.change(table, SitDown(), by=alice)


def test_an_unknown_table_is_not_found(alice: UUID) -> None:
    changes: list[Change] = [
        lambda: table_services.change(uuid4(), SitDown(), by=alice),
        lambda: table_services.change(uuid4(), StandUp(), by=alice),
        lambda: table_services.change(uuid4(), SeatBot(1, "random"), by=alice),
        lambda: table_services.change(uuid4(), RemoveBot(1), by=alice),
        lambda: table_services.change(uuid4(), CloseTable(), by=alice),
    ]
    for change in changes:
        with pytest.raises(NotFound, match="unknown_table"):
            change()


def test_who_names_an_old_version_is_told_the_new_one(alice: UUID, bob: UUID, charlie: UUID) -> None:
    table = opened(alice)
    table_services.change(table, SitDown(), by=bob)
    with pytest.raises(StaleVersion) as stale:
        table_services.change(table, SitDown(), by=charlie, expected_version=2)
    assert (stale.value.expected, stale.value.actual) == (2, 3)
    table_services.change(table, SitDown(), by=charlie, expected_version=3)
    assert Row.objects.get(id=table).status == "started"


def test_standing_up_frees_the_seat(alice: UUID, bob: UUID) -> None:
    table = opened(alice)
    table_services.change(table, SitDown(), by=bob)
    table_services.change(table, StandUp(), by=bob)
    assert sitting(table) == [alice, None, None]
    with pytest.raises(Conflict, match="not_seated"):
        table_services.change(table, StandUp(), by=bob)


def test_nobody_stands_up_from_a_match(alice: UUID, bob: UUID) -> None:
    table = opened(alice, seats=2)
    table_services.change(table, SitDown(), by=bob)
    with pytest.raises(Conflict, match="table_not_open"):
        table_services.change(table, StandUp(), by=bob)


# --- named players and links --------------------------------------------------------------------------------


def test_an_outsider_does_not_even_learn_that_a_table_for_named_players_is_there(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    table = opened(alice, seats=3, access=Row.Access.NAMED, invited=(bob,))
    commands: list[Command] = [SitDown(), StandUp(), SeatBot(1, "random"), RemoveBot(1), CloseTable()]
    for seen in (None, 99):
        for command in commands:
            with pytest.raises(NotFound, match="unknown_table"):
                table_services.change(table, command, by=charlie, expected_version=seen)
    table_services.change(table, CloseTable(), by=alice)
    for command in commands:
        with pytest.raises(NotFound, match="unknown_table"):
            table_services.change(table, command, by=charlie)
    with pytest.raises(Conflict, match="table_not_open"):
        table_services.change(table, SitDown(), by=bob)


def test_a_table_for_named_players_is_there_for_nobody_else(alice: UUID, bob: UUID, charlie: UUID) -> None:
    table = opened(alice, seats=2, access=Row.Access.NAMED, invited=(bob,))
    for stranger in (charlie, None):
        assert table not in {shown.id for shown in table_queries.open_tables(player=stranger)}
        with pytest.raises(NotFound):
            table_queries.table(table_id=table, player=stranger)
    with pytest.raises(NotFound):
        table_services.change(table, SitDown(), by=charlie)
    assert table_queries.table(table_id=table, player=bob).may == {"sit"}
    assert [guest.name for guest in table_queries.table(table_id=table, player=bob).invited] == ["Bob"]
    match = table_services.change(table, SitDown(), by=bob).match
    assert match is not None
    assert queries.match(match_id=match, player=bob).my_seat == 1
    with pytest.raises(NotFound):
        queries.position(match_id=match, player=charlie)
    with pytest.raises(NotFound):
        queries.position(match_id=match, player=None)


def test_a_table_with_a_link_is_in_no_list_but_open_to_who_has_it(alice: UUID, bob: UUID) -> None:
    table = opened(alice, access=Row.Access.LINK)
    assert table not in {shown.id for shown in table_queries.open_tables(player=bob)}
    assert table in {shown.id for shown in table_queries.open_tables(player=alice)}
    assert table_queries.table(table_id=table, player=bob).may == {"sit"}
    assert table_queries.table(table_id=table, player=None).may == frozenset()


# --- what the host may do -----------------------------------------------------------------------------------


def test_the_host_seats_bots_and_takes_them_away(alice: UUID) -> None:
    table = opened(alice)
    table_services.change(table, SeatBot(1, "random"), by=alice)
    assert sitting(table) == [alice, "random", None]
    table_services.change(table, RemoveBot(1), by=alice)
    assert sitting(table) == [alice, None, None]
    changes: list[tuple[Change, str]] = [
        (lambda: table_services.change(table, RemoveBot(1), by=alice), "not_a_bot"),
        (lambda: table_services.change(table, RemoveBot(0), by=alice), "not_a_bot"),
        (lambda: table_services.change(table, SeatBot(0, "random"), by=alice), "seat_taken"),
        (lambda: table_services.change(table, SeatBot(5, "random"), by=alice), "unknown_seat"),
        (lambda: table_services.change(table, SeatBot(1, "deep-thought"), by=alice), "unknown_bot"),
    ]
    for change, code in changes:
        with pytest.raises(Exception, match=code):
            change()


def test_nobody_else_rules_the_table(alice: UUID, bob: UUID) -> None:
    table = opened(alice)
    table_services.change(table, SitDown(), by=bob)
    before = kinds(table)
    changes: list[Change] = [
        lambda: table_services.change(table, SeatBot(2, "random"), by=bob),
        lambda: table_services.change(table, RemoveBot(0), by=bob),
        lambda: table_services.change(table, CloseTable(), by=bob),
    ]
    for change in changes:
        with pytest.raises(NotAllowed, match="not_the_host"):
            change()
    assert kinds(table) == before


def test_bots_to_seat_come_in_the_order_in_which_they_are_offered_everywhere(alice: UUID) -> None:
    table = table_queries.table(table_id=opened(alice), player=alice)
    assert [bot for bot, _ in table_context(table, alice)["bots"]][:3] == ["level1", "level2", "level3"]


def test_a_closed_table_is_gone_from_the_list_and_takes_nobody(alice: UUID, bob: UUID) -> None:
    table = opened(alice)
    assert table_queries.table(table_id=table, player=alice).may == {"close", "seat_bot", "stand"}
    table_services.change(table, CloseTable(), by=alice)
    assert table_queries.open_tables(player=alice) == []
    assert table_queries.table(table_id=table, player=alice).may == frozenset()
    with pytest.raises(Conflict, match="table_not_open"):
        table_services.change(table, SitDown(), by=bob)
    with pytest.raises(Conflict, match="table_not_open"):
        table_services.change(table, CloseTable(), by=alice)


def test_events_of_a_table_hold_ids_and_never_names(alice: UUID, bob: UUID) -> None:
    table = opened(alice, seats=2, access=Row.Access.NAMED, invited=(bob,))
    match = table_services.change(table, SitDown(), by=bob).match
    assert match is not None
    told = str([*store.read(table), *store.read(match)])
    assert str(alice) in told
    assert "Alice" not in told
    assert "Bob" not in told
