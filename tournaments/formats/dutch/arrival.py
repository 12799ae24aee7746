"""Only players who have arrived have a pairing number (FIDE C.04.2, 2.4).

Whoever has been paired has, if only with the bye, and whoever is to be paired now. Somebody who is absent, with or
without points for it, or has not been checked in yet, gets a number when they are paired for the first time; the
numbers of all who stand below in the order of entrants are one higher from then on.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.contract import Bye, EntrantNo, Round, Stage


def arrived(stage: Stage, by_round: int = 0) -> Sequence[EntrantNo]:
    """Entrants in order of their pairing numbers for that round; 0 is the coming one."""
    number = by_round or len(stage.rounds) + 1
    here = {no for one in stage.rounds[:number] for no in _paired(one)}
    if number > len(stage.rounds):
        here |= {entrant.no for entrant in stage.entrants if entrant.no not in stage.absent}
    return [entrant.no for entrant in stage.entrants if entrant.no in here]


def _paired(one: Round) -> set[EntrantNo]:
    seated = {no for pairing in one.pairings for no in pairing.seats}
    return seated | {no for no, bye in one.byes.items() if bye is Bye.PAIRING}
