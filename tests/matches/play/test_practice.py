"""Practice: a table of one person alone, who decides for every seat that is not a bot's."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import translation

from elekt_core.contract import SeatNo
from elekt_core.record.record import encode_meta_decision
from ledger.projections import named, rebuild
from matches.models import Match, Seat, Table
from matches.play import practice, queries, services
from matches.play.choices import choices_at
from matches.tables import queries as table_queries
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from matches.tables.home_views import PER_PAGE
from players.models import Player
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..factories import GAME, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def charlie() -> UUID:
    return person("Charlie")


def opened(host: UUID, **changes: Any) -> UUID:
    asked: dict[str, Any] = {"game": GAME, "seats": 2, "access": Table.Access.PRACTICE, **changes}
    done = table_services.open_table(OpenTable(**asked), by=host)
    assert done.match is not None
    return done.match


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def answer(match: UUID, player: UUID) -> dict[str, Any]:
    """What the awaited seat decides: its first option, seen openly."""
    here = queries.position(match_id=match, player=player)
    return encode_meta_decision(here.game, here.options[0])


def test_the_host_takes_every_seat_that_is_not_a_bots_and_the_match_starts(alice: UUID) -> None:
    match = opened(alice, seats=3, bots={1: "random"})
    seats = Seat.objects.filter(table__match=match).order_by("number")
    assert [(seat.player, seat.bot) for seat in seats] == [(alice, ""), (None, "random"), (alice, "")]
    with translation.override("en"):
        shown = queries.match(match_id=match, player=alice)
    assert shown.practice
    assert shown.names == ("Player 1", "Random bot", "Player 3")


def test_the_host_decides_for_each_seat_to_the_end(alice: UUID) -> None:
    match, decided = opened(alice), set()
    while not queries.match(match_id=match, player=alice).is_over:
        here = queries.position(match_id=match, player=alice)
        assert here.perspective == "open"
        decision = encode_meta_decision(here.game, here.options[0])
        decided.add(decision["seat"])
        services.decide(
            match_id=match,
            seat=decision["seat"],
            decision=decision,
            expected_version=here.version,
            decision_id=uuid4(),
            actor=services.player_actor(alice),
        )
    assert decided == {0, 1}


def test_a_bot_is_no_seat_of_the_hosts(alice: UUID) -> None:
    match = opened(alice, bots={0: "random"})
    with pytest.raises(NotAllowed):
        services.decide(
            match_id=match,
            seat=0,
            decision={"kind": "play", "card": 1},
            expected_version=Match.objects.get(id=match).version,
            decision_id=uuid4(),
            actor=services.player_actor(alice),
        )


def test_nobody_else_finds_or_sees_it(alice: UUID, charlie: UUID) -> None:
    match = opened(alice)
    table = Match.objects.get(id=match).table_id
    for outsider in (charlie, None):
        with pytest.raises(NotFound):
            queries.match(match_id=match, player=outsider)
        with pytest.raises(NotFound):
            table_queries.table(table_id=table, player=outsider)
        assert table_queries.matches(player=outsider) == []
    with pytest.raises(NotFound):
        table_services.change(table, SitDown(), by=charlie)
    with pytest.raises(NotAllowed):
        services.decide(
            match_id=match,
            seat=0,
            decision={"kind": "play", "card": 1},
            expected_version=1,
            decision_id=uuid4(),
            actor=services.player_actor(charlie),
        )


def test_practice_stands_in_a_list_of_its_own(alice: UUID, charlie: UUID) -> None:
    match = opened(alice)
    assert table_queries.matches(player=alice) == []
    assert table_queries.matches_of(player=alice) == []
    assert [shown.id for shown in table_queries.practice_matches(player=alice)] == [match]
    assert table_queries.practice_matches(player=charlie) == []


def test_all_practice_is_found_again_page_by_page_by_its_host_alone(alice: UUID, charlie: UUID) -> None:
    made = [opened(alice, game="elekt") for _ in range(PER_PAGE + 2)]
    first = client_of(alice).get("/games/elekt/practice/").content.decode()
    second = client_of(alice).get("/games/elekt/practice/?page=2").content.decode()
    assert sum(str(match) in first for match in made) == PER_PAGE
    assert all((str(match) in first) != (str(match) in second) for match in made)
    assert 'rel="next"' in first
    assert 'rel="next"' not in second
    for other in (client_of(charlie), Client()):
        page = other.get("/games/elekt/practice/")
        assert page.status_code == 200
        assert not any(str(match) in page.content.decode() for match in made)
    assert client_of(alice).get("/games/elekt/practice/?page=x").status_code == 400
    assert client_of(alice).get("/games/moon/practice/").status_code == 404


def test_one_looks_from_any_seat_and_decides_only_for_that_one(alice: UUID) -> None:
    match = opened(alice)
    assert queries.perspectives(queries.match(match_id=match, player=alice)) == ("open", 0, 1, "spectator")
    asked = queries.match(match_id=match, player=alice).awaited[0]
    mine = queries.position(match_id=match, player=alice, perspective=SeatNo(asked))
    other = queries.position(match_id=match, player=alice, perspective=SeatNo(1 - asked))
    assert mine.options
    assert not other.options
    assert [question.playable for question in other.awaiting] == [True]
    assert other.match.my_seat == 1 - asked
    assert other.view != mine.view, "from a seat the other hand is hidden"
    with pytest.raises(NotAllowed):
        choices_at(queries.position(match_id=started("Alice", "Bob").match, player=None))


def test_only_practice_starts_from_a_position(alice: UUID) -> None:
    with pytest.raises(BadRequest, match="position_needs_practice"):
        table_services.open_table(OpenTable(game=GAME, seats=2, options={"position": {}}), by=alice)


def test_the_same_start_once_more(alice: UUID, charlie: UUID) -> None:
    match = opened(alice, seats=3, bots={2: "random"})
    again = practice.set_up_again(match_id=match, by=alice)
    assert again.match not in (None, match)
    assert practice.bots_at(again.table) == {2: "random"}
    with pytest.raises(NotFound):
        practice.set_up_again(match_id=match, by=charlie)
    table = started("Bob", "Dana")
    with pytest.raises(Conflict):
        practice.set_up_again(match_id=table.match, by=table.players[0] or alice)


def test_practice_is_rebuilt_from_the_ledger(alice: UUID) -> None:
    opened(alice, bots={1: "random"})
    assert rebuild(named("matches"), compare=True).differences == []


# --- its pages ----------------------------------------------------------------------------------------------


def form(match: UUID, player: UUID, **changes: Any) -> dict[str, Any]:
    decision = changes.pop("decision", None) or answer(match, player)
    version = Match.objects.get(id=match).version
    return {"decision": json.dumps(decision), "expected_version": version, "decision_id": uuid4()} | changes


def test_the_page_says_that_it_is_practice_and_offers_each_seat(alice: UUID) -> None:
    match = opened(alice)
    page = client_of(alice).get(f"/matches/{match}/").content.decode()
    assert 'id="practice"' in page
    for word in ("open", "seat-1", "seat-2", "spectator"):
        assert f'href="/matches/{match}/?as={word}"' in page
    assert 'class="btn choice"' in page, "looking openly one decides for whoever is asked"


def test_from_another_seat_the_page_leads_to_the_one_that_is_asked(alice: UUID) -> None:
    match = opened(alice)
    asked = queries.match(match_id=match, player=alice).awaited[0]
    page = client_of(alice).get(f"/matches/{match}/?as=seat-{2 - asked}").content.decode()
    assert 'class="btn choice"' not in page
    assert f'id="take-over" href="/matches/{match}/?as=seat-{asked + 1}"' in page


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}])
def test_a_decision_leaves_one_on_the_seat_that_one_looks_from(alice: UUID, headers: dict[str, str]) -> None:
    match = opened(alice)
    asked = queries.match(match_id=match, player=alice).awaited[0]
    before = Match.objects.get(id=match).version
    done = client_of(alice).post(f"/matches/{match}/decide/?as=seat-{asked + 1}", form(match, alice), headers=headers)
    assert Match.objects.get(id=match).version > before
    if headers:
        assert f"/matches/{match}/decide/?as=seat-{asked + 1}" in done.content.decode()
    else:
        assert done["Location"] == f"/matches/{match}/?as=seat-{asked + 1}"


def test_a_forged_or_foreign_seat_is_refused(alice: UUID, charlie: UUID) -> None:
    match = opened(alice, bots={1: "random"})
    before = Match.objects.get(id=match).version
    forged = form(match, alice, decision={"kind": "play", "card": 1, "seat": 1})
    assert client_of(alice).post(f"/matches/{match}/decide/", forged).status_code == 400
    assert client_of(charlie).post(f"/matches/{match}/decide/", forged).status_code == 404
    assert Match.objects.get(id=match).version == before


def test_an_outsider_gets_none_of_its_pages(alice: UUID, charlie: UUID) -> None:
    match = opened(alice)
    for client in (Client(), client_of(charlie)):
        for path in ("", "?as=open", "choose/", "replay/", "replay/1/?as=open", "record/", "record/?as=open"):
            got = client.get(f"/matches/{match}/{path}", headers={"hx-request": "true"})
            assert got.status_code == 404, path
    assert client_of(charlie).post(f"/matches/{match}/practise/").status_code == 404


def test_the_button_sets_up_the_same_again(alice: UUID) -> None:
    match = opened(alice)
    done = client_of(alice).post(f"/matches/{match}/practise/", {"how": "again"})
    other = Match.objects.exclude(id=match).get()
    assert done["Location"] == f"/matches/{other.id}/"


# --- playing on from a match --------------------------------------------------------------------------------


def elekt_over(*names: str) -> Any:
    """A match of Elekt that was played for a while and then given up."""
    table = started(*names, game="elekt", seed="to play on from")
    for _ in range(12):
        table.decide()
    services.concede(
        match_id=table.match, seat=0, decision_id=uuid4(), actor=services.player_actor(table.players[0] or UUID(int=0))
    )
    return table


def test_anybody_plays_on_from_a_match_that_is_over(charlie: UUID) -> None:
    table = elekt_over("Alice", "Bob")
    steps = queries.replay(match_id=table.match, player=charlie).steps
    done = practice.play_on(match_id=table.match, by=charlie, at=steps[6])
    assert done.at == steps[6]
    assert done.opened.match is not None
    old = queries.position(match_id=table.match, player=charlie, perspective="open", at=steps[6])
    new = queries.position(match_id=done.opened.match, player=charlie)
    assert new.match.practice
    assert new.game.encode_state(new.view) == old.game.encode_state(old.view)
    assert [question.kind for question in new.awaiting] == [question.kind for question in old.awaiting]
    with pytest.raises(NotFound):
        queries.match(match_id=done.opened.match, player=table.players[0])


def test_nobody_plays_on_from_a_match_that_goes_on(alice: UUID) -> None:
    table = started("Bob", "Dana", game="elekt")
    for player in (table.players[0], table.players[1], alice):
        assert player is not None
        with pytest.raises(NotAllowed):
            practice.play_on(match_id=table.match, by=player)
        with pytest.raises(NotAllowed):
            practice.board_of(match_id=table.match, player=player)
        page = client_of(player).post(f"/matches/{table.match}/practise/", {"how": "on", "at": "3"})
        assert page.status_code == 403
        assert client_of(player).get(f"/games/elekt/positions/?match={table.match}&at=3").status_code == 403
    assert Match.objects.count() == 1


def test_one_plays_on_from_ones_own_practice_while_it_goes_on(alice: UUID, charlie: UUID) -> None:
    first = opened(alice, game="elekt", bots={1: "random"})
    assert first is not None
    while (row := Match.objects.get(id=first)).awaited == 1 << 1:  # the bot drew the Sceptre
        services.decide_automatically(match_id=first, seat=1, expected_version=row.version)
    decision = answer(first, alice)
    services.decide(
        match_id=first,
        seat=decision["seat"],
        decision=decision,
        expected_version=row.version,
        decision_id=uuid4(),
        actor=services.player_actor(alice),
    )
    done = practice.play_on(match_id=first, by=alice)
    assert done.at == Match.objects.get(id=first).version
    assert practice.bots_at(done.opened.table) == {1: "random"}
    with pytest.raises(NotFound):
        practice.play_on(match_id=first, by=charlie)


@pytest.mark.parametrize("moment", [3, 9])
def test_a_solo_match_that_is_over_is_played_on_from_with_the_houses_as_they_were(
    alice: UUID, charlie: UUID, moment: int
) -> None:
    """The Houses' pile, Heat and Masters are those of the match (E21)."""
    table = started("Bob", game="elekt", seed="a solo match", ruleset="elekt-solo-r2")
    bob = table.players[0]
    assert bob is not None
    for _ in range(12):
        table.decide(decision=table.option(0, -1))
    with pytest.raises(NotAllowed):
        practice.play_on(match_id=table.match, by=bob)  # it tells the Houses' pile
    services.concede(match_id=table.match, seat=0, decision_id=uuid4(), actor=services.player_actor(bob))
    at = queries.replay(match_id=table.match, player=alice).steps[moment]
    done = practice.play_on(match_id=table.match, by=alice, at=at)
    assert done.opened.match is not None
    old = queries.position(match_id=table.match, player=charlie, perspective="open", at=done.at)
    new = queries.position(match_id=done.opened.match, player=alice, perspective="open")
    assert new.game.encode_state(new.view) == old.game.encode_state(old.view)
    assert [question.kind for question in new.awaiting] == [question.kind for question in old.awaiting]
    with pytest.raises(NotFound):
        queries.match(match_id=done.opened.match, player=charlie)
    board = client_of(alice).get(f"/games/elekt/positions/?match={table.match}&at={at}").content.decode()
    assert 'name="at.houses.seals"' in board
    assert 'name="at.players.1.heat"' in board


def test_where_there_are_no_words_for_a_position_the_one_before_it_is_taken(alice: UUID) -> None:
    table = elekt_over("Bob", "Dana")
    last = Match.objects.get(id=table.match).version
    done = practice.play_on(match_id=table.match, by=alice, at=last)
    assert done.at < last, "the end of a match is no position to begin in"
    with pytest.raises(Conflict):
        practice.play_on(match_id=table.match, by=alice, at=1)
    with pytest.raises(NotFound):
        practice.play_on(match_id=table.match, by=alice, at=last + 1)


def test_the_buttons_of_a_replay_lead_to_practice_and_to_the_board(alice: UUID) -> None:
    table = elekt_over("Bob", "Dana")
    client = client_of(alice)
    steps = queries.replay(match_id=table.match, player=alice).steps
    page = client.get(f"/matches/{table.match}/replay/{steps[5]}/?as=open").content.decode()
    assert f'action="/matches/{table.match}/practise/"' in page
    assert f"/games/elekt/positions/?match={table.match}&amp;at={steps[5]}" in page
    done = client.post(f"/matches/{table.match}/practise/", {"how": "on", "at": str(steps[5])})
    assert Match.objects.filter(table__access="practice", id=done["Location"].split("/")[2]).exists()
    board = client.get(f"/games/elekt/positions/?match={table.match}&at={steps[5]}").content.decode()
    assert f"after event {steps[5]}" in board
    running = started("Bob", "Dana", game="elekt")
    assert "practise" not in client.get(f"/matches/{running.match}/replay/1/").content.decode()
