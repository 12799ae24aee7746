"""Every fact, question, choice and refusal of Enclave has a sentence in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Awaiting, SeatNo, Setup
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.board import lay_out
from elekt_core.games.enclave.cards import CARDS
from elekt_core.games.enclave.decisions import KINDS
from elekt_core.games.enclave.game import OPTIONS
from elekt_core.games.enclave.refusals import CODES
from elekt_core.games.enclave.words import LANGUAGES, card_text
from elekt_core.games.enclave.words.board_terms import TERMS

from .rules.scenes import ALICE, BOB, Scene

NAMES = ("Alice", "Bob", "Charlie", "Dora")
BOTH = pytest.mark.parametrize("language", ["pl", "en"])


def test_both_languages_have_the_same_phrases_with_the_same_blanks() -> None:
    pl, en = LANGUAGES["pl"], LANGUAGES["en"]
    for table in ("events", "questions", "parts", "refusals", "options", "values", "locations", "sources"):
        one, other = getattr(pl, table), getattr(en, table)
        assert set(one) == set(other), table
        for key, phrase in one.items():
            assert set(re.findall(r"{(\w+)}", phrase)) == set(re.findall(r"{(\w+)}", other[key])), (table, key)


@BOTH
def test_every_kind_has_a_phrase(language: str) -> None:
    phrases = LANGUAGES[language]
    assert {key.partition(":")[0] for key in phrases.events} == set(e.KINDS)
    assert set(phrases.questions) == set(KINDS) - {"heal", "concede"}
    assert set(phrases.refusals) == set(CODES)
    words = game.words(language, NAMES)
    for option in OPTIONS:
        assert words.option(option.name)
        assert all(words.option_value(option.name, value) for value in option.values)
    assert words.ruleset("enclave-r1")
    assert words.introduction("enclave-r1")


@BOTH
def test_every_card_says_what_it_does(language: str) -> None:
    texts = {card.id: card_text(card, language) for card in CARDS.printed}
    assert all(texts.values()), [name for name, text in texts.items() if not text]
    assert "{" not in "".join(texts.values())


def test_a_card_text_has_the_numbers_of_its_data() -> None:
    by_id = {card.id: card for card in CARDS.printed}
    assert card_text(by_id["office_healing_talisman"], "en") == "heals: physical 6"
    iron = card_text(by_id["mission_iron_conservatory"], "en")
    assert iron == "traps: 2, fixed trap: physical 4; reward: Knowledge 3, prize 2"


@BOTH
def test_random_games_are_told_in_words(language: str) -> None:
    """As a player and as a spectator: nothing raises, no blank is left open, no seat is a number."""
    for seed in range(3):
        told = _told(language, seed)
        assert len(told) > 200
        assert not [text for text in told if "{" in text or "None" in text]


def _told(language: str, seed: int) -> Sequence[str]:
    draw, chance = random.Random(seed), SeededChance(bytes([seed]))
    names = NAMES[: 2 + seed]
    words, viewer = game.words(language, names), draw.choice([None, SeatNo(0)])
    options = {"turn_order": "auction" if seed else "random"}
    state, told = game.initial(), []
    batch = game.start(Setup("enclave", "", len(names), options), chance)
    while True:
        for event in batch:
            game.evolve(state, event)
            told.append(words.event(game.redact(event, viewer), game.view(state, viewer)))
        asked = game.awaiting(state)
        if not asked:
            return told
        told += _asked(language, asked[0], names, state)
        batch = game.decide(state, draw.choice(game.options(state)), chance)


def _asked(language: str, awaiting: Awaiting, names: Sequence[str], state: object) -> list[str]:
    view = game.view(state, awaiting.seat)  # type: ignore[arg-type]  # a state
    words = game.words(language, names)
    some = game.options(view, awaiting.seat)[:5]
    found = [words.question(awaiting, view), *(words.decision(one, view) for one in some)]
    return found + [words.refusal(r.code, r.rule, r.data) for r in game.refusals(view, awaiting.seat)]


def test_the_board_is_laid_out_in_words_for_every_viewer() -> None:
    assert set(TERMS["pl"]) == set(TERMS["en"])
    scene = Scene(2).on_top("mission", "mission_outer_garden").begin(("plan", 0)).answer(4, seat=1)
    sealed = {
        viewer: [row.value for row in lay_out(game.view(scene.s, viewer), "en").sections[-2].rows][-1]
        for viewer in (None, ALICE, BOB)
    }
    assert sealed == {None: "?", ALICE: "?", BOB: "Boarding the Enclave"}
    hands = [lay_out(game.view(scene.s, viewer), "pl").sections[-2].rows[7].value for viewer in (ALICE, BOB)]
    assert hands[0] == "4 × ?"
    assert "Watowany płaszcz (3; ochrona: fizyczne 3)" in hands[1]
    scene.location(4, ALICE).answer("blind")
    boarding = lay_out(scene.s, "en").sections[1]
    assert (boarding.title, boarding.rows[0].value.partition(" (")[0]) == ("Boarding", "Outer Garden")
