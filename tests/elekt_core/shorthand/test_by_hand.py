"""Games of the archive, written down by hand as on paper: each text is the record of its game, byte for byte (but for
copies of a card, where nothing tells two apart). In them the examples of the page are read, too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from elekt_core.games.elector_counts.decisions import KINDS as ELECTOR_COUNTS
from elekt_core.games.elekt.decisions import KINDS as ELEKT
from elekt_core.games.enclave.decisions import KINDS as ENCLAVE
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.scribe import is_seen
from elekt_core.shorthand import read_shorthand
from elekt_core.shorthand.moves import decision_of
from elekt_core.shorthand.syntax import Move, Place, Word
from tests.sampling import sample

from .by_hand.games import GAMES, WHOLE, as_compared, compared, record, record_of_text
from .page import ABILITY, NOT_PLAYED, PAGE, PLACES, examples

HERE = Path(__file__).parent / "by_hand"
TEXTS = {int(path.stem): path.read_text("utf-8") for path in sorted(HERE.glob("*.txt"))}
WHOLE_ONES = [number for number in TEXTS if GAMES[number - 1].decisions == WHOLE]
LONG_ONES = {12, 16, 25, 27}
"""They take longer than all the others; each has one of its game and sort among those."""
KINDS = {"elekt": ELEKT, "enclave": ENCLAVE, "elector_counts": ELECTOR_COUNTS}


@pytest.mark.parametrize("number", sample(sorted(TEXTS.keys() - LONG_ONES), sorted(TEXTS)))
def test_a_game_written_by_hand_is_the_record_and_the_examples_of_the_page_are_read_in_it(number: int) -> None:
    expected = record(number)
    if is_seen(TEXTS[number]):
        made = record_of_text(TEXTS[number], f"game {number}")
    else:
        play = read_shorthand(TEXTS[number]).play
        made = record_of_play(play, f"game {number}")
        the_examples_are_read(number, play)
    assert as_compared(number, made) == as_compared(number, expected)
    assert made.entries[-1].payload == expected.entries[-1].payload
    if number in WHOLE_ONES:
        assert all((batch.decision or {}).get("kind") != "concede" for batch in expected.batches)
        assert "\n= A" in TEXTS[number]


def the_examples_are_read(number: int, play: Play[Any]) -> None:
    """Each at the decision for which the page has it."""
    game, state, at = play.game, play.game.initial(), Place(1, 1)
    placed = [one for one in examples() if one.game == game.name and one.key in PLACES.get(number, {})]
    for count, batch in enumerate(play.batches):
        for one in placed:
            if PLACES[number][one.key] == count and (decision := batch.decision):
                assert decision.kind in (("use_instant", "use_optional") if one.kind == ABILITY else (one.kind,))
                words = [Word(word, at) for word in one.text.split()]
                assert decision_of(game, state, Move(None, decision.seat, words, at, at), one.language) == decision
        for fact in batch.events:
            game.evolve(state, fact)


def test_the_page_says_how_each_kind_of_decision_is_written_in_both_languages() -> None:
    for game, kinds in KINDS.items():
        for language in ("en", "pl"):
            told = {one.kind for one in examples() if (one.game, one.language) == (game, language)}
            assert {*kinds} - told == {"concede"}
    placed = {key for places in PLACES.values() for key in places}
    assert {one.key for one in examples()} == placed | NOT_PLAYED


def test_the_games_of_the_page_are_beginnings_of_games_that_are_read() -> None:
    beginnings = re.findall(r"```\n(\[Game.*?)```", PAGE.split("## Beginnings of games")[1], re.S)
    read = [lines(text) for text in TEXTS.values()]
    for text in beginnings:
        assert any(whole[: len(lines(text))] == lines(text) for whole in read)
    assert {text.split('"')[1] for text in beginnings} == {*KINDS}


def lines(text: str) -> list[str]:
    """All that decides how a text is read: its lines without names, event and date."""
    return [line for line in text.splitlines() if not re.match(r"\[([A-D]|Event|Date|Round|Site) ", line)]


def test_ten_whole_games_are_among_them_in_both_languages_of_two_three_and_four_players() -> None:
    texts = {number: TEXTS[number] for number in WHOLE_ONES}
    assert len(texts) >= 10
    for game, seats in (("elekt", {2, 3, 4}), ("enclave", {2, 3}), ("elector_counts", {2, 3, 4})):
        assert {GAMES[number - 1].seats for number in texts if GAMES[number - 1].game == game} >= seats
    polish = [number for number, text in texts.items() if '[Language "pl"]' in text]
    assert {GAMES[number - 1].game for number in polish} == {"elekt", "enclave", "elector_counts"}
    for text in texts.values():
        assert "[Event " in text
        assert '[A "' in text
        assert "{" in text
    assert sum("\n   ( " in text for text in texts.values()) >= 5
    assert any(GAMES[number - 1].seen for number in texts)


def test_all_titles_rulesets_in_use_and_numbers_of_seats_are_among_them() -> None:
    assert {one.game for one in GAMES} == {"elekt", "enclave", "elector_counts"}
    assert {one.seats for one in GAMES} == {1, 2, 3, 4}
    assert any(one.seen for one in GAMES)
    assert {"(", "{", ";", "?", "~"} <= {*"".join(TEXTS.values())}


def test_a_text_is_compared_with_the_game_and_the_first_difference_is_named() -> None:
    assert compared(2, TEXTS[2]) == "is the record"
    assert compared(2, TEXTS[2].replace("1. A ", "1. A sideways", 1)).startswith("line ")


def test_what_was_seen_may_be_written_with_little_words_and_whole_names_too() -> None:
    """The beginning of game 16."""
    head = "\n".join(line for line in TEXTS[16].splitlines() if line.startswith("["))
    freely = (
        "~ Pojedynek Regentów, Galeria Szeptów, Podskarbi Żarzewia, Spowiednik i Symbiont",
        "1 A: zgodnie z ruchem",
        "A odrzuca Mglisty Pełzacz, Treser Cieni",
        "B odrzuca Akuszerka Krypt Poborca Dziesięciny",
        "A przydziela Bezimienny → do Strefy Wpływów",
    )
    strictly = [line for line in TEXTS[16].splitlines() if line and not line.startswith("[")][: len(freely)]
    made, expected = (record_of_text("\n".join([head, *lines]), "16") for lines in (freely, strictly))
    assert made == expected
