"""Names that look alike, in one event: marked where they are shown, refused where somebody would pass for a bot. Alice
organises."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from django.core.cache import cache
from django.utils import timezone, translation

from players.models import Player
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import person
from tournaments import commands, queries, services
from tournaments.decisions.field import Newcomer
from tournaments.desk import entries
from tournaments.exchange import document
from tournaments.exchange.trf import report
from tournaments.foresight import foresee
from tournaments.leagues import commands as league_commands
from tournaments.leagues import queries as league_queries
from tournaments.leagues import services as leagues
from tournaments.leagues.rules import Rules
from tournaments.trf import Edition
from web.errors import BadRequest

from .desk.conftest import client_of
from .factories import opened, stage, state_of
from .leagues import made
from .test_api import Caller

pytestmark = pytest.mark.django_db
BOB = "B\u043eb"
"""With a Cyrillic o."""
GREEDY = "Gr\u0435edy bot"


@pytest.fixture(autouse=True)
def in_english() -> object:
    cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def named(tournament: UUID) -> list[str]:
    return list(queries.tournament(tournament_id=tournament, player=None).names.values())


def evening(alice: UUID, *names: str) -> UUID:
    tournament = opened(alice, stage(form="round_robin"))
    newcomers = [(name, Newcomer()) for name in names]
    services.change(tournament, commands.Enter(commands.named(newcomers)), by=alice)
    return tournament


def test_two_people_of_one_name_have_their_numbers_with_them_everywhere(alice: UUID) -> None:
    tournament = evening(alice, "Bob", "Eve", "BOB")
    services.change(tournament, commands.EnterOneself(), by=person(BOB))
    assert named(tournament) == ["Bob (no. 1)", "Eve", "BOB (no. 3)", f"{BOB} (no. 4)"]
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    hers = client_of(alice)
    for address in ("", "desk/", "entrants/4/", "wall/"):
        page = hers.get(f"/tournaments/{tournament}/{address}").content.decode()
        assert f"{BOB} (no. 4)" in page, address
        assert f">{BOB}<" not in page, address
    log = hers.get(f"/tournaments/{tournament}/log/").content.decode()
    assert "Bob (no. 1), Eve, BOB (no. 3)" in log
    told = Caller(alice).get(f"tournaments/{tournament}/")
    assert {entry["name"] for entry in told["entrants"]} == set(named(tournament))


def test_one_who_leaves_before_it_begins_takes_the_mark_along(alice: UUID) -> None:
    tournament = evening(alice, "Bob", "Eve", "Bob")
    services.change(tournament, commands.Remove(3), by=alice)
    assert named(tournament) == ["Bob", "Eve"]


def test_who_would_be_entered_is_marked_in_the_preview_already(alice: UUID) -> None:
    tournament = evening(alice, "Bob", "Eve")
    state = state_of(tournament)
    entering = commands.Enter((Newcomer(name="Bob"),))
    told = foresee(state, entering, by=alice, now=timezone.now()).names
    assert list(queries.names(state, told).values()) == ["Bob (no. 1)", "Eve", "Bob (no. 3)"]


def test_files_that_programs_read_have_the_names_as_they_were_written(alice: UUID) -> None:
    tournament = evening(alice, "Bob", "Bob")
    services.change(tournament, commands.StartStage("main"), by=alice)
    asked = queries.tournament(tournament_id=tournament, player=alice)
    text = document.written(document.document(asked))
    assert list(document.read(text).names.values()) == ["Bob", "Bob"]
    assert "no. 1" not in report(asked, "main", Edition.TRF26)
    again = document.bring_in(text, owner=alice).tournament
    assert named(again) == ["Bob (no. 1)", "Bob (no. 2)"]


def test_a_bot_that_a_file_brings_in_as_a_person_is_marked_as_one(alice: UUID) -> None:
    tournament = evening(alice, "Bob", "Eve")
    asked = queries.tournament(tournament_id=tournament, player=alice)
    text = document.written(document.document(asked)).replace('"Eve"', '"Greedy bot 2"')
    assert named(document.bring_in(text, owner=alice).tournament) == ["Bob", "Greedy bot 2 (a person)"]


def test_nobody_is_written_down_as_a_bot(alice: UUID) -> None:
    tournament, (league, _) = evening(alice, "Bob"), made.league(alice, members=0)
    for name in (GREEDY, "Greedy bot 7"):
        body = {"newcomers": [{"name": name}]}
        refused = Caller(alice).post(f"tournaments/{tournament}/entries/", body, 400)
        assert (refused["code"], name in str(refused)) == ("name_of_a_bot", True)
        with pytest.raises(BadRequest, match="name_of_a_bot"):
            leagues.change(league, league_commands.Enter((), people=((name, None),)), by=alice)
    assert not Player.objects.filter(name__contains="bot").exists()


def test_who_is_there_already_and_who_looks_so_is_said_whatever_the_order() -> None:
    here = [BOB, "Bob"]
    for names in (here, here[::-1]):
        pasted = entries.read("bob", accounts=False, only_accounts=False, here=names, entered=set())
        assert [flaw.reason.code for flaw in pasted.flaws] == ["doubled_name"]


def test_the_desk_asks_whether_they_are_two_and_then_enters_both(alice: UUID) -> None:
    tournament, hers = evening(alice, "Bob"), client_of(alice)
    address = f"/tournaments/{tournament}/desk/enter/"
    answer = hers.post(address, {"names": f"Eve\n{BOB}\nbob\n{GREEDY}"})
    page = answer.content.decode()
    assert answer.status_code == 422
    for sentence in (
        f"“{BOB}” looks like “Bob”",
        "“bob” has entered already",
        f"A bot already has this name or a very similar one: “{GREEDY}”",
    ):
        assert sentence in page, sentence
    assert f"{BOB}\nbob\n{GREEDY}</textarea>" in page
    assert 'name="doubles"' in page
    assert named(tournament) == ["Bob", "Eve"]
    hers.post(address, {"names": f"{BOB}\nbob", "doubles": "yes"})
    assert named(tournament) == ["Bob (no. 1)", "Eve", f"{BOB} (no. 3)", "bob (no. 4)"]
    assert 'name="doubles"' not in hers.get(f"/tournaments/{tournament}/desk/").content.decode()


def test_an_account_is_entered_once_whatever_is_ticked(alice: UUID) -> None:
    bob = Player.objects.create_user("bob", name="Bob").id
    tournament, hers = opened(alice, stage(form="round_robin")), client_of(alice)
    for _time in range(2):
        data = {"names": "Bob", "accounts": "yes", "doubles": "yes"}
        answer = hers.post(f"/tournaments/{tournament}/desk/enter/", data)
    assert answer.status_code == 422
    assert [entry.player for entry in state_of(tournament).entries.values()] == [bob]


def test_members_of_a_league_who_look_alike_are_told_apart_for_good(alice: UUID) -> None:
    league, _ = made.league(alice, members=0)
    leagues.change(league, league_commands.Enter((), people=(("Bob", None), (BOB, None), ("Eve", None))), by=alice)
    bob, other, eve = made.of(league).waiting
    asked = league_queries.league(league_id=league, player=alice)
    assert [asked.name(one) for one in (bob, other, eve)] == [
        f"Bob (…{bob.hex[-4:]})",
        f"{BOB} (…{other.hex[-4:]})",
        "Eve",
    ]
    hers = client_of(alice)
    answer = hers.post(f"/leagues/{league}/enter/", {"names": "Bob"})
    assert (answer.status_code, "has entered already" in answer.content.decode()) == (422, True)
    hers.post(f"/leagues/{league}/enter/", {"names": "Bob", "doubles": "yes"})
    assert len(made.of(league).waiting) == 4


@pytest.mark.parametrize("second", ["division a", "Division \u0410"])
def test_two_divisions_do_not_look_alike(alice: UUID, second: str) -> None:
    agreed: Rules = made.rules(4, 4)
    twice = replace(agreed, divisions=(agreed.divisions[0], replace(agreed.divisions[1], name=second)))
    with pytest.raises(BadRequest, match="divisions_look_alike"):
        made.league(alice, twice, members=0)
