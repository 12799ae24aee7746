"""A game of sixty lines from another distribution: the laws of the contract hold for what follows from its types."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, UNKNOWN, Decision, SeatNo, Setup
from elekt_core.errors import CoreError
from elekt_core.kit.position_shape import Side
from elekt_core.plain import BY_SEAT, HIDDEN, NOBODY, POINTS, Card, PlainGame, PlainState, Seat, sealed
from elekt_core.plain.board import Layout
from elekt_core.record.match import Play
from elekt_core.registry import get_game

from ..conftest import forget
from ..games.asking import play as play_dealt_anew
from ..games.test_redeal import play as redealt

OUTSIDE = Path(__file__).resolve().parents[2] / "outside"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[PlainGame]:  # type: ignore[type-arg]
    monkeypatch.syspath_prepend(str(OUTSIDE))
    forget()
    found = get_game("high_stakes")
    assert isinstance(found, PlainGame)
    yield found
    forget()


def test_it_is_sixty_lines_found_by_its_entry_point(game: PlainGame) -> None:  # type: ignore[type-arg]
    lines = (OUTSIDE / "high_stakes.py").read_text().splitlines()
    assert sum(bool(line) for line in lines) <= 60
    assert type(game).__module__ == "high_stakes"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_views_redaction_notation_and_options_agree(game: PlainGame, seats: int) -> None:  # type: ignore[type-arg]
    play = Play.begin(game, Setup(game.name, game.ruleset().name, seats, {}), SeededChance(b"laws"))
    viewers = [*map(SeatNo, range(seats)), None]
    folded = {viewer: game.view(game.initial(), viewer) for viewer in viewers}
    told = list(play.events)
    while True:
        for event in told:
            kind = game.kind_of(event)
            again = game.decode_event(kind, 1, json.loads(json.dumps(game.encode_event(event))))
            assert (type(again), again) == (type(event), event)
            for viewer in viewers:
                game.evolve(folded[viewer], game.redact(event, viewer))
        for viewer in viewers:
            assert folded[viewer] == game.view(play.state, viewer)
            assert all(set(hand) <= {UNKNOWN} for n, hand in enumerate(folded[viewer].hands) if n != viewer)
        if game.outcome(play.state):
            break
        seat = SeatNo(game.asked(play.state)[0][0])
        options = game.options(play.state)
        assert list(options) == list(game.options(game.view(play.state, seat), seat))
        decision = options[len(options) // 2]
        assert game.decode_decision(seat, game.encode_decision(decision)) == decision
        told = list(play.decide(decision).events)
    assert sum(game.outcome(play.state).scores) == 4  # type: ignore[union-attr]


def test_bad_input_is_refused_by_the_number_of_a_rule(game: PlainGame) -> None:  # type: ignore[type-arg]
    play = Play.begin(game, Setup(game.name, game.ruleset().name, 2, {}), SeededChance(b"refused"))
    before, asked = play.state.copy(), play.state.turn
    for seat, kind, choice, code in (
        (asked, "play", (play.state.hands[1 - asked][0],), "not_offered"),
        (1 - asked, "play", (0,), "not_your_turn"),
        (asked, "pass", (), "not_your_turn"),
    ):
        with pytest.raises(CoreError) as refused:
            game.decide(play.state, Decision(SeatNo(seat), kind, choice), SeededChance(b""))
        assert (refused.value.code, refused.value.rule, play.state) == (code, "H1", before)
    for data, missing in (({}, "kind"), ({"kind": "play", "choice": [[1]]}, "choice")):
        with pytest.raises(CoreError) as malformed:
            game.decode_decision(SeatNo(0), data)
        assert malformed.value.data["field"] == missing


def test_who_concedes_is_last_and_records_verify(game: PlainGame) -> None:  # type: ignore[type-arg]
    play = Play.begin(game, Setup(game.name, game.ruleset().name, 3, {}), SeededChance(b"conceded"))
    play.decide(Decision(SeatNo(1), CONCEDE))
    outcome = game.outcome(play.state)
    assert outcome is not None
    assert (outcome.ranks, outcome.termination) == ((1, 3, 1), "forfeit")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_hidden_is_dealt_anew_from_what_does_not_lie_in_view(game: PlainGame, seats: int) -> None:  # type: ignore[type-arg]
    redealt(game, Setup(game.name, game.ruleset().name, seats, {}), f"redealt {seats}", 12)


def test_where_too_few_cards_are_left_the_field_is_named(game: PlainGame, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[type-arg]
    play = Play.begin(game, Setup(game.name, game.ruleset().name, 2, {}), SeededChance(b"few"))
    monkeypatch.setattr(game, "cards", lambda seats: [0, 1])
    with pytest.raises(CoreError) as refused:
        game.redeal(game.view(play.state, None), SeededChance(b""))
    assert (refused.value.code, refused.value.data["field"]) == ("too_few_cards_to_deal_anew", "hands")


def test_nobody_learns_from_a_question_what_others_hold(game: PlainGame) -> None:  # type: ignore[type-arg]
    for number in range(10):
        setup = Setup(game.name, game.ruleset().name, 2 + number % 3, {})
        assert play_dealt_anew(game, setup, f"plain {number}") == []


@dataclass
class Declared(PlainState):
    """Three lists as long as the number of seats, of which one belongs to seats."""

    deck: Annotated[list[Card], HIDDEN] = field(default_factory=list)
    row: list[Card] = field(default_factory=list)
    won: Annotated[list[int], BY_SEAT] = field(default_factory=list)
    leader: Seat = NOBODY


def test_the_board_shows_fields_by_what_they_are_declared_to_be() -> None:
    view = Declared(seats=2, deck=[UNKNOWN, UNKNOWN], row=[4, 5], won=[1, 0], leader=1)
    layout = Layout(Declared, {}, (), {"seats", "draws", "ended"})
    common, first, second = layout.board(view, "Declared", {}, {}).sections
    assert [(row.label, row.value, row.seats) for row in common.rows] == [
        ("Deck", "2", ()),
        ("Row", "4 5", ()),
        ("Leader", "", (1,)),
    ]
    assert [(row.label, row.value) for row in first.rows] == [("Won", "1")]
    assert [(row.label, row.value) for row in second.rows] == [("Won", "0")]
    nobody = layout.board(Declared(seats=2), "", {}, {}).sections[0]
    assert nobody.rows[2].value == "–"


def test_of_a_hand_that_one_does_not_know_the_board_says_how_many_cards_it_has(game: PlainGame) -> None:  # type: ignore[type-arg]
    play = Play.begin(game, Setup(game.name, game.ruleset().name, 2, {}), SeededChance(b"counted"))
    mine, others = (
        next(row for row in section.rows if row.label == "Hand")
        for section in game.board(game.view(play.state, SeatNo(0)), "en").sections[1:]
    )
    assert [int(card) for card, _ in mine.held] == play.state.hands[0]
    assert (mine.hidden, others.hidden, others.value, others.held, others.laid) == (0, 4, "4", (), ())


@dataclass
class WithTokens(PlainState):
    pool: list[int] = field(default_factory=list)
    tokens: Annotated[list[list[int]], BY_SEAT] = field(default_factory=list)


def test_tokens_of_several_kinds_are_numbers_that_the_log_tells_of() -> None:
    layout = Layout(WithTokens, {}, (), {"seats", "draws", "ended"})
    view = WithTokens(seats=2, pool=[4, 2], tokens=[[1, 0], [UNKNOWN, UNKNOWN]])
    assert layout.figures(view) == {"pool.0": 4, "pool.1": 2, "tokens.0.0": 1, "tokens.0.1": 0}


def test_a_choice_lies_on_the_card_that_the_viewer_holds() -> None:
    view = Sealed(seats=2, hands=[[3, 5], [UNKNOWN, UNKNOWN]], bids=[NOBODY, NOBODY], points=[0, 0], taken=[0, 0])
    layout = Layout(Sealed, {}, (), {"seats", "draws", "ended"})
    _, mine, theirs = layout.board(view, "Sealed", {}, {0: "bid", 1: "bid"}).sections
    assert [row.held for row in mine.rows if row.held] == [(("3", "bid:3"), ("5", "bid:5"))]
    assert not any(row.held for row in theirs.rows)


@dataclass
class Sealed(PlainState):
    deck: Annotated[list[Card], HIDDEN] = field(default_factory=list)
    prize: Card = NOBODY
    left: int = 3
    leader: Seat = NOBODY
    hands: Annotated[list[list[int]], BY_SEAT] = field(default_factory=list)
    bids: sealed(range(9)) = field(default_factory=list)  # type: ignore[valid-type]  # it is made
    points: Annotated[list[int], POINTS] = field(default_factory=list)
    taken: Annotated[list[int], BY_SEAT] = field(default_factory=list)


def test_programs_read_fields_by_what_they_are_declared_to_be() -> None:
    view = Sealed(
        seats=2, deck=[UNKNOWN, UNKNOWN], hands=[[1, 2], [3]], bids=[NOBODY, UNKNOWN], points=[4, 0], taken=[1, 0]
    )
    layout = Layout(Sealed, {}, (), {"seats", "draws", "ended"})
    position = layout.position(view, "sealed-1", conceded=[1], scores=())
    assert (position.ruleset, position.piles, position.counts) == (
        "sealed-1",
        {"deck": [None, None], "prize": []},
        {"left": 3},
    )
    assert position.game == {"leader": None}
    assert position.seats == [
        Side(seat=0, score=4, hand=[1, 2], piles={"bids": []}, counts={"taken": 1}),
        Side(seat=1, score=0, hand=[3], piles={"bids": [None]}, counts={"taken": 0}, conceded=True),
    ]
    assert layout.position(Sealed(seats=1), None, (), ()).seats == [Side(seat=0)], "before the cards are dealt"
