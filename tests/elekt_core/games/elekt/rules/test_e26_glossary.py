"""E26: the glossary. Identifiers and the terms of both languages exist in our vocabulary and in our words."""

from __future__ import annotations

import pytest

from elekt_core.games.elekt import game
from elekt_core.games.elekt import vocabulary as voc
from elekt_core.games.elekt.decisions import KINDS
from elekt_core.games.elekt.events import KINDS as EVENTS
from elekt_core.games.elekt.houses.solo import Solo
from elekt_core.games.elekt.rules import rulebook
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.words import terms_en, terms_pl

from .marks import rule

TABLES = {
    "ATTRIBUTES": ("occultism", "cunning", "violence", "power"),
    "ZONES": ("missions", "influences", "court"),
    "PHASES": ("recruitment", "assignment", "confrontation", "round_end"),
    "TYPES": ("spectre", "cultist"),
    "KINDS": ("basic", "elite", "mission", "influence", "privilege"),
    "ABILITIES": ("instant", "permanent"),
}
"""Identifiers of E26 that are words of the notation, by the table of terms in which both languages name them."""

EVENTS_OF = {
    "acquire": "card_acquired",
    "annihilate": "unit_annihilated",
    "assign": "unit_assigned",
    "attach": "token_attached",
    "detach": "token_detached",
    "discard": "unit_discarded",
    "herald": "herald_named",
    "move": "unit_moved",
    "pass": "player_passed",
    "pay": "heat_paid",
    "place": "unit_placed",
    "round": "round_started",
    "save": "unit_saved",
    "sceptre": "sceptre_set",
    "seal": "seal_gained",
    "swap": "units_swapped",
    "take_heat": "heat_taken",
    "tie": "confrontation_tied",
    "title": "titles_changed",
}
"""What is done, and the fact that tells it."""

KEPT = {
    "discard_pile": "discard",
    "face_up_card": "face_up",
    "heat": "heat",
    "heat_pool": "heat_pool",
    "sceptre": "holder",
    "court_order": "order",
    "title": "titles",
    "token": "tokens",
    "token_pool": "pool",
    "round": "round",
}
"""What lies on the table, and the field of the state that has it."""


def said(language: str) -> dict[str, str]:
    return {term.id: term.word for term in rulebook(language).terms}


@rule("E26")
@pytest.mark.parametrize("table", TABLES)
def test_words_of_the_notation_have_the_terms_of_the_glossary(table: str) -> None:
    for language, terms in (("en", terms_en), ("pl", terms_pl)):
        words, glossary = getattr(terms, table), said(language)
        assert set(TABLES[table]) == set(words)
        for identifier in TABLES[table]:
            assert words[identifier].lower() == glossary[identifier].lower(), (language, identifier)


@rule("E26")
def test_words_of_the_notation_are_those_of_the_vocabulary() -> None:
    assert TABLES["ATTRIBUTES"] == voc.ATTRIBUTES
    assert TABLES["ZONES"] == voc.ZONES
    assert TABLES["PHASES"] == voc.PHASES
    assert set(TABLES["TYPES"]) == set(voc.UNIT_TYPES) - {"none"}
    assert set(TABLES["KINDS"]) == {*voc.UNIT_KINDS, *voc.GROUPS} - {"unit"}
    assert {"attach", "detach", "move", "place", "swap", "annihilate", "discard", "assign", "save"} <= set(voc.ACTIONS)
    assert "zone_limit" in voc.NUMBERS


@rule("E26", "E24.1")
def test_what_is_done_is_told_by_a_fact_and_what_lies_there_is_kept_by_the_state() -> None:
    glossary = ", ".join(said("en"))
    for identifier, kind in EVENTS_OF.items():
        assert identifier in glossary
        assert kind in EVENTS
    for identifier, field in KEPT.items():
        assert identifier in glossary
        assert field in State.__slots__
    assert "save_unit" in KINDS
    assert "seals" in Solo._fields


@rule("E26", "E21.1")
def test_the_solo_game_and_its_automaton_are_called_as_in_the_glossary() -> None:
    for language in ("en", "pl"):
        words, glossary = game.words(language, ["Alice"]), said(language)
        assert glossary["imperial_gambit"] in words.ruleset("elekt-solo-r2")
        assert glossary["houses"] in words.automaton("houses")
