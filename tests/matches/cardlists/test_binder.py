"""A gallery as a binder: filters stand in the address and work without a script, for every game."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from elekt_core.errors import BadCards
from elekt_core.games.elekt import Elekt
from elekt_core.registry import get_game
from matches.cardlists.binder import MAX_TEXT, Binder, binder
from tests.elekt_core.games.elekt import relics

from . import files

GAMES = ("elekt", "enclave", "elector_counts")


def shown(game: str, language: str = "en", **asked: str) -> Binder:
    return binder(get_game(game), language, asked)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_filter_shows_as_many_cards_as_it_says(game: str) -> None:
    everything = shown(game)
    assert {facet.name for facet in everything.facets} == {"kind", "attribute", "set", "origin"}
    assert len(everything.faces) == everything.total
    for facet in everything.facets:
        for option in facet.options:
            found = shown(game, **{facet.name: option.value})
            assert len(found.faces) == option.count > 0
            assert found.is_filtered


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_an_address_are_the_same_in_both_languages(game: str) -> None:
    values = [
        {(facet.name, option.value) for facet in shown(game, language).facets for option in facet.options}
        for language in ("en", "pl")
    ]
    assert values[0] == values[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_card_says_where_it_comes_from(game: str) -> None:
    found = shown(game)
    assert all(found.origins[face.id][1] for face in found.faces)


def test_filters_narrow_each_other_and_a_text_is_found_without_accents() -> None:
    by_name = shown("elekt", "pl", text="NAMIĘTN")
    plain = shown("elekt", "pl", text="namietn")
    assert plain.faces == by_name.faces
    one = shown("elekt", attribute="occultism", text="power")
    assert set(one.faces) < set(shown("elekt", attribute="occultism").faces)


def test_what_no_card_has_filters_nothing_and_a_text_is_cut() -> None:
    assert len(shown("elekt", kind="dragon", origin="<script>").faces) == shown("elekt").total
    assert shown("elekt", text="x" * 500).text == "x" * MAX_TEXT


@pytest.mark.parametrize(
    ("game", "name"), [("elekt", "Base set, edition 2"), *((one, "Base set") for one in GAMES[1:])]
)
def test_a_games_own_cards_are_of_its_base_set(game: str, name: str) -> None:
    (facet,) = (facet for facet in shown(game).facets if facet.name == "set")
    assert [(option.label, option.count) for option in facet.options] == [(name, shown(game).total)]


def set_text(text: str, card: str, name: str) -> str:
    return text.replace(f'id = "{card}"', f'id = "{card}"\nset = "{name}"', 1)


def of_list(text: str, **asked: str) -> Binder:
    return binder(get_game("elekt").with_cards(text), "en", asked)


def test_a_list_is_filtered_by_the_sets_that_its_cards_name() -> None:
    text = set_text(set_text(files.built_in(), "symbiont", "Artefakty"), "assassin", "Artefakty")
    everything, found = of_list(text), of_list(text, set="Artefakty")
    assert {face.id for face in found.faces} == {"symbiont", "assassin"}
    (facet,) = (facet for facet in everything.facets if facet.name == "set")
    assert {(option.label, option.count) for option in facet.options} == {
        ("Artefakty", 2),
        ("Base set, edition 2", everything.total - 2),
    }
    assert {face.id for face in of_list(text, set="Artefakty", kind="unit-elite").faces} <= {"symbiont", "assassin"}
    assert found.total == everything.total


def test_a_whole_list_can_be_a_set_of_its_own() -> None:
    text = set_text(files.built_in().replace("edition = 2", 'edition = 2\nset = "The club’s"', 1), "symbiont", "Spiż")
    (facet,) = (facet for facet in of_list(text).facets if facet.name == "set")
    assert {option.label for option in facet.options} == {"The club’s", "Spiż"}


@pytest.mark.parametrize("written", ['""', "7", '"a\\nb"'])
def test_a_set_without_a_name_is_a_flaw(written: str) -> None:
    text = set_text(files.built_in(), "symbiont", "X").replace('set = "X"', f"set = {written}", 1)
    with pytest.raises(BadCards) as refused:
        get_game("elekt").with_cards(text)
    (flaw,) = refused.value.flaws
    assert flaw.line == files.line_of(text, f"set = {written}")


def test_the_cards_of_an_expansion_are_a_set() -> None:
    game = Elekt(expansions=(relics.EXPANSION,))
    (facet,) = (facet for facet in binder(game, "en", {}).facets if facet.name == "set")
    assert {option.value for option in facet.options} == {"base-2", relics.NAME}
    assert {face.id for face in binder(game, "pl", {"set": relics.NAME}).faces} == {
        card.id for card in relics.EXPANSION.cards
    }


def test_the_set_bears_on_nothing_in_play() -> None:
    text = set_text(files.built_in(), "symbiont", "Artefakty")
    game, plain = get_game("elekt").with_cards(text), get_game("elekt").with_cards(files.built_in())
    (change,) = plain.card_changes(game, "en") or game.card_changes(plain, "en")
    assert (change.id, change.parts) == ("symbiont", ("its set",))


@pytest.mark.django_db
def test_the_page_of_a_card_names_its_set() -> None:
    page = Client(headers={"accept-language": "en"}).get("/games/elekt/cards/symbiont/")
    assert "Set: Base set, edition 2" in page.content.decode()


@pytest.mark.django_db
def test_the_page_is_a_form_without_a_script() -> None:
    client = Client(headers={"accept-language": "en"})
    page = reverse("matches:cards", args=["elekt"])
    html = client.get(page, {"attribute": "violence", "text": ""}).content.decode()
    count = re.search(r"(\d+) cards of (\d+)", html)
    assert count
    assert 0 < int(count[1]) < int(count[2])
    assert html.count('id="card-') == int(count[1])
    assert '<option value="violence" selected>' in html
    assert "0 cards of" in client.get(page, {"text": "no such card"}).content.decode()
