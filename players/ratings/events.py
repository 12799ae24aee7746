"""What can happen on a ladder. Each fact begins a stream of its own: that of a game has the game's id, those of its
corrections follow from it and from the decision, so any of them may be appended beside other streams at once.

``number`` is the fact's place in its ladder, from 1 without gaps: the order in which everything is rated.
``seats`` name who played, ``player:<id>`` or ``bot:<name>``; ``places`` are as ``outcome.places_of`` gives them.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import astuple, dataclass
from uuid import NAMESPACE_OID, UUID, uuid5

from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game
from ledger.typed import Kinds
from web.encoding import component

CLUB, FIDE = "club", "fide"
MODES = (CLUB, FIDE)


@component("LadderName")
@dataclass(frozen=True, slots=True)
class LadderKey:
    """Games are comparable within one of these. ``speed`` is "" if no clock runs. A ladder in FIDE mode exists
    beside the one in club mode, and has the duels among its games."""

    game: str
    ruleset: str
    speed: str = ""
    mode: str = CLUB


def ladder_key(game: str, ruleset: str, speed: str = "", mode: str = CLUB) -> LadderKey:
    """The ladder of games under this ruleset. What is not installed has the name that is given."""
    if ruleset:
        with suppress(UnknownGame):
            ruleset = get_game(game).ruleset(ruleset).ladder
    return LadderKey(game, ruleset, speed, mode)


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
    """This is what happened in ``game``; what was recorded before is wrong, or it was annulled and counts again."""

    ladder: LadderKey
    number: int
    game: UUID
    seats: tuple[str, ...]
    places: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameAnnulled:
    """``game`` does not count; ``suspended``: until somebody has ruled on an objection."""

    ladder: LadderKey
    number: int
    game: UUID
    reason: str = ""
    suspended: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """A ladder's rules; everything is off by default (docs/ratings.md).

    ``season``: how many months a season lasts, a divisor of 12, from January on. As one begins, everybody keeps
    ``keep`` hundredths of what they are away from the start. ``idle``: after so many whole months without a game, each
    further month takes ``decay`` points from who is above the start, and never below it.
    """

    season: int = 0
    keep: int = 100
    idle: int = 0
    decay: int = 0


@dataclass(frozen=True, slots=True)
class LadderRuled:
    """These rules hold from here on. ``month`` is the current one (``2026-11``): the calendar begins there.
    With it a ladder in FIDE mode is opened."""

    ladder: LadderKey
    number: int
    rules: Rules
    month: str


@dataclass(frozen=True, slots=True)
class Imported:
    """A rating from elsewhere, in whole points, and the games behind it. In FIDE mode: ``highest`` ever published, and
    the last year with the K of the young (0: none)."""

    who: str
    rating: int
    games: int
    on: str = ""
    highest: int = 0
    young_until: int = 0


@dataclass(frozen=True, slots=True)
class RatingsImported:
    """These ratings hold from here on, whatever the players had before."""

    ladder: LadderKey
    number: int
    entries: tuple[Imported, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportUndone:
    """Fact ``imported`` of this ladder is undone, as if it had never been."""

    ladder: LadderKey
    number: int
    imported: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeasonBegun:
    """Everybody keeps ``keep`` hundredths of their distance from the starting rating."""

    ladder: LadderKey
    number: int
    month: str
    keep: int


@dataclass(frozen=True, slots=True)
class RatingsDecayed:
    """Players who have not played since fact ``since`` lose ``points``, but nobody falls below the starting rating."""

    ladder: LadderKey
    number: int
    month: str
    since: int
    points: int


@dataclass(frozen=True, slots=True)
class PeriodClosed:
    """FIDE mode: games played since the last period are rated now, as the period ``month``."""

    ladder: LadderKey
    number: int
    month: str


@dataclass(frozen=True, slots=True)
class GamesTakenOver:
    """In these games ``origin`` was ``target`` all along: two profiles of one person, or, when they are parted again,
    of two."""

    ladder: LadderKey
    number: int
    games: tuple[UUID, ...]
    origin: str
    target: str


Measure = RatingsImported | SeasonBegun | RatingsDecayed | PeriodClosed
"""What moves ratings and is no game."""
MEASURES = (RatingsImported, SeasonBegun, RatingsDecayed, PeriodClosed)
RatingEvent = GameRated | GameCorrected | GameAnnulled | LadderRuled | Measure | ImportUndone | GamesTakenOver
KINDS = Kinds[RatingEvent](RatingEvent, first=GameRated)


def correction_stream(game: UUID, decision_id: UUID) -> UUID:
    return uuid5(game, str(decision_id))


def twin(game: UUID) -> UUID:
    """The id of a duel on the ladder in FIDE mode, beside its own."""
    return uuid5(game, FIDE)


def ladder_stream(ladder: LadderKey, number: int) -> UUID:
    """The id of a fact that is about no game."""
    return uuid5(NAMESPACE_OID, " ".join(("ladder", *astuple(ladder), str(number))))
