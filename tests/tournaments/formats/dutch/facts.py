"""What another engine is told of each player, worked out here from bare results: nothing of ours but who sat where.

The numbers of the tournament's own code (``players_of``, ``scoring``) are what is under test. Standard scoring only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.formats.contract import Bye, EntrantNo, Result, Round, Stage

HALF = Fraction(1, 2)
OTHER = {"white": "black", "black": "white"}
Extra = Callable[[EntrantNo, int], Fraction]
"""Points for the pairing only: of an entrant, in a round."""
OF_BYE = {Bye.PAIRING: Fraction(1), Bye.FULL: Fraction(1), Bye.HALF: HALF, Bye.ZERO: Fraction(0)}


@dataclass
class Facts:
    no: EntrantNo
    number: int = 0
    """The pairing number: the place among those who have arrived (C.04.2, 2.4)."""
    points: Fraction = Fraction(0)
    score: Fraction = Fraction(0)
    """What the coming round is paired by: the points, and those for the pairing only."""
    met: set[EntrantNo] = field(default_factory=set)
    colours: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    """Round by round, the first round first (C.04.3, 1.4)."""
    without_playing: int = 0
    """Pairing-allocated byes, and rounds that were won without playing (C2)."""
    unplayed: int = 0
    arrived: bool = False


def nothing(_no: EntrantNo, _round: int) -> Fraction:
    return Fraction(0)


def facts(stage: Stage, extra: Extra = nothing) -> list[Facts]:
    """Of everybody who is to be paired now."""
    known = {entrant.no: Facts(entrant.no) for entrant in stage.entrants}
    for one in stage.rounds:
        _add(known, one, extra)
    for no, own in known.items():
        own.arrived |= no not in stage.absent
        own.score = own.points + extra(no, len(stage.rounds) + 1)
    numbered = [known[entrant.no] for entrant in stage.entrants if known[entrant.no].arrived]
    for number, own in enumerate(numbered, 1):
        own.number = number
    return [own for own in numbered if own.no not in stage.absent]


def _add(known: dict[EntrantNo, Facts], one: Round, extra: Extra) -> None:
    before = {no: own.points + extra(no, one.no) for no, own in known.items()}
    seated: set[EntrantNo] = set()
    for pairing in one.pairings:
        assert pairing.result is not None
        white, black = pairing.seats
        seated |= {white, black}
        for no, other, seat in ((white, black, 0), (black, white, 1)):
            own = known[no]
            own.arrived = True
            if pairing.result.forfeited:
                _unplayed(own, Fraction(seat not in pairing.result.forfeited), by_pairing=False)
                continue
            own.points += _points(pairing.result, seat)
            own.met.add(other)
            own.colours.append("white" if seat == 0 else "black")
            mine, theirs = before[no], before[other]
            own.floats.append("down" if mine > theirs else "up" if mine < theirs else "none")
    for no, own in known.items():
        if no not in seated:
            bye = one.byes.get(no, Bye.ZERO)
            own.arrived |= bye is Bye.PAIRING
            _unplayed(own, OF_BYE[bye], by_pairing=bye is Bye.PAIRING)


def _unplayed(own: Facts, points: Fraction, *, by_pairing: bool) -> None:
    own.points += points
    own.unplayed += 1
    own.without_playing += by_pairing or points >= 1
    own.floats.append("down" if points else "none")


def _points(result: Result, seat: int) -> Fraction:
    mine, theirs = result.places[seat], result.places[1 - seat]
    return Fraction(1) if mine < theirs else HALF if mine == theirs else Fraction(0)


def prefers_and_how_much(own: Facts) -> tuple[str, int, int]:
    """Articles 1.6 and 1.7: the colour, 0 for none to 3 for absolute, and the difference where it is absolute."""
    if not own.colours:
        return "", 0, 0
    difference = own.colours.count("white") - own.colours.count("black")
    last = own.colours[-1]
    twice = own.colours[-2:] == [last, last]
    wants = "black" if difference > 0 else "white" if difference < 0 else OTHER[last]
    if abs(difference) > 1:
        return wants, 3, abs(difference)
    if twice:
        return OTHER[last], 3, abs(difference)
    return wants, 2 if difference else 1, 0


def white_of(one: Facts, other: Facts, initial: str) -> tuple[EntrantNo, str]:
    """Article 5.2: who has White, and by which of its points."""
    higher, lower = sorted((one, other), key=lambda own: (-own.score, own.number))
    (wish, strength, width), (against, weaker, narrower) = map(prefers_and_how_much, (higher, lower))
    if wish != against:
        granted, colour = (higher, wish) if wish else (lower, against)
        return _white(granted, colour, higher, lower), "5.2.1"
    if (strength, width) != (weaker, narrower):
        return _white(higher if (strength, width) > (weaker, narrower) else lower, wish, higher, lower), "5.2.2"
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != theirs:
            return _white(higher, theirs, higher, lower), "5.2.3"
    if wish:
        return _white(higher, wish, higher, lower), "5.2.4"
    return _white(higher, initial if higher.number % 2 else OTHER[initial], higher, lower), "5.2.5"


def _white(granted: Facts, colour: str, higher: Facts, lower: Facts) -> EntrantNo:
    return granted.no if colour == "white" else lower.no if granted is higher else higher.no
