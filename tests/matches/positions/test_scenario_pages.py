"""The scenarios that ship with a game, on their pages: found, looked through move by move, played."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from elekt_core.registry import get_game
from elekt_core.scenarios.scenario import list_scenarios
from matches.models import Match
from matches.play import queries
from matches.positions import scenarios
from players.models import Player
from tests.sampling import sample

pytestmark = pytest.mark.django_db

INDEX = "/games/elekt/scenarios/"
ALL = list_scenarios(get_game("elekt")).all


def somebody(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_scenario_is_listed_by_its_title(language: str) -> None:
    page = somebody(language).get(INDEX).content.decode()
    assert page.count('href="/games/elekt/scenarios/') >= len(ALL)
    for name in ALL:
        assert f'href="{INDEX}{name}/"' in page


def test_scenarios_are_found_by_rule_card_and_words() -> None:
    client = somebody()

    def found(query: str) -> set[str]:
        page = client.get(f"{INDEX}?{query}", headers={"hx-request": "true"}).content.decode()
        assert "<html" not in page
        return {name for name in ALL if f'href="{INDEX}{name}/"' in page}

    assert found("rule=E9.1") == {name for name, one in ALL.items() if "E9.1" in one.rules}
    assert found("rule=E9") == {name for name, one in ALL.items() if any(r.startswith("E9.") for r in one.rules)}
    assert found("card=necrarch") == {name for name, one in ALL.items() if "necrarch" in one.cards}
    assert "occultism" in found("q=Occultism+TOKENS")
    assert found("q=nosuchword") == set()
    assert "Try fewer words" in client.get(f"{INDEX}?q=nosuchword").content.decode()


@pytest.mark.parametrize("name", sample(sorted(ALL)[::6], sorted(ALL)))
def test_each_move_of_each_scenario_has_its_page(name: str) -> None:
    client = somebody("pl")
    for variant, _title in scenarios.variants("elekt", name):
        _, played = scenarios.played("elekt", name, variant)
        steps = sum(bool(step.choose) for step in played.variant.steps)
        assert len(played.moves) == steps + 1, "every decision leads to a position of its own"
        for move in sample([len(played.moves) - 1], range(len(played.moves))):
            answer = client.get(f"{INDEX}{name}/?variant={variant}&move={move}", headers={"hx-request": "true"})
            assert answer.status_code == 200
            assert f'id="move-{move}" class="is-here"' in answer.content.decode()


def test_what_a_scenario_expects_is_told_in_words_with_its_rule() -> None:
    page = somebody().get(f"{INDEX}occultism/").content.decode()
    assert "Attach nothing" in page
    no = page[page.index("expect-no") :]
    assert "The attached tokens must be of different Attributes." in no
    assert "/games/elekt/rules/E9.1/" in no


def test_what_is_not_there_is_not_found() -> None:
    client = somebody()
    for path in ("moon/", "occultism/?variant=moon", "occultism/?move=99"):
        assert client.get(INDEX + path).status_code == 404, path
    assert client.get(INDEX + "occultism/?move=x").status_code == 400
    assert client.get("/games/chess/scenarios/").status_code == 404
    assert client.get("/games/high-card/scenarios/").status_code == 200, "a game without any has an empty list"


def test_a_scenario_is_played_out_and_opened_on_the_board() -> None:
    client = somebody()
    answer = client.post(f"{INDEX}occultism/", {"who.1": "random"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.id}/"
    me = Player.objects.get().id
    here = queries.position(match_id=match.id, player=me)
    assert [question.kind for question in here.awaiting] == ["attach_tokens"]
    assert here.match.practice
    page = client.get("/games/elekt/positions/?scenario=occultism&variant=no_power_left").content.decode()
    assert re.search(r'name="at\.zones\.[a-z]+\.rows\.0\.\d\.tokens\.power" value="7"', page)
    assert client.get("/games/elekt/positions/?scenario=moon").status_code == 404


def test_every_scenario_can_be_opened_on_the_board() -> None:
    client = somebody()
    for name in [*ALL][:: sample(9, 1)]:
        assert client.get(f"/games/elekt/positions/?scenario={name}").status_code == 200, name


def test_a_shared_first_place_names_all_who_share_it() -> None:
    """K20.4: nobody won alone, and that is no reason to say nothing."""
    client = somebody()
    at = client.post("/games/elector_counts/scenarios/shared_victory/")["Location"]
    for page in (at, f"{at}replay/"):
        assert "Shared first place: Player 1, Player 2<" in client.get(page).content.decode()
