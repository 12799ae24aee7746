"""Every game writes its positions in one shape, for every viewer and after every fact (docs/positions.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from elekt_core.bots import RANDOM, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, UNKNOWN, Decision, Game, SeatNo, Setup
from elekt_core.kit.json_schema import flaws, json_schema
from elekt_core.kit.position_shape import Piece, Place, Position, Side, as_json, wrong_sides
from elekt_core.record.match import Play
from elekt_core.record.replay import Replay
from elekt_core.registry import get_game
from tests.elekt_core import toy, toy_solo
from tests.sampling import sample

DOCUMENT = Path("docs/position.schema.json")
SCHEMA = json_schema(Position)
VALID: Any = Draft202012Validator(SCHEMA)
GAMES = {name: get_game(name) for name in ("elekt", "enclave", "elector_counts")}
SETUPS: list[tuple[Game[Any], str, int]] = [
    (game, ruleset.name, seats)
    for game in (*GAMES.values(), toy.game, toy_solo.game)
    for ruleset in game.rulesets
    for seats in ruleset.seats
]


def test_the_documented_schema_is_that_of_the_types() -> None:
    """``python -m elekt_core schema > docs/position.schema.json`` writes it."""
    assert json.loads(DOCUMENT.read_text(encoding="utf-8")) == SCHEMA
    VALID.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("game", "ruleset", "seats"), sample(SETUPS[::2], SETUPS), ids=lambda value: str(getattr(value, "name", value))
)
def test_positions_of_whole_games_have_the_shape(game: Game[Any], ruleset: str, seats: int) -> None:
    play = play_out(game, Setup(game.name, ruleset, seats, {}), [RANDOM] * seats, f"shape {ruleset}".encode())
    replay: Replay[Any] = Replay(game)
    replay.extend(play.events)
    step = sample(121, 3)
    for at in {*range(1, len(replay) + 1, step), *range(1, 12, sample(5, 1)), len(replay)}:
        for viewer in (None, *map(SeatNo, range(seats))):
            check(game, game.encode_state(replay.view(at, viewer)), seats)
        check(game, game.encode_state(replay.state(at)), seats)
    ended = game.encode_state(play.state)["ended"]
    outcome = game.outcome(play.state)
    assert outcome is not None
    assert (tuple(ended["ranks"]), tuple(ended["scores"])) == (outcome.ranks, outcome.scores)


def check(game: Game[Any], position: Any, seats: int) -> None:
    position = json.loads(json.dumps(position, allow_nan=False))
    found = [(error.json_path, error.message) for error in VALID.iter_errors(position)]
    assert found == []
    assert [*flaws(position, Position)] == []
    assert wrong_sides(position, seats) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_question_names_who_is_asked_and_a_hand_is_for_its_seat_alone(name: str) -> None:
    game = GAMES[name]
    state = begun(game)
    question, asked = game.encode_state(state)["question"], game.awaiting(state)
    assert (question["kind"], question["seats"]) == (asked[0].kind, [one.seat for one in asked])
    for viewer in (0, 1):
        shown = game.encode_state(game.view(state, SeatNo(viewer)))["seats"]
        assert None not in shown[viewer]["hand"]
        assert {*shown[1 - viewer]["hand"]} == {None}


@pytest.mark.parametrize("name", GAMES)
def test_who_has_conceded_is_marked_and_the_result_stands_there(name: str) -> None:
    game = GAMES[name]
    state = begun(game)
    for event in game.decide(state, Decision(SeatNo(1), CONCEDE), CHANCE):
        game.evolve(state, event)
    position = game.encode_state(state)
    assert [side["conceded"] for side in position["seats"]] == [False, True]
    assert (position["ended"]["winner"], position["ended"]["termination"]) == (0, "forfeit")


CHANCE = SeededChance(b"positions for programs")


def begun(game: Game[Any]) -> Any:
    """A match of two at its first question: hands are dealt."""
    return Play.begin(game, Setup(game.name, game.ruleset().name, 2, {}), CHANCE).state


def position(**members: Any) -> dict[str, Any]:
    sides = [Side(seat=0, hand=["ace", None]), Side(seat=1)]
    place = Place(rows=[[Piece(card="king")], []])
    whole: dict[str, Any] = as_json(Position(seats=sides, places={"table": place}))
    return {**whole, **members}


@pytest.mark.parametrize(
    ("members", "member", "text"),
    [
        ({"round": "2"}, "round", "is '2'; it must be a whole number or null"),
        ({"round": UNKNOWN}, "round", "is -1; no number under 0 may stand there"),
        ({"piles": {"deck": 12}}, "piles.deck", "is 12; it must be a list"),
        ({"piles": {"deck": ["ace", UNKNOWN]}}, "piles.deck.1", "what is unknown, or nobody’s, is null"),
        ({"counts": {"pool": "many"}}, "counts.pool", "it must be a whole number"),
        ({"counts": [1]}, "counts", "is [1]; it must be an object"),
        ({"seats": [{}]}, "seats.0.seat", "is missing"),
        ({"places": {"table": 3}}, "places.table", "it must be an object with cards, rows"),
        ({"trump": "ace"}, "trump", "is no member of the shape: what only this game has stands in `game`"),
        ({"game": {"weather": 0.5}}, "game.weather", "is 0.5"),
        ({"game": {1: 2}}, "game", "has the key 1; keys are texts"),
    ],
)
def test_a_wrong_member_is_named_in_a_sentence(members: dict[str, Any], member: str, text: str) -> None:
    found = [*flaws(position(**members), Position)]
    assert found[0][0] == member
    assert text in found[0][1]


def test_seats_rows_and_scores_must_fit_together() -> None:
    assert wrong_sides(position(), 2) == []
    assert wrong_sides(position(), 3)[0][0] == "seats"
    table = as_json(Place(rows=[[], [], []]))
    assert wrong_sides(position(places={"table": table}), 2)[0][0] == "places.table.rows"
    ended = {"winner": 0, "ranks": [1, 2], "scores": [3, 1], "termination": "over", "automata": []}
    sides = as_json([Side(seat=0, score=3), Side(seat=1, score=2)])
    assert wrong_sides(position(seats=sides, ended=ended), 2) == [
        ("seats.1.score", "is 2; the result (`outcome`) says 1")
    ]
