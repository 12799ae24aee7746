"""Plates of cards: every part exists, every card has one, and within a game no two are alike."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from elekt_core import game_names, get_game
from matches.faces import plate as plates
from matches.faces.plate import charge_of, pick, plate

SPRITE = Path(__file__).parents[3] / "static" / "img" / "plates.svg"
BYTES = 640
"""The most that one plate may take in a page."""


def parts() -> set[str]:
    return {element.attrib["id"] for element in ElementTree.parse(SPRITE).iter() if "id" in element.attrib}


def test_the_sprite_has_every_part_that_can_be_picked() -> None:
    charges = {charge for _, charge in plates._charges()} | {*plates.CHARGE_OF.values(), "star"}
    wanted = {f"c-{charge}" for charge in charges} | {f"t-{crest}" for crest in plates.CRESTS}
    wanted |= {f"s-{one}" for one in plates.SUPPORTERS} | {f"b-{one}" for one in plates.BASES}
    wanted |= {f"g-{one}" for one in plates.ROSETTES} | {f"f-{one}" for one in (*plates.FIELDS, "sable")}
    assert wanted <= parts()


@pytest.mark.parametrize("name", [name for name in game_names() if get_game(name).gallery("en")])
def test_no_two_cards_of_a_game_look_alike(name: str) -> None:
    drawn: dict[str, str] = {}
    for face in get_game(name).gallery("en"):
        shown = render_to_string(f"games/{name}/face.html", {"face": face})
        (svg,) = re.findall(r'<svg class="plate".*?</svg>', shown, re.DOTALL)
        assert len(svg.encode()) <= BYTES, face.id
        assert svg not in drawn, (face.id, drawn[svg])
        drawn[svg] = face.id


def test_an_option_that_is_added_changes_only_plates_that_pick_it() -> None:
    cards = [f"card_{n}" for n in range(200)]
    before = {card: pick(card, "base", plates.BASES) for card in cards}
    after = {card: pick(card, "base", (*plates.BASES, "clouds")) for card in cards}
    assert {after[card] for card in cards if after[card] != before[card]} == {"clouds"}
    assert all(count > 15 for count in map([*before.values()].count, plates.BASES))


def test_a_card_shows_what_it_is_called() -> None:
    assert charge_of("whisper_moth") == "moth"
    assert charge_of("siege_of_the_salt_gate") == "gate"
    assert charge_of("of_a_list_of_our_own", "violence") == "blades"
    assert charge_of("of_a_list_of_our_own") == "star"


def test_a_plate_is_hidden_from_those_who_listen() -> None:
    assert 'aria-hidden="true"' in plate("whisper_moth", "burst", "occultism")
