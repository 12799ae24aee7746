"""The page of a closed tournament: champion, podium, everybody's place, upsets, and the picture to share."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import translation
from PIL import Image

from tests.matches.factories import person
from tests.tournaments.factories import AT_A_TABLE, at, opened, play_round, stage, state_of
from tournaments import commands, queries, services
from tournaments.decisions.field import Newcomer
from tournaments.finished import picture
from tournaments.finished.places import final_places
from tournaments.finished.upsets import upsets
from tournaments.formats.contract import Result
from tournaments.presets import PRESETS, Wish
from tournaments.rehearsal import rehearse
from tournaments.settings import Source
from tournaments.state import Status

EN = {"Accept-Language": "en"}


@pytest.mark.parametrize(("preset", "seats", "players"), [("pods", 4, 14), ("knockout", 2, 11), ("groups", 2, 12)])
def test_everybody_has_a_place_from_1_to_n(preset: str, seats: int, players: int) -> None:
    done = rehearse(PRESETS[preset](Wish(seats, 3, 4)), players, 2)
    (table,) = final_places(done.state)
    assert sorted(one.no for one in table.places) == list(range(1, players + 1))
    places = [one.place for one in table.places]
    assert places[0] == 1
    assert places == sorted(places)
    assert all(place in (before, at) for at, (before, place) in enumerate(pairwise(places), 2))
    last = list(done.state.stages)[-1]
    finalists = set(done.state.stages[last].entrants)
    assert {one.no for one in table.places[: len(finalists)]} == finalists


def test_nobody_has_a_final_place_while_it_goes_on() -> None:
    done = rehearse(PRESETS["pods"](Wish(4, 2, 0)), 8, 1)
    assert final_places(replace(done.state, status=Status.RUNNING)) == []


def closed(listed: bool = True) -> tuple[UUID, UUID]:
    """Four rated players, the last seed wins everything."""
    alice = person("Alice")
    plan = stage("swiss", "round_robin", tie_breaks=("DE",))
    final = stage("final", source=Source("swiss", best=2))
    tournament = opened(alice, plan, final, settings=replace(AT_A_TABLE, listed=listed), title="Autumn & <cup>")
    people = tuple(Newcomer(person(f"Player {no}"), rating=2100 - 200 * no) for no in range(1, 5))
    services.change(tournament, commands.Enter(people), by=alice)
    services.change(tournament, commands.StartStage("swiss"), by=alice)
    for _ in range(3):
        services.change(tournament, commands.Pair("swiss"), by=alice)
        one = state_of(tournament).stages["swiss"].rounds[-1]
        for table in one.tables.values():
            seats = table.pairing.seats
            result = Result((1, 2) if seats[0] > seats[1] else (2, 1))
            services.change(tournament, commands.EnterResult(at("swiss", one.no, table.no), result), by=alice)
    services.change(tournament, commands.StartStage("final"), by=alice)
    services.change(tournament, commands.Pair("final"), by=alice)
    play_round(tournament, alice, "final")
    services.change(tournament, commands.Close(), by=alice)
    return tournament, alice


@pytest.mark.django_db
def test_the_page_names_the_champion_the_podium_and_the_biggest_upset(client: Client) -> None:
    tournament, _alice = closed()
    (table,) = final_places(state_of(tournament))
    champion = queries.plain_names(state_of(tournament))[table.champions[0]]
    page = client.get(f"/tournaments/{tournament}/", headers=EN).content.decode()
    assert "Final result" in page
    assert "Champion" in page
    assert champion in page
    (first, *_others) = upsets(state_of(tournament))
    assert (first.winner, first.others) == (4, (1,))
    assert first.chance == pytest.approx(1 / (1 + 10 ** (600 / 400)))
    assert "Player 4 beat Player 1" in page
    assert "ratings gave the winner 3%" in page


@pytest.mark.django_db
def test_the_picture_says_who_is_on_the_podium_and_is_the_same_each_time(client: Client) -> None:
    tournament, _alice = closed()
    with translation.override("en"):
        address, text = picture.address(tournament), picture.drawn(*picture.of(tournament))
    assert ElementTree.fromstring(text).get("viewBox") == "0 0 1200 630"
    assert "Autumn &amp; &lt;cup&gt;" in text
    assert "Player" in text
    answer = client.get(address)
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert client.get(address).content == answer.content
    page = client.get(f"/tournaments/{tournament}/", headers=EN).content.decode()
    assert f'href="{address}"' in page


@pytest.mark.django_db
def test_a_tournament_that_goes_on_has_no_picture(client: Client) -> None:
    alice = person("Alice")
    tournament = opened(alice)
    assert client.get(f"/tournaments/{tournament}/podium/en/{'0' * 16}.png").status_code == 404
    assert "Final result" not in client.get(f"/tournaments/{tournament}/", headers=EN).content.decode()


@pytest.mark.django_db
def test_programs_get_the_same_places(client: Client) -> None:
    tournament, _alice = closed()
    told = client.get(f"/api/v1/tournaments/{tournament}/final-places/").json()
    (table,) = final_places(state_of(tournament))
    assert [(one["place"], one["no"]) for one in told["tables"][0]["places"]] == [(p.place, p.no) for p in table.places]
    assert told["upsets"][0]["per_mille"] == 31
    running = opened(person("Bob"))
    assert client.get(f"/api/v1/tournaments/{running}/final-places/").json() == {"tables": [], "upsets": []}


@pytest.mark.django_db
def test_a_report_is_offered_only_where_it_can_be_had(client: Client) -> None:
    tournament, _alice = closed()
    assert "TRF26" in client.get(f"/tournaments/{tournament}/export/", headers=EN).content.decode()
    pods = opened(person("Bob"), stage(form="pods", seats=4, least=3, rounds=1))
    assert "TRF26" not in client.get(f"/tournaments/{pods}/export/", headers=EN).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("sheet", ["players", "results", "cross", "standings"])
def test_each_sheet_of_a_stage_can_be_printed(client: Client, sheet: str) -> None:
    tournament, _alice = closed()
    page = client.get(f"/tournaments/{tournament}/print/{sheet}/?stage=swiss", headers=EN)
    assert page.status_code == 200
    assert "Player 4" in page.content.decode()


@pytest.mark.django_db
def test_a_slip_has_a_code_that_leads_to_its_table(client: Client) -> None:
    alice = person("Alice")
    tournament = opened(alice, stage(form="round_robin"))
    services.change(tournament, commands.Enter(tuple(Newcomer(person(f"Player {no}")) for no in range(1, 3))), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    page = client.get(f"/tournaments/{tournament}/print/slips/", headers=EN).content.decode()
    assert "<svg" in page
    assert "Report the result here." in page


@pytest.mark.django_db
def test_a_long_page_has_a_box_to_find_somebody(client: Client) -> None:
    alice = person("Alice")
    tournament = opened(alice, stage(form="club_swiss"))
    people = tuple(Newcomer(person(f"Player {no:02}")) for no in range(1, 21))
    services.change(tournament, commands.Enter(people), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    page = client.get(f"/tournaments/{tournament}/", headers=EN).content.decode()
    assert "Find a player" in page
    found = client.get(f"/tournaments/{tournament}/?find=player+07", headers=EN).content.decode()
    assert "Player 07" in found
    assert "Player 05" not in found
    none = client.get(f"/tournaments/{tournament}/?find=zz", headers=EN).content.decode()
    assert "Nobody here is called “zz”." in none
