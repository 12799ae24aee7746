"""How a conflict is shown while it is told: both strengths by their terms (K16.7), and who takes the location."""

from __future__ import annotations

from ...contract import UNKNOWN, Event
from ...staged import NOTHING_STAGED, Crest, Staged, SumShown, Term
from . import events as e
from .cards import CardSet
from .state import Site, State, Unit


def staged(cards: CardSet, view: State, event: Event) -> Staged:
    match event:
        case e.ConflictWonByAttacker(seat, location, attack, defence) | e.ConflictWonByDefender(
            seat, location, attack, defence
        ):
            place, site = cards.cards[location].id, view.sites[location]
            known = all(unit.card != UNKNOWN for unit in site.attackers + site.defenders)
            sums = _sums(cards, site, view.bonus, place) if known else ()
            told = {site.attacker: attack, site.owner: defence}
            fits = all(one.total == told[one.seat] for one in sums)
            return Staged(sums if fits else (), Crest(seat, f"location:{place}"))
    return NOTHING_STAGED


def _sums(cards: CardSet, site: Site, bonus: tuple[int, int], place: str) -> tuple[SumShown, ...]:
    """Of the sides that have units; what a card played in the conflict adds stands at nothing on the board."""
    sides = [(site.attacker, "attack", site.attackers, bonus[0]), (site.owner, "defence", site.defenders, bonus[1])]
    return tuple(
        SumShown(seat, f"{side}.{place}", (*_terms(cards, units), *([Term("", more)] if more else [])))
        for seat, side, units, more in sides
        if units
    )


def _terms(cards: CardSet, units: tuple[Unit, ...]) -> list[Term]:
    return [Term(f"unit:u{unit.number}", strength) for unit in units if (strength := cards.cards[unit.card].strength)]
