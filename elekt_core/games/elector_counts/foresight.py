"""How strong an attack or a defence would be, as far as the player putting it down may know (K9, K10, K16.7, K20.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import UNKNOWN, Decision
from ...foreseen import NOTHING_FORESEEN, Foreseen, NumberShown, OutcomeShown
from . import events as e
from .cards import CardSet
from .facts import FOLDS
from .play import points
from .state import State, Unit
from .words.card_text import name_of
from .words.foreseen import PHRASES, hidden_cards


def what_if(cards: CardSet, view: State, decision: Decision, language: str, names: Sequence[str]) -> Foreseen:
    """Both sides' strength once the cards lie there, and everybody's points then."""
    seat, kind, choice = decision
    if kind != "act" or choice[0] not in ("attack", "defend"):
        return NOTHING_FORESEEN
    action, location, *chosen = choice
    s, say = view.copy(), PHRASES[language]
    where = name_of(cards.cards[location], language)
    if action == "attack" and s.sites[location].fort:
        return Foreseen(outcomes=(OutcomeShown(where, say["fort"]),))
    placed = e.AttackersPlaced if action == "attack" else e.DefendersPlaced
    FOLDS[placed](s, placed(seat, location, tuple(chosen)))
    site, before, after = s.sites[location], points(cards, view), points(cards, s)
    sides = {
        "attack": _strength(cards, site.attackers, language),
        "defence": _strength(cards, site.defenders, language),
    }
    said = [say[action].format(**sides)]
    changed = [one for one in range(s.seats) if before[one] != after[one]]
    said += [say["points"].format(name=names[one], n=after[one], change=after[one] - before[one]) for one in changed]
    return Foreseen(
        tuple(NumberShown(f"points.{one}", after[one]) for one in changed), (OutcomeShown(where, " · ".join(said)),)
    )


def _strength(cards: CardSet, units: Sequence[Unit], language: str) -> str:
    """``4``, ``2 hidden cards``, ``4 + 1 hidden card``; ``0`` for a side without cards."""
    known = [cards.cards[unit.card].strength for unit in units if unit.card != UNKNOWN]
    hidden = len(units) - len(known)
    shown = [str(sum(known))] if known or not hidden else []
    return " + ".join(shown + ([hidden_cards(hidden, language)] if hidden else []))
