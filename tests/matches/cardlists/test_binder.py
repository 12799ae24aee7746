"""A gallery as a binder: filters stand in the address and work without a script, for every game."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from elekt_core.registry import get_game
from matches.cardlists.binder import MAX_TEXT, Binder, binder

GAMES = ("elekt", "enclave", "elector_counts")


def shown(game: str, language: str = "en", **asked: str) -> Binder:
    return binder(get_game(game), language, asked)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_filter_shows_as_many_cards_as_it_says(game: str) -> None:
    everything = shown(game)
    assert {facet.name for facet in everything.facets} == {"kind", "attribute", "origin"}
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
