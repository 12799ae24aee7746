"""Every fact, question, choice and refusal of Enclave has a sentence in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Awaiting, SeatNo, Setup
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.board import lay_out
from elekt_core.games.enclave.cards import ACTIONS, CARDS, DECKS, LOCATIONS
from elekt_core.games.enclave.decisions import KINDS
from elekt_core.games.enclave.faces import gallery
from elekt_core.games.enclave.game import OPTIONS
from elekt_core.games.enclave.refusals import CODES
from elekt_core.games.enclave.words import LANGUAGES, card_text
from elekt_core.games.enclave.words.face_terms import KIND_LINES, MARKS

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
    assert words.ruleset("enclave-r2")
    assert words.introduction("enclave-r2")


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


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Use Loki now? Take a random card from the hand of another player."),
        ("pl", "Użyć teraz karty Loki? Zabierz losową kartę z ręki innego gracza."),
    ],
)
def test_the_question_whether_to_use_a_tree_card_says_what_it_does(language: str, question: str) -> None:
    asked = Awaiting(SeatNo(ALICE), "use_tree", "Z18.1", {"card": "tree_loki"})
    assert game.words(language, NAMES).question(asked, Scene(2, 1).s) == question


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


KEYS = {*DECKS, *LOCATIONS, *ACTIONS, "pile", "discard"}
"""Words of the notation, which nobody reads."""


def _asked(language: str, awaiting: Awaiting, names: Sequence[str], state: object) -> list[str]:
    view = game.view(state, awaiting.seat)  # type: ignore[arg-type]  # a state
    words = game.words(language, names)
    some = game.options(view, awaiting.seat)[:5]
    found = [words.question(awaiting, view), *(words.decision(one, view) for one in some)]
    steps = {part for one in game.options(view, awaiting.seat) for part in game.parts(one)}
    assert not [step for step in steps if step.partition(":")[2] in KEYS & {words.part(step, view)}]
    assert not [step for step in steps if words.part(step, view)[:1].islower()], "it stands on a button"
    return found + [words.refusal(r.code, r.rule, r.data) for r in game.refusals(view, awaiting.seat)]


def test_the_board_tells_every_viewer_no_more_than_they_may_know() -> None:
    scene = Scene(2).on_top("mission", "mission_outer_garden").begin(a.Plan(0)).answer(4, seat=1)
    boards = {viewer: lay_out(game.view(scene.s, viewer), "pl") for viewer in (None, ALICE, BOB)}
    for viewer, board in boards.items():
        mat = board.mats[BOB]
        assert mat.sealed
        assert [one.word for one in mat.actions if one.state == "sealed"] == (["enclave"] if viewer == BOB else [])
        assert [bool(card.name) for card in mat.hand] == [viewer == BOB] * 4
    assert boards[BOB].mats[BOB].hand[0].words.name == "Watowany płaszcz"
    scene.s.phase = 2
    scene.location(4, ALICE).answer("blind")
    board = lay_out(scene.s, "en")
    assert board.boarding is not None
    assert board.boarding.card.words.name == "Outer Garden"
    assert board.boarding.damage == board.boarding.protection == (0, 0)
    assert [place.word for place in board.locations if place.resolved] == ["enclave"]


def test_signs_on_cards_have_the_numbers_of_their_data() -> None:
    faces = {one.id: one for one in gallery("en")}
    assert len(faces) == len({card.id for card in CARDS.printed})
    assert [mark.label for mark in faces["knife_mirror_shard"].marks] == [
        "protects from physical damage: 3",
        "protects from psychic damage: 3",
    ]
    iron = faces["mission_iron_conservatory"]
    assert [(mark.sign, mark.text) for mark in iron.marks] == [("trap", "2"), ("wound", "4")]
    assert [(mark.sign, mark.text) for mark in iron.rewards] == [("knowledge", "3"), ("prize", "2")]
    assert set(MARKS["pl"]) == set(MARKS["en"])
    assert set(KIND_LINES["pl"]) == set(KIND_LINES["en"])
