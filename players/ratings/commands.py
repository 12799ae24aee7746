"""Commands on ladders and rated games other than rating a game: plain data. Staff send them
(``rulings``), and for games the apps above (``services``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from web.decoding import Beside

from .events import CLUB, FIDE, MODES, Imported, LadderKey, Rules, ladder_key
from .outcome import MAX_SEATED

MAX_REASON = 500
MAX_IMPORT = 500_000
"""Characters that a program may send."""
assert (CLUB, FIDE) == MODES == ("club", "fide")
Reason = Annotated[str, Meta(min_length=1, max_length=MAX_REASON, description="Everybody can read it.")]


# --- rated games ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CorrectGame:
    """The game went otherwise, or others played it; it counts again if it was annulled. ``seats`` are those who really
    played, nobody where they stay as they are; for the result see ``outcome.places_of``."""

    game: UUID
    seats: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    winner: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnnulGame:
    """The game does not count; ``suspended``: until somebody has ruled on an objection."""

    game: UUID
    reason: str = ""
    suspended: bool = False


@dataclass(frozen=True, slots=True)
class UndoCorrection:
    """Undo the last correction of a game: it is again what it was before."""

    game: UUID
    reason: str = ""


OfGame = CorrectGame | AnnulGame | UndoCorrection


class What(StrEnum):
    CORRECT = "correct"
    ANNUL = "annul"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Looked:
    """How a command about a game is sent."""

    what: What
    places: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=MAX_SEATED)], ...],
        Meta(max_length=MAX_SEATED, description="By seat, to correct."),
    ] = ()
    winner: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_SEATED - 1)] | None, Meta(description="The seat, where no more is known.")
    ] = None
    seats: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...],
        Meta(max_length=MAX_SEATED, description="Who really played."),
    ] = ()

    def of(self, game: UUID, reason: str = "") -> OfGame:
        match self.what:
            case What.CORRECT:
                return CorrectGame(game, self.seats, self.places, self.winner, reason)
            case What.ANNUL:
                return AnnulGame(game, reason)
            case What.UNDO:
                return UndoCorrection(game, reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Looked):
    reason: Reason


# --- ladders ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LadderNamed:
    """How a ladder is named."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    ruleset: Annotated[str, Meta(min_length=1, max_length=60)]
    speed: Annotated[str, Meta(max_length=20)] = "live"
    mode: Literal["club", "fide"] = "club"

    def read(self) -> LadderKey:
        return ladder_key(self.game, self.ruleset, self.speed, self.mode)


@dataclass(frozen=True, slots=True)
class SetRules:
    """These rules hold on the ladder from now on. In FIDE mode this opens it: seasons and decay are not for it.
    ``seen`` are the rules that the sender has seen; refused if others hold."""

    ladder: LadderKey
    rules: Rules
    seen: Rules | None = None


@dataclass(frozen=True, slots=True)
class ImportRatings:
    """Set these ratings from now on."""

    ladder: LadderKey
    entries: tuple[Imported, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UndoImport:
    """Undo an import: everything after it is rated again."""

    ladder: Annotated[LadderKey, Beside(LadderNamed)]
    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    reason: Reason


OfLadder = SetRules | ImportRatings | UndoImport


@dataclass(frozen=True, slots=True)
class ImportText:
    """The valid lines of a table or of JSON (``importing``): one import for each ladder in it. ``ladder`` is for
    lines that name none."""

    ladder: Annotated[LadderKey | None, Beside(LadderNamed)]
    text: Annotated[
        str,
        Meta(min_length=1, max_length=MAX_IMPORT, description="CSV with a heading, or a JSON list: docs/ratings.md."),
    ]
    reason: Reason
