"""Conflicts (K16), and the keywords that act in them (K15)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

from . import events as e
from .cards import Card, CardSet
from .events import Step
from .play import ANSWERS, CHOICES, DEFAULTS, STEPS, Choice, Play, gain_step
from .state import FRESH, Site, State, Unit


def begin_conflict(play: Play, seat: int, location: int) -> None:
    """K16.1, K16.2: all units are turned up; keywords, reactions and the count of strengths follow."""
    s = play.state
    site = s.sites[location]
    play.emit(e.ConflictStarted(seat, location, site.attacker, site.owner))
    play.emit(e.UnitsRevealed(location, _cards(site.attackers), _cards(site.defenders)))
    site = s.sites[location]
    sides = [(site.attacker, site.attackers), (site.owner, site.defenders)]
    if seat == site.owner:
        sides.reverse()
    steps: list[Step] = []
    for word, acts in ACTS.items():
        steps += [
            (word, player, location, unit.number)
            for player, units in sides
            for unit in units
            if acts(play.cards.cards[unit.card], unit)
        ]
    steps += [("reactions", seat, location), ("strike", seat, location)]
    play.push(*reversed(steps))


ACTS: Final[dict[str, Callable[[Card, Unit], bool]]] = {
    "counter": lambda card, unit: bool(card.counters),
    "assassinate": lambda card, unit: bool(card.assassinates),
    "earn": lambda card, unit: card.gains > 0 and unit.face == FRESH,
    "rob": lambda card, unit: card.steals > 0 and unit.face == FRESH,
}
"""Keywords in the order of K15.1 and when they act (K15.7). Of one keyword, the active player's cards act first, each
player's in the order in which they were put down (K15.10)."""


def _cards(units: tuple[Unit, ...]) -> tuple[int, ...]:
    return tuple([unit.card for unit in units])


def _both_sides(site: Site, number: int) -> tuple[Unit | None, tuple[Unit, ...]]:
    """The unit, if it is still there, and the units against it."""
    for own, other in ((site.attackers, site.defenders), (site.defenders, site.attackers)):
        for unit in own:
            if unit.number == number:
                return unit, other
    return None, ()


# --- KONTRA and ZABÓJSTWO (K15.2-K15.4) ---------------------------------------------------------------------


def targets_of(cards: CardSet, s: State, step: Step) -> list[Choice]:
    """The units that the keyword fits, one of each name: of copies the one put down first (K15.4)."""
    word, _, location, number = step
    unit, others = _both_sides(s.sites[location], number)
    if unit is None:
        return []
    card = cards.cards[unit.card]
    named = card.counters if word == "counter" else card.assassinates
    first: dict[int, Choice] = {}
    for other in others:
        if other.card in named:
            first.setdefault(other.card, (other.number,))
    return list(first.values())


def _aim(play: Play, step: Step) -> None:
    found = targets_of(play.cards, play.state, step)
    if len(found) > 1:
        play.ask(step[1], "choose_target", step)
    elif found:
        _hit(play, step, found[0])


def _hit(play: Play, step: Step, choice: Choice) -> None:
    word, player, location, number = step
    unit, others = _both_sides(play.state.sites[location], number)
    assert unit is not None
    victim = next(other for other in others if other.number == choice[0])
    kind = e.UnitCountered if word == "counter" else e.UnitAssassinated
    play.emit(kind(player, location, number, unit.card, victim.number, victim.card))


def _strongest(cards: CardSet, s: State) -> Choice:
    site = s.sites[s.step[2]]
    units = {unit.number: unit for unit in site.attackers + site.defenders}
    found = sorted(targets_of(cards, s, s.step))
    return max(found, key=lambda choice: cards.cards[units[choice[0]].card].strength)


# --- POZYSKAJ and KRADZIEŻ (K15.5, K15.6) -------------------------------------------------------------------


def _earn(play: Play, step: Step) -> None:
    _, player, location, number = step
    unit, _ = _both_sides(play.state.sites[location], number)
    if unit is not None:
        play.push(gain_step(player, play.cards.cards[unit.card].gains, unit.card))


def _rob(play: Play, step: Step) -> None:
    _, player, location, number = step
    s = play.state
    unit, _ = _both_sides(s.sites[location], number)
    owner = s.sites[location].owner
    if unit is not None and s.shillings[owner]:
        amount = min(play.cards.cards[unit.card].steals, s.shillings[owner])
        play.emit(e.ShillingsTaken(player, owner, amount, unit.card))


# --- reactions (K11.3, K16.6) -------------------------------------------------------------------------------


def _reactions(play: Play, step: Step) -> None:
    """The active player is asked whenever a reaction is possible for all that others can know, so that being asked
    tells them nothing about the hand."""
    _, seat, location = step
    s = play.state
    site = s.sites[location]
    own = site.defenders if seat == site.owner else site.attackers
    copies = sum(card.count for card in play.cards.cards if card.reaction)
    gone = sum(play.cards.cards[card].reaction for card in s.discard)
    if own and gone < copies and may_spare(play.cards, s, seat):
        play.ask(seat, "react", step)


def may_spare(cards: CardSet, s: State, seat: int) -> bool:
    """K16.6: a card of the hand can be played, and three are left to pass on (not in the End phase, K19.7)."""
    hand = len(s.hands[seat])
    return hand > 0 and (s.end_phase or hand + len(s.reserves[seat]) > cards.to_pass)


def react_choices(cards: CardSet, s: State) -> list[Choice]:
    """To play none, or one of the reactions in hand."""
    held = dict.fromkeys(card for card in s.hands[s.asked] if card >= 0 and cards.cards[card].reaction)
    return [(), *[(card,) for card in held]]


def _react(play: Play, step: Step, choice: Choice) -> None:
    if not choice:
        return
    _, seat, location = step
    card = choice[0]
    play.emit(e.SupportPlayed(seat, card))
    for effect in play.cards.cards[card].effects:
        play.emit(e.StrengthAdded(seat, location, effect.amount, card))
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


def _strike(play: Play, step: Step) -> None:
    _, seat, location = step
    s = play.state
    site = s.sites[location]
    attack, defence = strengths(play.cards, s, location)
    if defence >= attack:
        play.emit(e.ConflictWonByDefender(site.owner, location, attack, defence))
        _clear(play, site.owner, location, site.defenders, lost=False)
        _clear(play, site.attacker, location, site.attackers, lost=True)
        if s.forts(site.owner) < s.game.fortifications:  # K16.13
            play.emit(e.FortificationPlaced(site.owner, location))
        play.push(("aftermath", seat, location))
    else:
        play.emit(e.ConflictWonByAttacker(site.attacker, location, attack, defence))
        _clear(play, site.owner, location, site.defenders, lost=True)
        play.push(("aftermath", seat, location), ("casualties", site.attacker, location, defence))


def _clear(play: Play, player: int, location: int, units: tuple[Unit, ...], *, lost: bool) -> None:
    """A whole side is discarded; of the side that lost, ODWRÓT takes its cards to the hand (K15.8)."""
    back = [unit for unit in units if lost and play.cards.cards[unit.card].retreats]
    gone = [unit for unit in units if unit not in back]
    if gone:
        play.emit(e.UnitsDiscarded(player, location, *_named(gone)))
    if back:
        play.emit(e.UnitsRetreated(player, location, *_named(back)))


def _named(units: list[Unit]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple([unit.number for unit in units]), tuple([unit.card for unit in units])


def casualties_of(cards: CardSet, s: State, step: Step) -> list[Choice]:
    """The sets of attackers whose printed strength comes nearest to the defence and does not exceed it (K16.9, K16.11),
    as numbers of units.

    Sets that differ by copies only are one, with the copies put down first (K16.10). The fewest cards come first,
    among equals those put down first (K23.1).
    """
    _, _, location, defence = step
    copies: dict[int, list[int]] = {}
    for unit in s.sites[location].attackers:
        copies.setdefault(unit.card, []).append(unit.number)
    best = 0
    found: list[Choice] = [()]
    for counts in product(*[range(len(numbers) + 1) for numbers in copies.values()]):
        total = sum(n * cards.cards[card].strength for n, card in zip(counts, copies, strict=True))
        if total > defence or total < best:
            continue
        if total > best:
            best, found = total, []
        elif not total:
            continue
        found.append(tuple(sorted(x for n, units in zip(counts, copies.values(), strict=True) for x in units[:n])))
    return sorted(found, key=lambda units: (len(units), units))


def _casualties(play: Play, step: Step) -> None:
    found = casualties_of(play.cards, play.state, step)
    if len(found) > 1:
        play.ask(step[1], "casualties", step)
    else:
        _lose(play, step, found[0])


def _lose(play: Play, step: Step, choice: Choice) -> None:
    _, player, location, _ = step
    if choice:
        units = [unit for unit in play.state.sites[location].attackers if unit.number in choice]
        play.emit(e.CasualtiesDiscarded(player, location, *_named(units)))


def _aftermath(play: Play, step: Step) -> None:
    """K16.8, K16.9, K17.4: the Siege token lies there if attackers are left, and only then."""
    location = step[2]
    site = play.state.sites[location]
    if site.attackers and not site.siege:
        play.emit(e.SiegePlaced(site.attacker, location))
    elif site.siege and not site.attackers:
        play.emit(e.SiegeReturned(site.attacker, location))
    play.emit(e.ConflictEnded(location))


STEPS["counter"] = STEPS["assassinate"] = _aim
STEPS["earn"] = _earn
STEPS["rob"] = _rob
STEPS["reactions"] = _reactions
STEPS["strike"] = _strike
STEPS["casualties"] = _casualties
STEPS["aftermath"] = _aftermath
ANSWERS["choose_target"] = _hit
ANSWERS["react"] = _react
ANSWERS["casualties"] = _lose
CHOICES["choose_target"] = lambda cards, s: targets_of(cards, s, s.step)
CHOICES["react"] = react_choices
CHOICES["casualties"] = lambda cards, s: casualties_of(cards, s, s.step)
DEFAULTS["choose_target"] = _strongest
DEFAULTS["react"] = lambda cards, s: ()
DEFAULTS["casualties"] = lambda cards, s: casualties_of(cards, s, s.step)[0]
