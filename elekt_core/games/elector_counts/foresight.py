"""How strong an attack or a defence would be, as far as the player putting it down may know, and how strengths and
points come about (K9, K10, K16.7, K20.5)."""

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

SIDES = ("attack", "defence")


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


# --- how numbers come about -----------------------------------------------------------------------------------


def terms(cards: CardSet, view: State, at: str, language: str, names: Sequence[str]) -> tuple[str, ...]:
    """A seat's points (``points.0``), or one side of a wall (``attack.salt_market``, ``defence.salt_market``)."""
    word, _, of = at.partition(".")
    say = PHRASES[language]
    if word == "points":
        return _points(cards, view, int(of), say, language) if of in map(str, range(view.seats)) else ()
    location = next((one for one in view.sites if cards.cards[one].id == of), None)
    if word not in SIDES or location is None:
        return ()
    site, side = view.sites[location], SIDES.index(word)
    units = (site.attackers, site.defenders)[side]
    known = [cards.cards[unit.card] for unit in units if unit.card != UNKNOWN]
    bonus = view.bonus[side] if units and location == view.conflict else 0
    said = [f"{name_of(card, language)} {card.strength}" for card in known]
    if hidden := len(units) - len(known):
        said.append(hidden_cards(hidden, language))
    if bonus:
        said.append(say["reactions"].format(n=bonus))
    total = "" if hidden else f" {sum(card.strength for card in known) + bonus}"
    return (f"{say[f'of_{word}']}{total} = {' + '.join(said) or 0}",)


def _points(cards: CardSet, s: State, seat: int, say: dict[str, str], language: str) -> tuple[str, ...]:
    said = []
    for location, site in s.sites.items():
        if (site.attacker if site.attackers else site.owner) == seat:
            name, worth = name_of(cards.cards[location], language), cards.cards[location].points
            said.append(say["besieged" if site.attackers else "held"].format(name=name, n=worth))
    return (f"{say['of_points']} {points(cards, s)[seat]} = {' + '.join(said) or 0}",)
