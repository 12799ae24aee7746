"""Every match can be written in short notation, in both languages, and read again as the same match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from elekt_core.bots import RANDOM, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.stop import PlayStopped
from elekt_core.record.text import parse_record
from elekt_core.registry import get_game
from elekt_core.shorthand import read_shorthand, write_shorthand
from tests.elekt_core import toy, toy_solo
from tests.sampling import sample

GAMES = [get_game(name) for name in ("elekt", "enclave", "elector_counts")]
SETUPS = [
    Setup(game.name, ruleset.name, seats, {})
    for game in (*GAMES, toy.game, toy_solo.game)
    for ruleset in game.current
    for seats in ruleset.seats
]
BY_NAME: dict[str, Game[Any]] = {game.name: game for game in (*GAMES, toy.game, toy_solo.game)}
VECTORS = Path("docs/vectors")


@pytest.mark.parametrize("setup", sample(SETUPS[::2], SETUPS), ids=lambda setup: f"{setup.ruleset} {setup.seats}")
def test_a_whole_game_is_the_same_after_writing_and_reading(setup: Setup) -> None:
    game = BY_NAME[setup.game]
    for number in range(sample(1, 20)):
        play = play_out(game, setup, [RANDOM] * setup.seats, f"{setup} {number}".encode())
        language = ("en", "pl")[(number + setup.seats) % 2]
        read = read_shorthand(write_shorthand(record_of_play(play, "stream"), language, game=game), game)
        assert read.play.batches == play.batches
        assert read.tags["Stream"] == "stream"


def same(one: Play[Any], path: Path) -> bool:
    return one.batches[-1].state_hash == parse_record(path.read_bytes()).batches[-1].state_hash


def test_a_match_that_runs_is_written_with_its_draws() -> None:
    path = VECTORS / "elekt-running.jsonl"
    text = write_shorthand(parse_record(path.read_bytes()), "pl")
    assert "[Seed" not in text
    assert text.count("\n~ ") == 5  # E2.11: four decks and the names for the first player
    assert same(read_shorthand(text).play, path)


def test_what_was_taken_back_is_a_variation() -> None:
    path = VECTORS / "elekt-taken-back.jsonl"
    record = parse_record(path.read_bytes())
    read = read_shorthand(write_shorthand(record))
    (variation,) = read.variations
    undone = [batch.decision for batch in record.batches if batch.decision][variation.after :][:2]
    assert [(one.seat, one.kind) for one in variation.decisions] == [
        (one["seat"], one["kind"]) for one in undone if one
    ]
    assert same(read.play, path)


@pytest.mark.parametrize(("places", "line"), [((), "= -"), ((2, 1, 2), "= - A 2 B 1 C 2")])
def test_a_match_that_was_broken_off_says_so(places: tuple[int, ...], line: str) -> None:
    play = Play.begin(toy.game, Setup(toy.game.name, toy.game.ruleset().name, 3, {}), SeededChance(b"stop"))
    play.note(PlayStopped(places))
    text = write_shorthand(record_of_play(play, "stream"), game=toy.game)
    assert text.endswith(f"\n{line}\n")
    assert read_shorthand(text, toy.game).play.events == play.events


def test_tags_and_comments_stay() -> None:
    record = parse_record((VECTORS / "enclave-three-seats.jsonl").read_bytes())
    text = write_shorthand(record, "pl", {"A": 'Alice "Ala" \\', "Event": "Wieczór"}, {0: "początek", 4: "tu (}) błąd"})
    read = read_shorthand(text)
    assert read.tags["A"] == 'Alice "Ala" \\'
    assert read.tags["Event"] == "Wieczór"
    assert read.comments == {0: ["początek"], 4: ["tu ()) błąd"]}
