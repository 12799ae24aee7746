"""Buchholz: how strong the opponents were (FIDE C.07, article 8)."""

from __future__ import annotations

from tournaments.formats.contract import EntrantNo
from tournaments.scoring import Kind

from .field import Field
from .modifiers import Modifiers
from .opposition import strengths
from .parts import Part, Tally, cut


def buchholz(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """BH, 8.1: the sum of the opponents' scores."""
    return _sum(field, no, modifiers, fore=False)


def fore_buchholz(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """FB, 8.3: Buchholz as if all paired games of the last round were drawn."""
    return _sum(field, no, modifiers, fore=True)


def opponents_buchholz(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """AOB, 8.2: the mean Buchholz of the opponents met over the board. Exact; pages show two decimals."""
    parts = [
        Part(game.round, (other,), _total(field, other, modifiers))
        for game in field.games[no]
        if game.kind is Kind.PLAYED
        for other in game.opponents
    ]
    return Tally(parts, field.scale, max(1, len(parts)))


def _sum(field: Field, no: EntrantNo, modifiers: Modifiers, fore: bool) -> Tally:
    parts = [part for _, part in strengths(field, no, modifiers, fore)]
    if modifiers.low or modifiers.high:
        parts = cut(parts, modifiers.low, modifiers.high)
    return Tally(parts, field.scale)


def _total(field: Field, no: EntrantNo, modifiers: Modifiers) -> int:
    key = ("buchholz", no, modifiers)
    if key not in field.known:
        field.known[key] = sum([part.worth for _, part in strengths(field, no, modifiers)])
    total: int = field.known[key]
    return total
