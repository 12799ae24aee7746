"""All tie-breaks by their abbreviations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.contract import EntrantNo

from . import buchholz, counting, encounter, percentages, ratings, sonneborn_berger
from .field import Field
from .modifiers import Modifiers
from .parts import Tally


class Unit(StrEnum):
    """What a value counts, so that it can be shown."""

    HALF_POINTS = "half_points"
    NUMBER = "number"
    RATING = "rating"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class Family:
    code: str
    tally: Callable[[Field, EntrantNo, Modifiers], Tally]
    unit: Unit
    modifiers: str = "R"
    """The letters that may follow."""
    lowest_first: bool = False
    among_tied: bool = False
    """Its values depend on who is tied when its turn comes."""


_ROUNDS = Unit.NUMBER
_POINTS = Unit.HALF_POINTS
_RATING = Unit.RATING

FAMILIES = {
    family.code: family
    for family in (
        Family("PTS", counting.points, _POINTS),
        Family("DE", encounter.direct_encounter, _ROUNDS, "P", among_tied=True),
        Family("WIN", counting.counting(counting.is_win), _ROUNDS),
        Family("WON", counting.counting(counting.is_won), _ROUNDS),
        Family("BPG", counting.counting(counting.is_black), _ROUNDS),
        Family("BWG", counting.counting(counting.is_black_win), _ROUNDS),
        Family("PS", counting.progressive, _POINTS, "CR"),
        Family("REP", counting.counting(counting.is_elected), _ROUNDS),
        Family("STD", counting.standard_points, _POINTS),
        Family("BH", buchholz.buchholz, _POINTS, "CMPRV"),
        Family("AOB", buchholz.opponents_buchholz, _POINTS, "PRV"),
        Family("FB", buchholz.fore_buchholz, _POINTS, "CMPRV"),
        Family("SB", sonneborn_berger.sonneborn_berger, _POINTS, "CMPRV"),
        Family("KS", sonneborn_berger.koya, _POINTS, "LR"),
        Family("ARO", ratings.average_rating, _RATING, "CMUR"),
        Family("TPR", ratings.performance, _RATING, "UR"),
        Family("PTP", ratings.perfect_performance, _RATING, "UR"),
        Family("APRO", ratings.average_of(ratings.performance), _RATING, "UR"),
        Family("APPO", ratings.average_of(ratings.perfect_performance), _RATING, "UR"),
        Family("RTNG", ratings.own_rating, _RATING, "UR"),
        Family("TPN", ratings.pairing_number, _ROUNDS, lowest_first=True),
        Family("MWP", percentages.match_wins, Unit.SHARE, "FR"),
        Family("OMW", percentages.opponents_match_wins, Unit.SHARE, "FR"),
        Family("P1", counting.counting(counting.is_placed(1)), _ROUNDS),
        Family("P2", counting.counting(counting.is_placed(2)), _ROUNDS),
        Family("P3", counting.counting(counting.is_placed(3)), _ROUNDS),
        Family("GS", counting.game_score, _ROUNDS),
        Family("GSD", counting.score_difference, _ROUNDS),
    )
}
ALIASES = {"GE": "REP"}
"""Other abbreviations of the same: ``GE``, games one elected to play, was its name until 2024."""
EVERYDAY = ("C1", "C2", "M1", "M2", "P", "F")
"""Modifiers that lists offer."""
