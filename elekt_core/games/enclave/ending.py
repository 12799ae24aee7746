"""The end of a turn (Z19) and of the game (Z20)."""

from __future__ import annotations

from collections.abc import Sequence

from ...kit.driver import Over
from . import agenda as a
from . import events as e
from .cards import BOARD, PRINTED, PRIZE
from .play import Play, takes
from .state import State


@takes(a.TurnOver)
def _turn_over(play: Play, step: a.TurnOver) -> None:
    """Z20.1, Z20.4, Z19.1."""
    s = play.state
    if any(enough(s, seat) for seat in range(s.seats)):
        end(play, e.BY_TOKENS)
    if s.turn == BOARD.turns:
        _award_bonus(play)
        end(play, e.BY_POINTS)
    _rotate(play)
    play.push(a.Turn(s.turn + 1))


def enough(s: State, seat: int) -> bool:
    """Z20.1; a player who gave up cannot win."""
    return s.tree_tokens[seat] >= BOARD.tokens_to_win and not s.gave_up(seat)


def _rotate(play: Play) -> None:
    """Z19.2-Z19.6."""
    s = play.state
    play.emit(e.PhaseStarted(4))
    for deck, row in enumerate(s.rows[:]):
        if row:
            play.emit(e.RowRotated(deck, row[0]))
        play.refill(deck)
    for seat in s.order:
        if s.prepared(seat):
            play.emit(e.PreparationReturned(seat))
    if s.next_order != s.order:
        play.emit(e.TurnOrderChanged(s.next_order))


def counts(s: State) -> tuple[list[int], ...]:
    """What the four categories of Z20.5 compare, by seat (Z20.6)."""
    seats = range(s.seats)
    markers = [s.owners.count(seat) for seat in seats]
    prizes = [
        sum(PRINTED[card].deck == PRIZE for card in (*s.hands[seat], *s.attached[2 * seat], *s.attached[2 * seat + 1]))
        for seat in seats
    ]
    return markers, s.tree_tokens, s.money, prizes


def bonus_points(numbers: Sequence[int]) -> tuple[int, ...]:
    """Z20.5, Z20.7: the points for each seat."""
    most = max(numbers)
    if not most:
        return (0,) * len(numbers)
    points = BOARD.sole if list(numbers).count(most) == 1 else BOARD.tied
    return tuple(points if number == most else 0 for number in numbers)


def _award_bonus(play: Play) -> None:
    for category, numbers in enumerate(counts(play.state)):
        points = bonus_points(numbers)
        if any(points):
            play.emit(e.BonusPointsAwarded(category, points))


def ranks(s: State, reason: int) -> tuple[int, ...]:
    """Z20.2, Z20.3, Z20.8: equal ranks are shared; players who gave up come last."""

    def key(seat: int) -> tuple[int, ...]:
        score, tokens, knowledge = s.score[seat] + s.bonus[seat], s.tree_tokens[seat], s.knowledge[seat]
        if reason == e.BY_TOKENS and enough(s, seat):
            return (0, -tokens, -score, -knowledge)
        return (2 if s.gave_up(seat) else 1, -score, -tokens, -knowledge)

    keys = [key(seat) for seat in range(s.seats)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)


def end(play: Play, reason: int) -> None:
    """Raises Over."""
    s = play.state
    scores = tuple(score + bonus for score, bonus in zip(s.score, s.bonus, strict=True))
    play.emit(e.GameEnded(reason, ranks(s, reason), scores, play.chance.reveal()))
    raise Over
