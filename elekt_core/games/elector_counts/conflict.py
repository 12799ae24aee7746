"""Conflicts (K16), and the keywords that act in them (K15)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

from ...kit.choices import Choice
from ...kit.driver import Question
from . import events as e
from .agenda import Aftermath, Assassinate, Casualties, Counter, Earn, Gain, Reactions, Rob, Strike
from .cards import Card, CardSet
from .play import QUESTIONS, STEPS, Play
from .state import FRESH, Site, State, Unit


def begin_conflict(play: Play, seat: int, location: int) -> None:
    """K16.1, K16.2: all units are turned face up; keywords, reactions and the count of strengths follow."""
    s = play.state
    site = s.sites[location]
    play.emit(e.ConflictStarted(seat, location, site.attacker, site.owner))
    play.emit(e.UnitsRevealed(location, _cards(site.attackers), _cards(site.defenders)))
    site = s.sites[location]
    sides = [(site.attacker, site.attackers), (site.owner, site.defenders)]
    if seat == site.owner:
        sides.reverse()
    steps: list[Any] = []
    for keyword, acts in ACTS.items():
        steps += [
            keyword(player, location, unit.number)
            for player, units in sides
            for unit in units
            if acts(play.cards.cards[unit.card], unit)
        ]
    play.push_in_order([*steps, Reactions(seat, location), Strike(seat, location)])


ACTS: Final[dict[type[Counter | Assassinate | Earn | Rob], Callable[[Card, Unit], bool]]] = {
    Counter: lambda card, unit: bool(card.counters),
    Assassinate: lambda card, unit: bool(card.assassinates),
    Earn: lambda card, unit: card.gains > 0 and unit.face == FRESH,
    Rob: lambda card, unit: card.steals > 0 and unit.face == FRESH,
}
"""Keywords in the order of K15.1 and when they act (K15.7). Of one keyword, the active player's cards act first, each
player's in the order in which they were put down (K15.10)."""


def _cards(units: tuple[Unit, ...]) -> tuple[int, ...]:
    return tuple([unit.card for unit in units])


def _both_sides(site: Site, number: int) -> tuple[Unit | None, tuple[Unit, ...]]:
    """The unit, None if it is gone, and the units against it."""
    for own, other in ((site.attackers, site.defenders), (site.defenders, site.attackers)):
        for unit in own:
            if unit.number == number:
                return unit, other
    return None, ()


# --- KONTRA and ZABÓJSTWO (K15.2-K15.4) ---------------------------------------------------------------------


def targets_of(cards: CardSet, s: State, seat: int, step: Counter | Assassinate) -> list[Choice]:
    """The units to which the keyword applies, one of each name: of several copies, the one put down first (K15.4)."""
    unit, others = _both_sides(s.sites[step.location], step.unit)
    if unit is None:
        return []
    card = cards.cards[unit.card]
    named = card.counters if isinstance(step, Counter) else card.assassinates
    first: dict[int, Choice] = {}
    for other in others:
        if other.card in named:
            first.setdefault(other.card, (other.number,))
    return list(first.values())


def _aim(play: Play, step: Counter | Assassinate) -> None:
    play.ask_in_view(step.seat, "choose_target", step)


def _hit(play: Play, seat: int, step: Counter | Assassinate, choice: Choice) -> None:
    _, location, number = step
    unit, others = _both_sides(play.state.sites[location], number)
    assert unit is not None
    victim = next(other for other in others if other.number == choice[0])
    kind = e.UnitCountered if isinstance(step, Counter) else e.UnitAssassinated
    play.emit(kind(seat, location, number, unit.card, victim.number, victim.card))


def _strongest(cards: CardSet, s: State, seat: int, step: Counter | Assassinate) -> Choice:
    site = s.sites[step.location]
    units = {unit.number: unit for unit in site.attackers + site.defenders}
    found = sorted(targets_of(cards, s, seat, step))
    return max(found, key=lambda choice: cards.cards[units[choice[0]].card].strength)


# --- POZYSKAJ and KRADZIEŻ (K15.5, K15.6) -------------------------------------------------------------------


def _earn(play: Play, step: Earn) -> None:
    unit, _ = _both_sides(play.state.sites[step.location], step.unit)
    if unit is not None:
        play.push(Gain(step.seat, play.cards.cards[unit.card].gains, unit.card))


def _rob(play: Play, step: Rob) -> None:
    player, location, number = step
    s = play.state
    unit, _ = _both_sides(s.sites[location], number)
    owner = s.sites[location].owner
    if unit is not None and s.shillings[owner]:
        amount = min(play.cards.cards[unit.card].steals, s.shillings[owner])
        play.emit(e.ShillingsTaken(player, owner, amount, unit.card))


# --- reactions (K11.3, K16.6) -------------------------------------------------------------------------------


def _reactions(play: Play, step: Reactions) -> None:
    """Ask the active player whenever, as far as others can know, a reaction is possible, so that being asked tells them
    nothing about the hand."""
    seat, location = step
    s = play.state
    site = s.sites[location]
    own = site.defenders if seat == site.owner else site.attackers
    copies = sum(card.count for card in play.cards.cards if card.reaction)
    gone = sum(play.cards.cards[card].reaction for card in s.discard)
    if own and gone < copies and may_spare(play.cards, s, seat):
        play.ask(seat, "react", step)


def may_spare(cards: CardSet, s: State, seat: int) -> bool:
    """K16.6: whether a card can be played from hand and still leave three to pass on (not in the End phase, K19.7)."""
    hand = len(s.hands[seat])
    return hand > 0 and (s.end_phase or hand + len(s.reserves[seat]) > cards.to_pass)


def react_choices(cards: CardSet, s: State, seat: int, step: Reactions) -> list[Choice]:
    """Play no reaction, or one of those in hand."""
    held = dict.fromkeys(card for card in s.hands[seat] if card >= 0 and cards.cards[card].reaction)
    return [(), *[(card,) for card in held]]


def _react(play: Play, seat: int, step: Reactions, choice: Choice) -> None:
    if not choice:
        return
    card = choice[0]
    play.emit(e.SupportPlayed(seat, card))
    for effect in play.cards.cards[card].effects:
        play.emit(e.StrengthAdded(seat, step.location, effect.amount, card))
    play.emit(e.SupportDiscarded(seat, card))
    play.push(step)


# --- the count (K16.7-K16.15) -------------------------------------------------------------------------------


def strengths(cards: CardSet, s: State, location: int) -> tuple[int, int]:
    """K16.7: attack and defence; a side without cards has 0."""
    site = s.sites[location]
    attack, defence = s.bonus if s.conflict == location else (0, 0)
    return (
        sum(cards.cards[unit.card].strength for unit in site.attackers) + attack if site.attackers else 0,
        sum(cards.cards[unit.card].strength for unit in site.defenders) + defence if site.defenders else 0,
    )


def _strike(play: Play, step: Strike) -> None:
    seat, location = step
    s = play.state
    site = s.sites[location]
    attack, defence = strengths(play.cards, s, location)
    if defence >= attack:
        play.emit(e.ConflictWonByDefender(site.owner, location, attack, defence))
        _clear(play, site.owner, location, site.defenders, lost=False)
        _clear(play, site.attacker, location, site.attackers, lost=True)
        if s.forts(site.owner) < s.game.fortifications:  # K16.13
            play.emit(e.FortificationPlaced(site.owner, location))
        play.push(Aftermath(seat, location))
    else:
        play.emit(e.ConflictWonByAttacker(site.attacker, location, attack, defence))
        _clear(play, site.owner, location, site.defenders, lost=True)
        play.push(Aftermath(seat, location), Casualties(site.attacker, location, defence))


def _clear(play: Play, player: int, location: int, units: tuple[Unit, ...], *, lost: bool) -> None:
    """Discard a whole side; on the losing side, units with ODWRÓT return to the hand (K15.8)."""
    back = [unit for unit in units if lost and play.cards.cards[unit.card].retreats]
    gone = [unit for unit in units if unit not in back]
    if gone:
        play.emit(e.UnitsDiscarded(player, location, *_named(gone)))
    if back:
        play.emit(e.UnitsRetreated(player, location, *_named(back)))


def _named(units: list[Unit]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple([unit.number for unit in units]), tuple([unit.card for unit in units])


def casualties_of(cards: CardSet, s: State, seat: int, step: Casualties) -> list[Choice]:
    """The sets of attackers, as unit numbers, whose printed strength comes nearest to the defence without exceeding it
    (K16.9, K16.11).

    Sets that differ by copies only are one, with the copies put down first (K16.10). The fewest cards come first,
    among equals those put down first (K23.1).
    """
    copies: dict[int, list[int]] = {}
    for unit in s.sites[step.location].attackers:
        copies.setdefault(unit.card, []).append(unit.number)
    best = 0
    found: list[Choice] = [()]
    for counts in product(*[range(len(numbers) + 1) for numbers in copies.values()]):
        total = sum(n * cards.cards[card].strength for n, card in zip(counts, copies, strict=True))
        if total > step.defence or total < best:
            continue
        if total > best:
            best, found = total, []
        elif not total:
            continue
        found.append(tuple(sorted(x for n, units in zip(counts, copies.values(), strict=True) for x in units[:n])))
    return sorted(found, key=lambda units: (len(units), units))


def _casualties(play: Play, step: Casualties) -> None:
    play.ask_in_view(step.seat, "casualties", step)


def _lose(play: Play, seat: int, step: Casualties, choice: Choice) -> None:
    if choice:
        units = [unit for unit in play.state.sites[step.location].attackers if unit.number in choice]
        play.emit(e.CasualtiesDiscarded(seat, step.location, *_named(units)))


def _aftermath(play: Play, step: Aftermath) -> None:
    """K16.8, K16.9, K17.4: a Siege token lies there if, and only if, attackers are left."""
    location = step.location
    site = play.state.sites[location]
    if site.attackers and not site.siege:
        play.emit(e.SiegePlaced(site.attacker, location))
    elif site.siege and not site.attackers:
        play.emit(e.SiegeReturned(site.attacker, location))
    play.emit(e.ConflictEnded(location))


STEPS[Counter] = STEPS[Assassinate] = _aim
STEPS[Earn] = _earn
STEPS[Rob] = _rob
STEPS[Reactions] = _reactions
STEPS[Strike] = _strike
STEPS[Casualties] = _casualties
STEPS[Aftermath] = _aftermath
QUESTIONS["choose_target"] = Question("K15.4", targets_of, _hit, _strongest)
QUESTIONS["react"] = Question("K16.6", react_choices, _react)
QUESTIONS["casualties"] = Question("K16.10", casualties_of, _lose)
