"""What pages show of a fact while it is told, beside its sentence (``Presentation.staged``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Term(NamedTuple):
    """What one thing on the board adds to a sum."""

    thing: str
    n: int


class SumShown(NamedTuple):
    """A seat's sum, term by term.

    ``at`` is its number on the board (``data-number``), or a sign of the board that says what is summed
    (``data-sign``): such sums are not compared with each other.
    """

    seat: int
    at: str
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        return sum(term.n for term in self.terms)


class Crest(NamedTuple):
    """The crest of a seat comes to lie on the thing that it wins."""

    seat: int
    thing: str


@dataclass(frozen=True, slots=True)
class Staged:
    """Things and numbers are named as on the game's board (``data-names``, ``data-number``)."""

    sums: tuple[SumShown, ...] = ()
    crest: Crest | None = None


NOTHING_STAGED = Staged()
