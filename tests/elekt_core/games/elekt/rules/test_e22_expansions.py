"""E22: expansions and promo cards. What is known of them is data; what the engine must allow is shown by a toy
expansion (``test_expansions``).
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.card_lists import known_sets
from elekt_core.games.elekt.cards import CARD_FILE, read_cards
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.rules import rule as text_of

from .marks import rule

SETS = ["Powołanie", "Wiedźmy (18+)", "Spiż", "Artefakty", "Intrygi", "Minstrel", "Klanarchia"]
PROMOS = ["Tsukuyumi", "Gremlin", "Iskierka", "Cesarski Pupil", "What"]
MATS = ["Rubież", "Upiory"]
ANNOUNCED = {
    1: ["Powołanie", "Klanarchia", "Rubież"],
    2: ["Powołanie", "Wiedźmy (18+)", "Spiż", "Artefakty", "Intrygi", "Klanarchia", "Rubież", "Upiory"],
}
"""E23.10, E23.11."""


@rule("E22.1")
def test_every_known_set_and_promo_card_is_listed_with_what_is_known_of_it() -> None:
    by_kind = {kind: [one.name for one in known_sets() if one.kind == kind] for kind in ("set", "promo", "mat")}
    assert by_kind == {"set": SETS, "promo": PROMOS, "mat": MATS}
    for one in known_sets():
        assert one.provenance in ("rulebook", "public")
        assert one.known == ("outline" if one.name in ("Artefakty", "Intrygi") else "name")
        for number in one.rules:
            assert text_of(number, "pl"), number
            assert text_of(number, "en"), number


@rule("E22.1", "E22.4")
def test_nothing_is_made_up_about_cards_whose_text_is_not_known() -> None:
    names = {card.name_pl for card in game.cards.cards}
    assert names.isdisjoint(PROMOS)
    outlines = {number for one in known_sets() if one.known == "outline" for number in one.rules}
    assert {"E22.3", "E22.4"} < outlines
    groups = list(game.cards.groups)
    assert groups == ["unit", "mission", "influence", "privilege"]  # no Artefacts, no Intrigues


@rule("E23.10", "E23.11")
@pytest.mark.parametrize("edition", [1, 2])
def test_what_each_edition_names_is_in_the_card_list_of_neither(edition: int) -> None:
    assert [one.name for one in known_sets() if edition in one.editions] == ANNOUNCED[edition]
    ruleset = {1: "elekt-1e-r2", 2: "elekt-2e-r2"}[edition]
    created = game.start(Setup("elekt", ruleset, 2, {}), SeededChance(b"sets"))[0]
    assert isinstance(created, e.GameCreated)
    assert created.card_set == game.card_set
    assert not game.cards.added
    assert len([card for card in game.cards.cards if card.group == "unit"]) == 4 + 34


@cache
def with_bloody_wraith() -> Elekt:
    """A list that has the Unit which the solo rules remove if Spiż is used; its ability here is another Unit's."""
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    other = next(unit for unit in data["unit"] if unit["kind"] == "elite")
    wraith: dict[str, Any] = {**other, "id": "bloody_wraith", "name_pl": "Krwawa Mara", "name_en": "Bloody Wraith"}
    data["unit"].append(wraith)
    data["counts"]["elites"] = 35
    return Elekt(read_cards(data, "with Spiż"))


@rule("E22.2", "E21.10")
def test_the_bloody_wraith_of_spiz_is_removed_in_solo_play_alone() -> None:
    solo = Setup("elekt", "elekt-solo-r2", 1, {"level": "easy"})
    for played, more in ((game, []), (with_bloody_wraith(), ["bloody_wraith"])):
        batch = played.start(solo, SeededChance(b"spiz"))
        prepared = next(event for event in batch if isinstance(event, e.GambitPrepared))
        removed = [played.cards.names[unit] for unit in prepared.units]
        assert removed == ["serpent_mouthed_liar", "body_thief", *more]
        deck = next(event for event in batch if isinstance(event, e.DeckShuffled) and event.deck == 3)
        assert set(prepared.units).isdisjoint(deck.cards)
        assert len(deck.cards) == 34 - 2
    two = with_bloody_wraith().start(Setup("elekt", "elekt-2e-r2", 2, {}), SeededChance(b"spiz"))
    decks = [event.cards for event in two if isinstance(event, e.DeckShuffled) and event.deck == 3]
    assert with_bloody_wraith().cards.ids["bloody_wraith"] in decks[0]
