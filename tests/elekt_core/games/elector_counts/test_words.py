"""Elector Counts in words, in both languages."""

from __future__ import annotations

import random
import re

import pytest

from elekt_core.contract import UNKNOWN, SeatNo
from elekt_core.games.elector_counts.board import gallery, lay_out
from elekt_core.games.elector_counts.cards import OPS
from elekt_core.games.elector_counts.decisions import CODES
from elekt_core.games.elector_counts.events import KINDS, REASONS, AttackersPlaced, CardsDrawn
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.words import LANGUAGES as PHRASES
from elekt_core.games.elector_counts.words.card_text import EFFECTS, KEYWORDS

from .builders import At, fresh, n, position
from .fuzz import any_decision

LANGUAGES = pytest.mark.parametrize("language", ["en", "pl"])
NAMES = ["Alice", "Bob", "Celia", "Dan"]


def test_both_languages_know_every_word() -> None:
    for words in PHRASES.values():
        assert set(words.refusals) == set(CODES)
        assert set(words.reasons) == set(words.endings) == set(REASONS)
        assert {key.partition(":")[0] for key in words.events} == set(KINDS)
        assert set(words.rulesets) == {ruleset.name for ruleset in game.rulesets}
    english, polish = PHRASES["en"], PHRASES["pl"]
    for table in ("parts", "questions", "refusals", "events"):
        one, other = getattr(english, table), getattr(polish, table)
        assert set(one) == {key for key in other if not key.endswith(":hidden")}, table
    for language in ("en", "pl"):
        assert set(EFFECTS[language]) == set(OPS)
    assert set(KEYWORDS["en"]) == set(KEYWORDS["pl"])


@LANGUAGES
def test_a_whole_game_is_told_asked_and_labelled(language: str) -> None:
    draw = random.Random(f"words {language}")
    for seats in (2, 4):
        table = fresh(seats, language.encode())
        words = game.words(language, NAMES[:seats])
        seen = game.view(game.initial(), SeatNo(0))
        told = list(table.events)
        while True:
            for event in told:
                redacted = game.redact(event, SeatNo(0))
                game.evolve(seen, redacted)
                text = words.event(redacted, seen)
                assert "".join(piece for piece, _ in words.pieces(redacted, seen)) == text
                assert not re.search(r"[\ue000-\ue002]|_", text), text
                assert not text or text.endswith("."), text
            if not table.state.question:
                break
            view = game.view(table.state, table.state.asked)  # type: ignore[arg-type]  # a seat
            assert words.question(game.awaiting(view)[0], view).endswith(("?", "."))
            options = game.options(view)
            for option in options[:: max(1, len(options) // 8)]:
                assert words.decision(option, view)
                assert all(words.part(part, view) for part in game.parts(option))
            for refusal in game.refusals(view, SeatNo(view.asked)):
                assert refusal.rule == CODES[refusal.code]
                assert "–" not in words.refusal(refusal.code, refusal.rule, refusal.data)
            assert lay_out(view, game.cards, language).seats
            decision = any_decision(table.state, draw, 0, True)
            told = list(table.decide(decision.seat, decision.kind, *decision.choice).events)


@LANGUAGES
def test_every_card_is_shown_with_its_text(language: str) -> None:
    faces = {face.id: face for face in gallery(game.cards, language)}
    assert len(faces) == len(game.cards.cards) - 1
    texts = {
        "en": ("COUNTER: Castle Garrison", "Take 3 shillings.", "GAIN 1 · ALLY: Free Company"),
        "pl": ("KONTRA: Garnizon Zamkowy", "Weź 3 szylingi.", "POZYSKAJ 1 · SOJUSZNIK: Wolna Kompania"),
    }
    ids = ("attacker_battering_ram", "support_war_chest", "attacker_red_sash")
    assert tuple(faces[id_].words.text for id_ in ids) == texts[language]


def test_a_hidden_card_is_told_by_its_place() -> None:
    table = position(At("salt_market", 1, ["river_raiders"], 0), turn=1)
    view = game.view(table.state, SeatNo(1))
    words = game.words("en", NAMES[:2])
    assert words.part("unit:u0", view) == "face-down card 1 (Salt Market)"
    assert words.part(f"card:{game.cards.cards[n('river_raiders')].id}", view) == "River Raiders (Attacker 2)"


def test_the_board_counts_what_lies_there() -> None:
    table = position(At("salt_market", 1, ["river_raiders"], 0), At("eagle_castle", 0, fort=True))
    mine, other = lay_out(game.view(table.state, SeatNo(0)), game.cards, "en").seats
    assert (mine.points, mine.sieges, mine.forts, mine.sieges_left) == (1 + 4, 1, 1, 6)
    assert other.sites[0].attack == 2
    assert other.hand_known is False
    assert lay_out(game.view(table.state, SeatNo(1)), game.cards, "en").seats[1].sites[0].attack is None


def test_polish_names_of_cards_stand_behind_a_colon_and_their_number_bends_with_the_verb() -> None:
    state, words = fresh(2).state, game.words("pl", NAMES[:2])
    drawn = CardsDrawn(SeatNo(0), (n("sappers"),))
    assert words.event(drawn, state) == "Alice dobiera: Minerzy."
    assert words.event(CardsDrawn(SeatNo(0), (UNKNOWN,)), state) == "Alice dobiera 1 kartę."
    assert (
        words.event(AttackersPlaced(SeatNo(0), n("salt_market"), (UNKNOWN,)), state)
        == "Alice atakuje (Targ Solny): 1 karta."
    )
