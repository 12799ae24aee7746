"""The Elder Houses in sentences: a name in the plural, in the log of whole games, in questions and in answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.houses.reasons import REASONS
from elekt_core.games.elekt.vocabulary import NONE
from elekt_core.games.elekt.words import houses_en, houses_pl

from ..solo import gambit
from ..solo_fuzz import PLAYER, players, setup

NAME = {"pl": "Starsze Rody", "en": "The Elder Houses"}
by_language = pytest.mark.parametrize("language", ["pl", "en"])


def log(language: str, games: int = 12) -> Iterator[str]:
    """Every sentence of some games, as the player reads them."""
    words = game.words(language, ["Alicja"])
    for seed in range(games):
        choose = players(seed, "medium")["random"]
        chance, view = SeededChance(derive("words", seed)), game.initial()
        state, batch, number = game.initial(), game.start(setup("medium"), chance), 0
        view = game.view(view, PLAYER)
        while True:
            for event in batch:
                game.evolve(state, event)
                seen = game.redact(event, PLAYER)
                game.evolve(view, seen)
                if text := words.event(seen, view):
                    yield text
            if not state.question:
                break
            number += 1
            yield words.question(game.awaiting(view)[0], view)
            decision = choose(state, number)
            yield words.decision(decision, view)
            batch = game.decide(state, decision, chance)


def test_polish_verbs_agree_with_the_houses() -> None:
    for text in log("pl"):
        for found in re.finditer(r"Starsze Rody(?: nie)? ([^\W\d]+)", text):
            assert found[1].endswith("ą") or found[1] == "i", text
        for found in re.finditer(r"([^\W\d]+)(?: nim)? Starsze Rody", text):
            assert found[1] not in houses_pl.PLURALS, text


def test_english_verbs_agree_with_the_houses() -> None:
    for text in log("en"):
        for found in re.finditer(r"The Elder Houses ([a-z]+)", text):
            assert not found[1].endswith("s") or found[1] in ("pass", "discuss"), text


@by_language
def test_sentences_about_the_houses_are_whole(language: str) -> None:
    for text in log(language, 4):
        assert not re.search(r"None|-1|\{|\}|_|  |<", text), text


@by_language
def test_every_reason_has_its_words_and_the_rule_stands_beside_them(language: str) -> None:
    assert set((houses_pl if language == "pl" else houses_en).REASONS) == set(REASONS)
    words = game.words(language, ["Alicja"])
    state = gambit(hands={0: ["acolyte"]}).state
    for why, number in REASONS.items():
        text = words.event(e.HousesChose(why, number, NONE, 0), state)
        assert text.startswith(f"{NAME[language]}: ")
        assert text.endswith(f"({number}).")


def test_the_log_says_why() -> None:
    table = gambit(hands={0: ["acolyte"], 1: ["symbiont"]}, zones={"missions": {1: ["necrarch", "confessor"]}}, turn=1)
    polish, english = (game.words(language, ["Alicja"]) for language in ("pl", "en"))
    chose, assigned = table.events[0], table.events[1]
    assert polish.event(chose, table.state) == (
        "Starsze Rody: Strefa Wpływów – gracz niczego jeszcze nie przydzielił, "
        "więc pierwsze wolne miejsce od lewej (E21.18)."
    )
    assert english.event(assigned, table.state) == "The Elder Houses assigned Symbiont to the Influences Zone."
    assert polish.event(assigned, table.state) == "Starsze Rody przydzielają: Symbiont → Strefa Wpływów."


@by_language
def test_the_questions_of_the_solo_game_say_what_is_at_stake(language: str) -> None:
    table = gambit(hands={0: ["acolyte"], 1: ["symbiont"]}, heat=(0, 2), seals=1).passes()
    words = game.words(language, ["Alicja"])
    text = words.question(game.awaiting(table.state)[0], table.state)
    assert NAME[language] in text
    assert re.findall(r"\d", text) == ["2", "1"]
    table = gambit(
        hands={0: ["acolyte"], 1: ["wildclanner"]},
        zones={"influences": {0: ["dignitary"]}},
        turn=1,
        memory="influences",
        tokens={"dignitary": ["occultism", "power"]},
        face_up={"influences": "plague_market"},
    )
    asked = words.question(game.awaiting(table.state)[0], table.state)
    assert {"pl": "Targ Zarazy", "en": "Plague Market"}[language] in asked
    labels = [words.decision(option, table.state) for option in game.options(table.state)]
    assert len(set(labels)) == 2


@by_language
def test_the_end_names_the_side_that_won(language: str) -> None:
    state = gambit(hands={0: ["acolyte"]}).state
    words = game.words(language, ["Alicja"])
    lost = words.event(e.GameEnded(e.BY_TITLES, 1, (2, 1), (3, 7), ""), state)
    assert {"pl": "Wygrywają Starsze Rody", "en": "The Elder Houses won"}[language] in lost
    assert "7" in lost
    won = words.event(e.GameEnded(e.BY_TITLES, 0, (1, 2), (7, 3), ""), state)
    assert "Alicja" in won
