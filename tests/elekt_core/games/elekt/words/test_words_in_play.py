"""Whole games told in words: every fact, question, option, part and refusal that really occurs, for every viewer."""

from __future__ import annotations

import random
import re

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup, Viewer
from elekt_core.games.elekt import Elekt
from elekt_core.games.elekt.words import LANGUAGES

NAMES = ("Alice", "Bob", "Charlie", "Dora")
BAD = re.compile(r"None|-1|_|\{|\}|  |\b(unit|zone|seat):|–\.|\(–\)")
HIDDEN_WORDS = {"pl": "zakryta", "en": "hidden"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_can_be_told_to_everybody(seats: int) -> None:
    game, choose = Elekt(), random.Random(seats)
    tellers = {language: game.words(language, NAMES) for language in LANGUAGES}
    chance = SeededChance(bytes(31) + bytes([seats]))
    viewers: list[Viewer] = [None, *(SeatNo(seat) for seat in range(seats))]
    state = game.initial()
    views = {viewer: game.view(game.initial(), viewer) for viewer in viewers}
    batch = game.start(Setup("elekt", "elekt-2e-r2", seats, {}), chance)
    while True:
        for event in batch:
            game.evolve(state, event)
            for viewer in viewers:
                seen = game.redact(event, viewer)
                game.evolve(views[viewer], seen)
                for words in tellers.values():
                    text = words.event(seen, views[viewer])
                    assert not BAD.search(text), (seen, text)
                    assert text == "" or text.endswith("."), (seen, text)
        asked = game.awaiting(state)
        if not asked or asked[0].optional:
            break
        awaiting = asked[0]
        view = views[awaiting.seat]
        options = game.options(view, awaiting.seat)
        for words in tellers.values():
            for viewer in viewers:
                question = words.question(awaiting, views[viewer])
                assert question.endswith((".", "?")), question
                assert not BAD.search(question), question
            for option in choose.sample(range(len(options)), min(len(options), 12)):
                texts = [
                    words.decision(options[option], view),
                    *(words.part(p, view) for p in game.parts(options[option])),
                ]
                assert all(texts), texts
                assert not any(BAD.search(text) for text in texts), texts
            for refusal in game.refusals(view, awaiting.seat):
                text = words.refusal(refusal.code, refusal.rule, refusal.data)
                assert text.endswith("."), text
                assert not BAD.search(text), text
        if awaiting.kind == "annihilate_unit":
            units = [one.choice[0] for one in options if one.choice]
            victims = {(view.owner(unit), game.tables.names[unit].partition(".")[0]) for unit in units}
            for words in tellers.values():
                labels = {words.decision(option, view) for option in options}
                assert len(labels) == len(victims) + 1, "several players may have an Assassin there"
        batch = game.decide(state, choose.choice(options), chance)
    end = [words.event(batch[-1], state) for words in tellers.values()]
    assert all(NAMES[0] in text for text in end)
