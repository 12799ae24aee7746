"""How a confrontation is shown while it is told: its counts by their terms (E8.5), and what is won by it."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Event
from ...staged import NOTHING_STAGED, Crest, Staged, SumShown, Term
from . import events as e
from .foresight import terms_of
from .state import State
from .tables import Tables
from .vocabulary import ATTRIBUTES, NONE, POWER, ZONES


def staged(t: Tables, view: State, event: Event) -> Staged:
    """No sums where the terms are not known: somebody may have recorded the counts alone."""
    match event:
        case e.ConfrontationScored(zone, attribute, counts):
            there = [seat for seat in view.order if counts[seat] != NONE]
            sums = tuple(_sum(t, view, zone, attribute, seat) for seat in there)
            if all(one.total == counts[one.seat] for one in sums) and any(one.terms for one in sums):
                return Staged(sums)
        case e.ConfrontationWon(zone, attribute, seat) if attribute != POWER:  # there the card is taken
            return Staged(crest=Crest(seat, f"{ZONES[zone]}.{ATTRIBUTES[attribute]}"))
        case e.CardAcquired(seat, card):
            return Staged(crest=Crest(seat, t.names[card]))
    return NOTHING_STAGED


def _sum(t: Tables, view: State, zone: int, attribute: int, seat: int) -> SumShown:
    return SumShown(
        seat, f"{ZONES[zone]}.{seat}.{ATTRIBUTES[attribute]}", tuple(_terms(t, view, zone, seat, attribute))
    )


def _terms(t: Tables, view: State, zone: int, seat: int, attribute: int) -> Iterator[Term]:
    """Of each Unit from left to right its symbols and its tokens, then what cards make of it."""
    for term in terms_of(t, view, zone, seat, attribute):
        unit = t.names[term.unit]
        found = [(unit, term.symbols), (f"{ATTRIBUTES[attribute]}.{unit}", term.tokens)]
        found += [(t.names[card], n) for card, n in term.changes]
        yield from (Term(thing, n) for thing, n in found if n)
