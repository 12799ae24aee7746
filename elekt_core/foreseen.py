"""The effects of a decision, as far as the player may know them (``Presentation.what_if``)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberShown:
    """A number on the table: ``at`` is its name there, ``n`` what it would be.

    ``standing`` is the form in which the game's page prints it (``leads``, ``ties``), ``""`` if it has one form.
    """

    at: str
    n: int
    standing: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeShown:
    """An effect at one place, named separately: shown at that place, it needs no name."""

    where: str
    said: str


@dataclass(frozen=True, slots=True)
class Foreseen:
    """``numbers`` are those that would change.

    It is what lies on the table then, counted by the rules, and no forecast of what others will do.
    """

    numbers: tuple[NumberShown, ...] = ()
    outcomes: tuple[OutcomeShown, ...] = ()


NOTHING_FORESEEN = Foreseen()
