"""A club's circuit: Alice runs the club, Bob is on its board too, Charlie has nothing to do with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger import projections
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role
from players.models import Player
from tests.changing import Contract
from tests.matches.factories import person
from tournaments import commands as t
from tournaments import services as tournaments
from tournaments.cache import cache as states
from tournaments.circuits import commands as c
from tournaments.circuits import queries, services
from tournaments.decisions.field import Newcomer
from tournaments.finished.places import final_places
from tournaments.formats.contract import Result
from tournaments.models import Tournament
from tournaments.queries import plain_names as names_of
from web.errors import BadRequest, Conflict, NotAllowed

from ..evenings.test_evenings import account, browser, club_of
from ..factories import AT_A_TABLE, at, opened, play_round, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def club(alice: UUID) -> UUID:
    return club_of(alice)


def circuit_of(club: UUID, by: UUID, *tournaments: UUID, **rules: Any) -> UUID:
    made = services.open_circuit(c.OpenCircuit(club, "Autumn", **{"points": (10, 6, 4), **rules}), by=by).circuit
    for one in tournaments:
        services.change(made, c.CountTournament(one), by=by)
    return made


def evening(club: UUID, by: UUID, people: Sequence[UUID], *, close: bool = True, **settings: Any) -> UUID:
    """A knock-out in which the first of each table wins."""
    here = opened(by, settings=replace(AT_A_TABLE, club=str(club), **settings), title="Tuesday")
    tournaments.change(here, t.Enter(tuple(map(Newcomer, people))), by=by)
    tournaments.change(here, t.StartStage("main"), by=by)
    tournaments.change(here, t.Pair("main"), by=by)
    for _round in range(2):
        play_round(here, by)
    if close:
        tournaments.change(here, t.Close(), by=by)
    return here


def rows(circuit: UUID) -> list[tuple[int, str, int]]:
    return [(row.rank, row.name, row.points) for row in queries.circuit(circuit_id=circuit, player=None).rows]


class TestCircuits(Contract):
    streams = services.CIRCUITS
    projections = ("circuits",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = account("Alice"), account("Bob"), account("Charlie")
        club = club_of(self.alice, self.bob)
        clubs.change(club, club_commands.GrantRole(self.bob, Role.OFFICER), by=self.alice)
        return circuit_of(club, self.alice)

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return services.change(self.id, c.ChangeCircuit(f"Winter {number} {uuid4().hex}", (5, 3)), by=by, **how)


def test_finished_tournaments_count_and_a_corrected_result_counts_anew(club: UUID, alice: UUID) -> None:
    people = [person(name) for name in ("Anna", "Ben", "Cleo", "Dan")]
    first = evening(club, alice, people)
    running = evening(club, alice, people, close=False)
    circuit = circuit_of(club, alice, first, running)
    before = rows(circuit)
    assert [points for _rank, _name, points in before] == [10, 6, 4, 4]
    shown = queries.circuit(circuit_id=circuit, player=None)
    assert [one.number for one in shown.events if one.tournament == running] == [0], "it counts once it is finished"
    final = state_of(first).stages["main"].rounds[-1]
    tournaments.change(first, t.Correct(at("main", final.no, 1), Result((2, 1)), "keep"), by=alice)
    after = rows(circuit)
    assert [name for _rank, name, _points in after[:2]] == [name for _rank, name, _points in before[:2]][::-1]


def test_its_places_are_those_on_the_page_of_the_event(club: UUID, alice: UUID) -> None:
    here = evening(club, alice, [person(name) for name in ("Anna", "Ben", "Cleo", "Dan")], close=False)
    final = state_of(here).stages["main"].rounds[-1].tables[1].pairing.seats
    tournaments.change(here, t.Withdraw(final[0]), by=alice)
    tournaments.change(here, t.Close(), by=alice)
    circuit, state = circuit_of(club, alice, here), state_of(here)
    (table,) = final_places(state)
    assert final[0] in table.champions, "who goes home after winning the final has won"
    names = names_of(state)
    wanted = {names[one.no]: one.place for one in table.places}
    shown = queries.circuit(circuit_id=circuit, player=None)
    assert {row.name: row.scores[0].place for row in shown.rows if row.scores[0] is not None} == wanted


def test_a_circuit_reads_each_tournament_once_and_takes_no_other_s_place_in_memory(club: UUID, alice: UUID) -> None:
    circuit, counts = circuit_of(club, alice), []
    for names in (("Anna", "Ben"), ("Cleo", "Dan"), ("Eve", "Fay")):
        here = evening(club, alice, [person(name) for name in names])
        services.change(circuit, c.CountTournament(here), by=alice)
        states.clear()
        first = rows(circuit)
        with CaptureQueriesContext(connection) as asked:
            assert rows(circuit) == first
        counts.append(len(asked))
        assert not states._states, "the tournaments that are played now stay there"
    assert counts[0] == counts[-1], "nothing more for each of them"


def test_only_listed_tournaments_of_the_club_count(club: UUID, alice: UUID) -> None:
    people = [person(name) for name in ("Anna", "Ben", "Cleo", "Dan")]
    circuit = circuit_of(club, alice)
    for here, code in (
        (evening(club, alice, people, listed=False), "unlisted_in_circuit"),
        (opened(alice), "not_of_this_club"),
        (opened(account("Olga")), "not_of_this_club"),
    ):
        with pytest.raises(Conflict, match=code):
            services.change(circuit, c.CountTournament(here), by=alice)
    here = evening(club, alice, people)
    services.change(circuit, c.CountTournament(here), by=alice)
    assert rows(circuit)
    Tournament.objects.filter(id=here).update(listed=False)
    assert rows(circuit) == [], "what is unlisted later is shown no more"
    assert queries.circuit(circuit_id=circuit, player=alice).events == []


def test_strangers_change_nothing_and_later_places_give_no_more(club: UUID, alice: UUID) -> None:
    circuit, charlie = circuit_of(club, alice), account("Charlie")
    for command in (c.ChangeCircuit("Mine", (1,)), c.EndCircuit(), c.CountTournament(opened(charlie))):
        with pytest.raises(NotAllowed):
            services.change(circuit, command, by=charlie)
    with pytest.raises(NotAllowed):
        circuit_of(club, charlie)
    for points, present in (((1, 2), 0), ((1,), 2)):
        with pytest.raises(BadRequest, match="points_must_fall"):
            services.change(circuit, c.ChangeCircuit("x", points, present), by=alice)


def test_the_pages_open_fill_and_show_a_circuit(club: UUID, alice: UUID) -> None:
    here = evening(club, alice, [person(name) for name in ("Anna", "Ben", "Cleo", "Dan")])
    client = browser(alice)
    form = {"title": "Autumn", "points": "5 10", "present": "0", "best": "2"}
    refused = client.post(f"/clubs/{club}/circuits/new/", form)
    assert refused.status_code == 422
    assert b"5 10" in refused.content
    assert client.post(f"/clubs/{club}/circuits/new/", form | {"points": "10, x"}).status_code == 422
    made = client.post(f"/clubs/{club}/circuits/new/", form | {"points": "10 6, 4"})
    assert made.status_code == 302
    there = made["Location"]
    assert client.post(f"{there}count/", {"tournament": str(here)}).status_code == 302
    public = Client(headers={"accept-language": "en"})
    page = public.get(there).content.decode()
    assert "Anna" in page
    assert "leave-out" not in page
    assert "Autumn" in public.get(f"/clubs/{club}/").content.decode()
    assert "Autumn" in public.get(f"/tournaments/{here}/").content.decode()
    assert client.post(f"{there}change/", form | {"points": "3 2 1"}).status_code == 302
    assert client.post(f"{there}leave-out/", {"tournament": str(here)}).status_code == 302
    assert client.post(f"{there}end/").status_code == 302
    assert client.post(f"{there}count/", {"tournament": str(here)}).status_code == 409
    assert projections.rebuild(projections.named("circuits"), compare=True).differences == []


def test_two_profiles_that_became_one_are_one_row_and_bots_have_none(club: UUID, alice: UUID) -> None:
    anna, ben, old = person("Anna"), person("Ben"), person("Old Anna")
    first = evening(club, alice, [anna, ben, person("Cleo"), person("Dan")])
    second = evening(club, alice, [old, ben, person("Eve"), person("Fay")])
    Player.objects.filter(id=old).update(merged_into=anna)
    circuit = circuit_of(club, alice, first, second)
    assert sum("Anna" in name for _rank, name, _points in rows(circuit)) == 1
