"""What a result is worth, and the points of each entrant: the one index of a stage's games that everything else reads.

All scores are in half-points. They are ``int``; a ``Fraction`` appears only where tied places share points that do
not divide evenly, and one with the denominator 1 is an ``int`` again.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tournaments.formats.contract import (
    BadPlan,
    Bye,
    EntrantNo,
    HalfPoints,
    Pairing,
    Plan,
    Reason,
    Result,
    Round,
    RoundNo,
    Scoring,
    Stage,
    Ties,
)


class Kind(StrEnum):
    """What kind of round it was for an entrant."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"  # alone at the table
    FORFEIT_LOSS = "forfeit_loss"  # did not appear
    PAIRING_BYE = "pairing_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    UNDER_WAY = "under_way"  # paired, and no result yet


KIND_OF_BYE = {
    Bye.PAIRING: Kind.PAIRING_BYE,
    Bye.FULL: Kind.FULL_BYE,
    Bye.HALF: Kind.HALF_BYE,
    Bye.ZERO: Kind.ZERO_BYE,
}


class Game(NamedTuple):
    """One entrant's part in one round."""

    round: RoundNo
    kind: Kind
    points: HalfPoints
    opponents: tuple[EntrantNo, ...] = ()
    """The others of the table, in seat order. Of a game that was played only those who appeared: it met no others."""
    won: tuple[int, ...] = ()
    """2, 1 or 0 against each of ``opponents``: placed above, beside or below; ``()`` while nobody knows."""
    seat: int = -1
    """From 0; -1 without a table."""
    pairing: Pairing | None = None


class _Seat(NamedTuple):
    """What a result means for one seat of any table with that result."""

    kind: Kind
    points: HalfPoints
    others: tuple[int, ...]
    won: tuple[int, ...]


# --- what a table and a bye are worth ----------------------------------------------------------------------------


def normal(value: HalfPoints) -> HalfPoints:
    """The same number, as an ``int`` if it is whole."""
    return value.numerator if value.denominator == 1 else value


def table_points(scoring: Scoring, result: Result, seats: int) -> tuple[HalfPoints, ...]:
    """Half-points for each seat of a table of ``seats``, in seat order.

    Who forfeited gets ``scoring.forfeit``; the others share the best places of the table among themselves, in the
    order of their places; where all lost, each gets the worst. Raises BadPlan where the scoring does not know tables of
    this size.
    """
    if len(result.places) != seats:
        raise ValueError(f"{len(result.places)} places for {seats} seats")
    worth = _by_place(scoring, seats)
    if result.is_lost_by_all:
        return (worth[-1],) * seats
    present = [seat for seat in range(seats) if seat not in result.forfeited]
    points: list[HalfPoints] = [scoring.forfeit] * seats
    for seat in present:
        place = result.places[seat]
        above = sum(result.places[other] < place for other in present)
        equal = sum(result.places[other] == place for other in present)
        points[seat] = _of_tied(scoring, worth[above : above + equal], whole=equal == seats)
        if scoring.for_each_score and result.scores:
            points[seat] += scoring.for_each_score * result.scores[seat]
    return tuple(points)


def bye_points(scoring: Scoring, bye: Bye) -> HalfPoints:
    return scoring.byes.get(bye, 0)


def win_points(scoring: Scoring, seats: int) -> HalfPoints:
    """What the sole first place of a table is worth."""
    return _by_place(scoring, seats)[0]


def draw_points(scoring: Scoring, seats: int) -> HalfPoints:
    """What each seat gets if the whole table ties."""
    return _of_tied(scoring, _by_place(scoring, seats), whole=True)


def equal_worth(seats: int) -> Scoring:
    """Short tables worth as much as full ones of ``seats``: the winner gets the same, the others by the share of their
    opponents whom they beat. A second place of three is worth half of the winner's points."""
    usual = Scoring().by_place
    even = {size: tuple(_share(usual[seats][0], size, n) for n in reversed(range(size))) for size in range(2, seats)}
    return Scoring({**usual, **even})


def is_equal_worth(plan: Plan) -> bool:
    """Whether tables of all sizes that the plan allows are worth the same by that rule."""
    full = _by_place(plan.scoring, plan.seats)
    sizes = range(plan.least, plan.seats + 1)
    even = [tuple(_share(full[0], size, beaten) for beaten in reversed(range(size))) for size in sizes]
    return [plan.scoring.by_place.get(size) for size in sizes] == even


def _share(win: int, size: int, beaten: int) -> int:
    """Half-points for so many opponents beaten at a table of that size, rounded down."""
    return win * beaten // (size - 1)


def check_scoring(plan: Plan) -> None:
    """Raises BadPlan if a table of this plan could not be scored, or a worse place or result were worth more."""
    for seats in range(plan.least, plan.seats + 1):
        worth = _by_place(plan.scoring, seats)
        if list(worth) != sorted(worth, reverse=True):
            raise BadPlan("scoring", Reason("places_not_in_order", {"seats": seats, "by_place": list(worth)}))
        draw = plan.scoring.draw
        if draw is not None and not worth[-1] <= draw <= worth[0]:
            raise BadPlan("scoring", Reason("draw_out_of_range", {"draw": draw, "by_place": list(worth)}))


def _by_place(scoring: Scoring, seats: int) -> tuple[int, ...]:
    worth = scoring.by_place.get(seats)
    if worth is None:
        raise BadPlan("scoring", Reason("no_points_for_table_size", {"seats": seats}))
    if len(worth) != seats:
        raise BadPlan("scoring", Reason("one_worth_for_each_place", {"seats": seats, "by_place": list(worth)}))
    return worth


def _of_tied(scoring: Scoring, worth: tuple[int, ...], whole: bool) -> HalfPoints:
    """The share of one of ``len(worth)`` tied seats, which cover the places worth that much."""
    if whole and scoring.draw is not None:
        return scoring.draw
    if len(worth) == 1 or scoring.ties is Ties.BEST:
        return worth[0]
    if scoring.ties is Ties.WORST:
        return worth[-1]
    return normal(Fraction(sum(worth), len(worth)))


# --- the index ---------------------------------------------------------------------------------------------------


class History:
    """The games of every entrant of a stage, in order of rounds. Built once, at the first question."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @cached_property
    def games(self) -> Mapping[EntrantNo, list[Game]]:
        """The games of every entrant, one entry for each round: without a table or a bye it is a zero bye.

        More than one where an entrant sits at several tables of a round.
        """
        games: dict[EntrantNo, list[Game]] = {entrant.no: [] for entrant in self.stage.entrants}
        known: dict[Hashable, list[_Seat]] = {}
        for one in self.stage.rounds:
            for pairing in one.pairings:
                seats = pairing.seats
                for at, own in enumerate(self._seats_of(pairing, known)):
                    others = tuple([seats[other] for other in own.others])
                    game = Game(pairing.round, own.kind, own.points, others, own.won, at, pairing)
                    games[seats[at]].append(game)
            self._add_byes(one, games)
        return games

    @cached_property
    def penalties(self) -> Mapping[EntrantNo, HalfPoints]:
        """All half-points deducted, for the entrants who have lost any."""
        taken: dict[EntrantNo, HalfPoints] = {}
        for penalty in self.stage.penalties:
            taken[penalty.entrant] = taken.get(penalty.entrant, 0) + penalty.points
        return taken

    @cached_property
    def points(self) -> Mapping[EntrantNo, HalfPoints]:
        """Everybody's score, minus penalties, in the order of the entrants."""
        taken = self.penalties
        return {no: normal(sum([game.points for game in games]) - taken.get(no, 0)) for no, games in self.games.items()}

    def points_after(self, no: EntrantNo, last: RoundNo | int) -> HalfPoints:
        """The score after that round, with the penalties up to it."""
        won = sum(game.points for game in self.games[no] if game.round <= last)
        return normal(won - sum(p.points for p in self.stage.penalties if p.entrant == no and p.round <= last))

    def _seats_of(self, pairing: Pairing, known: dict[Hashable, list[_Seat]]) -> list[_Seat]:
        """There are few different results, so each is computed once."""
        result, scoring = pairing.result, self.stage.plan.scoring
        if result is None:
            key: Hashable = len(pairing.seats)
        else:
            key = (result.places, result.forfeited, result.scores if scoring.for_each_score else ())
        found = known.get(key)
        if found is None:
            found = known[key] = _seats(scoring, result, len(pairing.seats))
        return found

    def _add_byes(self, one: Round, games: dict[EntrantNo, list[Game]]) -> None:
        scoring = self.stage.plan.scoring
        given = {bye: Game(one.no, kind, bye_points(scoring, bye)) for bye, kind in KIND_OF_BYE.items()}
        for no, own in games.items():
            if not own or own[-1].round != one.no:
                own.append(given[one.byes.get(no, Bye.ZERO)])


def _seats(scoring: Scoring, result: Result | None, seats: int) -> list[_Seat]:
    points: tuple[HalfPoints, ...] = (0,) * seats if result is None else table_points(scoring, result, seats)
    absent: frozenset[int] = frozenset() if result is None else result.forfeited
    found = []
    for seat in range(seats):
        kind = _kind_of_seat(result, seat)
        everybody = kind is not Kind.PLAYED
        others = tuple(one for one in range(seats) if one != seat and (everybody or one not in absent))
        found.append(_Seat(kind, points[seat], others, _won(result, kind, seat, others)))
    return found


def _won(result: Result | None, kind: Kind, seat: int, others: tuple[int, ...]) -> tuple[int, ...]:
    if result is None:
        return ()
    if kind is not Kind.PLAYED:
        return (2 if kind is Kind.FORFEIT_WIN else 0,) * len(others)
    if result.is_lost_by_all:
        return (0,) * len(others)
    places = result.places
    return tuple(2 if places[seat] < places[other] else int(places[seat] == places[other]) for other in others)


def _kind_of_seat(result: Result | None, seat: int) -> Kind:
    """What a table was for one of its seats."""
    if result is None:
        return Kind.UNDER_WAY
    if not result.forfeited:
        return Kind.PLAYED
    if seat in result.forfeited:
        return Kind.FORFEIT_LOSS
    return Kind.FORFEIT_WIN if len(result.forfeited) == len(result.places) - 1 else Kind.PLAYED


def points(stage: Stage) -> dict[EntrantNo, HalfPoints]:
    """Everybody's score in half-points, minus penalties, in the order of ``stage.entrants``."""
    return dict(History(stage).points)


def round_points(stage: Stage) -> dict[EntrantNo, tuple[HalfPoints, ...]]:
    """What everybody got in each round of the stage, in order of rounds, before penalties."""
    rounds = [one.no for one in stage.rounds]
    got = {}
    for no, games in History(stage).games.items():
        by_round: dict[RoundNo, HalfPoints] = dict.fromkeys(rounds, 0)
        for game in games:
            by_round[game.round] += game.points
        got[no] = tuple(by_round.values())
    return got
