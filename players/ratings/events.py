"""What can happen to a rated game. Each fact begins a stream of its own: that of a game has the game's id, those of its
corrections follow from it and from the decision, so any of them may be appended beside other streams at once.

``number`` is the fact's place in its ladder, from 1 without gaps: the order in which everything is rated.
``seats`` name who played, ``player:<id>`` or ``bot:<name>``; ``places`` are as ``outcome.places_of`` gives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid5

from ledger.typed import Kinds

CLUB = "club"
MODES = (CLUB,)


@dataclass(frozen=True, slots=True)
class LadderKey:
    """Games are comparable within one of these. ``speed`` is "" where no clock runs."""

    game: str
    ruleset: str
    speed: str = ""
    mode: str = CLUB


@dataclass(frozen=True, slots=True)
class GameRated:
    """``played_at`` is a moment in ISO 8601, for people to read: it orders nothing. ``source`` says where it was
    played, ``match:<id>`` or ``tournament:<id>``, so that a page can lead there."""

    ladder: LadderKey
    number: int
    seats: tuple[str, ...]
    places: tuple[int, ...]
    played_at: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class GameCorrected:
    """This is what happened in ``game``; what was told before is wrong, or it was annulled and counts again."""

    ladder: LadderKey
    number: int
    game: UUID
    seats: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameAnnulled:
    """``game`` does not count."""

    ladder: LadderKey
    number: int
    game: UUID


RatingEvent = GameRated | GameCorrected | GameAnnulled
KINDS = Kinds[RatingEvent](RatingEvent, first=GameRated)


def correction_stream(game: UUID, decision_id: UUID) -> UUID:
    return uuid5(game, str(decision_id))
