"""Names that an organiser wrote down are that organiser's to speak for. Alice organises and has written Bob down;
Charlie organises too, elsewhere, and Dana would like to have Bob's rating."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from uuid import UUID

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client

from matches.models import Table
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from players import queries as people
from players import services as accounts
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role as ClubRole
from players.merging import commands as merging_commands
from players.merging import games
from players.merging import services as merging
from players.merging.events import BOTH
from players.merging.models import Merge
from players.models import Player
from players.ratings.queries import ladder
from tests.busy import busy
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import GAME
from tournaments import commands, queries, rating, services
from tournaments import events as e
from tournaments.claims import services as claims
from tournaments.decisions.field import Newcomer
from tournaments.exchange import document
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.state import Role
from web.costly import DIRECTING
from web.errors import Conflict, NotAllowed, NotFound

from .factories import AT_A_TABLE, foreseen, opened, play_round, stage, state_of
from .leagues import made
from .test_api import Caller

pytestmark = pytest.mark.django_db
NEEDS = "written_down_elsewhere"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str) -> UUID:
    return accounts.sign_up(username=name.lower(), name=name, password="three-ravens-on-a-gate").id


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def charlie() -> UUID:
    return account("Charlie")


@pytest.fixture
def dana() -> UUID:
    return account("Dana")


def browser(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def evening(organiser: UUID, *names: str, club: UUID | None = None) -> UUID:
    settings = replace(AT_A_TABLE, club="" if club is None else str(club))
    tournament = opened(organiser, stage(form="round_robin"), settings=settings)
    if names:
        newcomers = [(name, Newcomer()) for name in names]
        services.change(tournament, commands.Enter(commands.named(newcomers)), by=organiser)
    return tournament


def written(tournament: UUID, no: int = 1) -> UUID:
    player = state_of(tournament).entries[no].player  # type: ignore[index]
    assert player is not None
    return player


def as_it_was_possible_before(tournament: UUID, by: UUID, player: UUID) -> int:
    """An entry of somebody who was written down elsewhere; its number."""
    number = state_of(tournament).numbers + 1
    entered = e.EntrantEntered(number, player)  # type: ignore[arg-type]
    services.change_with(tournament, by, None, lambda state: [entered])
    return number


# --- the whole attack, step by step -----------------------------------------------------------------------


def test_nobody_enters_a_person_whom_another_organiser_has_written_down(alice: UUID, charlie: UUID, dana: UUID) -> None:
    bob, his = written(evening(alice, "Bob")), evening(charlie, "Eve")
    calls, body = Caller(charlie), {"newcomers": [{"player": str(bob)}]}
    refused = calls.post(f"tournaments/{his}/entries/", body, 403)
    assert (refused["code"], "wrote this name down" in str(refused)) == (NEEDS, True)
    assert calls.post(f"tournaments/{his}/changes/preview/", body | {"stage": "main"}, 403)["code"] == NEEDS
    with pytest.raises(NotAllowed, match=NEEDS):
        services.change(his, commands.Substitute(1, player=bob), by=charlie)
    with pytest.raises(NotAllowed, match=NEEDS):
        foreseen(his, commands.Enter((Newcomer(bob),)), charlie)
    league, _ = made.league(charlie, members=0)
    assert calls.post(f"leagues/{league}/enter/", {"players": [str(bob)]}, 403)["code"] == NEEDS
    with pytest.raises(NotAllowed, match=NEEDS):
        leagues.change(league, league_commands.Enter((), people=(("Eve", None), ("Bob", bob))), by=charlie)
    assert [entry.player for entry in state_of(his).entries.values()] == [written(his)]
    assert made.of(league).waiting == ()


def test_nor_by_naming_the_other_organiser_an_owner(alice: UUID, charlie: UUID) -> None:
    bob, his = written(evening(alice, "Bob")), evening(charlie)
    services.change(his, commands.GrantRole(alice, Role.OWNER), by=charlie)
    with pytest.raises(NotAllowed, match=NEEDS):
        services.change(his, commands.Enter((Newcomer(bob),)), by=charlie)


def test_who_was_entered_elsewhere_all_the_same_is_not_claimed_there(alice: UUID, charlie: UUID, dana: UUID) -> None:
    hers = evening(alice, "Bob", "Eve")
    bob, his = written(hers), evening(charlie)
    no = as_it_was_possible_before(his, charlie, bob)
    page = f"/tournaments/{his}/entrants/{no}/"
    shown = browser(dana).get(page).content.decode()
    assert ("Claim these results" in shown, f"/tournaments/{hers}/" in shown) == (False, True)
    assert browser(dana).post(f"{page}claim/").status_code == 409
    assert not Merge.objects.exists()


def test_a_claim_that_was_made_elsewhere_before_is_confirmed_by_nobody(alice: UUID, charlie: UUID, dana: UUID) -> None:
    hers = evening(alice, "Bob", "Eve", "Frank")
    services.change(hers, commands.StartStage("main"), by=alice)
    services.change(hers, commands.Pair("main"), by=alice)
    play_round(hers, alice)
    key = rating.key_of(state_of(hers))
    before = [(rung.who, rung.value, rung.games) for rung in ladder(key)]
    bob, his = written(hers), evening(charlie)
    as_it_was_possible_before(his, charlie, bob)
    merger = merging.ask(merging_commands.Ask(dana, bob, his))
    address = f"/tournaments/{his}/claims/"
    shown = browser(charlie).get(address).content.decode()
    assert ("where it was first written down" in shown, "Yes, confirm" in shown) == (True, False)
    for organiser in (charlie, alice):
        assert browser(organiser).post(f"{address}{merger}/", {"answer": "confirm"}).status_code in (403, 409)
    assert browser(charlie).post(f"/tournaments/{hers}/claims/{merger}/", {"answer": "confirm"}).status_code == 403
    assert people.profiles(dana) == {dana}
    assert [(rung.who, rung.value, rung.games) for rung in ladder(key)] == before
    browser(charlie).post(f"{address}{merger}/", {"answer": "decline"})
    assert Merge.objects.get().status == Merge.Status.DECLINED


def test_no_search_and_no_field_for_names_finds_who_was_written_down(alice: UUID, charlie: UUID) -> None:
    bob = written(evening(alice, "Bob Smith"))
    assert Caller(charlie).get("players/?name=Bob") == []
    assert [people.called("Bob Smith"), people.search("Smith"), people.found([bob])] == [[], [], []]
    assert people.nearest("Bob Smit") == ""
    page = browser(charlie).post("/tables/new/", {"names": "Bob Smith", "name": "yes"}).content.decode()
    assert str(bob) not in page


def test_only_the_first_claims_are_rated_anew_and_in_a_place_for_costly_work(
    alice: UUID, dana: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "MAX_SHOWN", 1)
    rated: list[UUID] = []

    def preview(keeps: UUID, goes: UUID) -> list[games.OnLadder]:
        rated.append(goes)
        return []

    monkeypatch.setattr(games, "preview", preview)
    tournament = evening(alice, "Jan", "Ola")
    page, address = browser(alice), f"/tournaments/{tournament}/claims/"
    with busy(DIRECTING):
        assert page.get(address).status_code == 200, "there is nothing to rate"
    first = claims.claim(tournament_id=tournament, player=dana, no=1)
    claims.claim(tournament_id=tournament, player=account("Ewa"), no=2)
    shown = page.get(address).content.decode()
    assert ("“Jan” is" in shown, "“Ola” is" in shown, "1 more claim comes" in shown) == (True, False, True)
    assert rated == [written(tournament, 1)]
    with busy(DIRECTING):
        assert page.get(address).status_code == 503
    claims.answer(tournament_id=tournament, merger=first, by=alice, confirmed=False)
    shown = page.get(address).content.decode()
    assert ("“Ola” is" in shown, "more claim" in shown) == (True, False)


def test_a_document_that_is_brought_in_makes_people_of_its_own(alice: UUID, charlie: UUID, dana: UUID) -> None:
    hers = evening(alice, "Bob", "Eve")
    text = document.written(document.document(queries.tournament(tournament_id=hers, player=alice)))
    his = document.bring_in(text, owner=charlie).tournament
    copies = {entry.player for entry in state_of(his).entries.values()}
    assert not copies & {entry.player for entry in state_of(hers).entries.values()}
    merger = claims.claim(tournament_id=his, player=dana, no=1)
    claims.answer(tournament_id=his, merger=merger, by=charlie, confirmed=True)
    assert Player.objects.get(id=written(hers)).merged_into is None
    assert people.profiles(dana) - {dana} <= copies


# --- who may ----------------------------------------------------------------------------------------------


def test_who_wrote_them_down_and_the_event_s_arbiters_enter_them_elsewhere(alice: UUID, charlie: UUID) -> None:
    first = evening(alice, "Bob")
    bob = written(first)
    services.change(evening(alice), commands.Enter((Newcomer(bob),)), by=alice)
    league, _ = made.league(alice, members=0)
    leagues.change(league, league_commands.Enter((bob,)), by=alice)
    services.change(first, commands.GrantRole(charlie, Role.SCORER), by=alice)
    his = evening(charlie)
    with pytest.raises(NotAllowed, match=NEEDS):
        services.change(his, commands.Enter((Newcomer(bob),)), by=charlie)
    services.change(first, commands.GrantRole(charlie, Role.ARBITER), by=alice)
    services.change(his, commands.Enter((Newcomer(bob),)), by=charlie)
    assert written(his) == bob


def test_a_scorer_enters_them_again_where_they_were_written_down(alice: UUID, charlie: UUID) -> None:
    tournament = evening(alice, "Bob", "Eve")
    bob = written(tournament)
    services.change(tournament, commands.GrantRole(charlie, Role.SCORER), by=alice)
    services.change(tournament, commands.Remove(1), by=alice)
    services.change(tournament, commands.Enter((Newcomer(bob),)), by=charlie)
    assert state_of(tournament).entry_of(bob) is not None


def test_an_officer_of_the_club_enters_and_confirms_and_a_member_does_not(
    alice: UUID, charlie: UUID, dana: UUID
) -> None:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=charlie)
    tournament = evening(alice, "Bob", "Eve", club=club)
    bob, his = written(tournament), evening(charlie)
    merger = claims.claim(tournament_id=tournament, player=dana, no=1)
    address = f"/tournaments/{tournament}/claims/"
    with pytest.raises(NotAllowed, match=NEEDS):
        services.change(his, commands.Enter((Newcomer(bob),)), by=charlie)
    assert browser(charlie).get(address).status_code == 403
    assert "Answer" not in browser(charlie).get(f"/tournaments/{tournament}/entrants/1/").content.decode()
    clubs.change(club, club_commands.GrantRole(charlie, ClubRole.OFFICER), by=alice)
    services.change(his, commands.Enter((Newcomer(bob),)), by=charlie)
    assert "Answer" in browser(charlie).get(f"/tournaments/{tournament}/entrants/1/").content.decode()
    assert browser(charlie).get(address).status_code == 200
    browser(charlie).post(f"{address}{merger}/", {"answer": "confirm"})
    assert people.profiles(dana) == {dana, bob}


def test_in_a_season_they_are_claimed_who_were_written_down_in_the_league(
    alice: UUID, charlie: UUID, dana: UUID
) -> None:
    league, _ = made.league(alice, made.rules(4), members=0)
    names = [(name, None) for name in ("Bob", "Eve", "Frank", "Gina")]
    leagues.change(league, league_commands.Enter((), people=tuple(names)), by=alice)
    season = made.begun(league, alice)
    bob = written(season)
    with pytest.raises(NotAllowed, match=NEEDS):
        services.change(evening(charlie), commands.Enter((Newcomer(bob),)), by=charlie)
    merger = claims.claim(tournament_id=season, player=dana, no=1)
    with pytest.raises(NotAllowed, match="not_your_claim_to_answer"):
        claims.answer(tournament_id=season, merger=merger, by=charlie, confirmed=True)
    claims.answer(tournament_id=season, merger=merger, by=alice, confirmed=True)
    assert people.profiles(dana) == {dana, bob}


def test_at_another_evening_of_the_same_organiser_the_claim_is_led_to_the_first(alice: UUID, dana: UUID) -> None:
    first = evening(alice, "Bob")
    second = evening(alice)
    services.change(second, commands.Enter((Newcomer(written(first)),)), by=alice)
    with pytest.raises(Conflict, match="claim_where_written_down"):
        claims.claim(tournament_id=second, player=dana, no=1)
    merger = claims.claim(tournament_id=first, player=dana, no=1)
    claims.answer(tournament_id=first, merger=merger, by=alice, confirmed=True)
    assert state_of(second).entry_of(dana) is not None, "they play on everywhere"


def test_a_name_that_cannot_be_one_is_refused_with_its_field(alice: UUID) -> None:
    tournament = evening(alice)
    for name in ("\u202eBob", " \t ", "\u200b"):
        body = {"newcomers": [{"name": name}]}
        assert Caller(alice).post(f"tournaments/{tournament}/entries/", body, 400)["code"] in (
            "not_a_name",
            "bad_field",
        )


def test_a_name_runs_nothing_and_is_invited_to_no_table(alice: UUID, charlie: UUID) -> None:
    bob, his = written(evening(alice, "Bob")), evening(charlie)
    league, _ = made.league(charlie, members=0)
    with pytest.raises(NotFound, match="unknown_player"):
        services.change(his, commands.GrantRole(bob, Role.SCORER), by=charlie)
    with pytest.raises(NotFound, match="unknown_player"):
        leagues.change(league, league_commands.GrantRole(player=bob, role=Role.ARBITER), by=charlie)
    with pytest.raises(NotFound, match="unknown_player"):
        table_services.open_table(OpenTable(game=GAME, seats=2, access=Table.Access.NAMED, invited=(bob,)), by=charlie)


def test_who_is_named_by_a_profile_that_went_is_entered_under_the_one_that_was_kept(alice: UUID, dana: UUID) -> None:
    old, other = account("Daniela"), account("Eve")
    merging.merge(merging_commands.Merge(dana, old, BOTH), by=dana)
    first, second = evening(alice), evening(alice, "Bob")
    services.change(first, commands.Enter((Newcomer(old), Newcomer(other))), by=alice)
    assert [entry.player for entry in state_of(first).entries.values()] == [dana, other]
    with pytest.raises(Conflict, match="already_entered"):
        services.change(first, commands.Enter((Newcomer(old),)), by=alice)
    services.change(second, commands.Substitute(1, player=old), by=alice)
    assert written(second) == dana
    league, _ = made.league(alice, members=0)
    leagues.change(league, league_commands.Enter((old, dana)), by=alice)
    leagues.change(league, league_commands.Enter((), people=(("Daniela", old), ("Bob", None))), by=alice)
    assert (made.of(league).waiting[0], len(made.of(league).waiting)) == (dana, 2)


# --- those who were written down before that was noted -----------------------------------------------------


def test_where_names_were_written_down_before_follows_from_the_ledger(alice: UUID, charlie: UUID, dana: UUID) -> None:
    first, league = evening(alice, "Bob", "Eve"), made.league(alice, members=0)[0]
    leagues.change(league, league_commands.Enter((), people=(("Frank", None),)), by=alice)
    frank = made.of(league).waiting[0]
    his = evening(charlie, "Gina")
    as_it_was_possible_before(his, charlie, written(first))
    services.change(first, commands.Remove(1), by=alice)  # the ledger still knows
    substitute = accounts.new_person("Hugo", written_in=his)
    substitute.save()
    replaced = e.EntrantReplaced(1, substitute.id)  # type: ignore[arg-type]
    services.change_with(his, charlie, None, lambda state: [replaced])
    known = dict(Player.objects.values_list("id", "written_in"))
    assert set(known.values()) == {None, first, league, his}
    assert known[frank] == league
    Player.objects.update(written_in=None)
    import_module("players.migrations.0010_written_in").fill(apps, connection.schema_editor())
    assert dict(Player.objects.values_list("id", "written_in")) == known
