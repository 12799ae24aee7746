"""What support cards do (K11): the targets that each effect offers, and what it does to them.

An effect that can change nothing offers no target (K11.2). One that needs none offers the empty one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any, Final

from . import events as e
from .agenda import Gain, Support
from .cards import CardSet, Effect
from .play import STEPS, Play
from .state import DOWN, NONE, Site, State

Target = tuple[int, ...]


def _gain(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    return [()] if s.pool or any(_others(s, seat)) else []


def _others(s: State, seat: int) -> list[int]:
    """The shillings of the other players."""
    return [amount for other, amount in enumerate(s.shillings) if other != seat]


def _take(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(seat, seat) of two others, or nothing to choose."""
    if effect.word == "each_other":
        return [()] if any(_others(s, seat)) else []
    others = [other for other in range(s.seats) if other != seat]
    return [pair for pair in combinations(others, 2) if any(s.shillings[other] for other in pair)]


def _look(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(location,) where a card lies that the seat has not seen."""
    return [(location,) for location, site in s.sites.items() if not _why_no_look(s, seat, site)]


def _why_no_look(s: State, seat: int, site: Site) -> str:
    unseen = any(unit.face == DOWN and not unit.known >> seat & 1 for unit in site.attackers + site.defenders)
    return "" if unseen else "all_seen_there"


def _discard_attacker(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(unit,) at one of the seat's own locations."""
    return [(unit.number,) for site in s.sites.values() if site.owner == seat for unit in site.attackers]


def _redraw(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """A card other than the one being played must be in hand."""
    return [()] if len(s.hands[seat]) > 1 else []


def _always(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    return [()]


def _remove_fort(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(location,) of another player."""
    return [(location,) for location, site in s.sites.items() if not _why_no_removal(s, seat, site)]


def _why_no_removal(s: State, seat: int, site: Site) -> str:
    return "of_others_only" if site.owner == seat else "" if site.fort else "no_fortification_there"


def _recover(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(card,) in the discard pile, the lowest first."""
    return [(card,) for card in dict.fromkeys(s.discard) if cards.cards[card].kind == effect.word]


def _take_over(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(location,) of a third player; the seat must have a Siege token left (K11.6)."""
    if s.sieges(seat) >= s.game.sieges:
        return []
    return [(at,) for at, site in s.sites.items() if not _why_no_take_over(s, seat, site)]


def _why_no_take_over(s: State, seat: int, site: Site) -> str:
    return _why_no_attack(s, seat, site) or ("between_others" if seat in (site.owner, site.attacker) else "")


def _why_no_attack(s: State, seat: int, site: Site) -> str:
    return "" if site.siege else "no_attack_there"


def _move(cards: CardSet, s: State, seat: int, effect: Effect) -> list[Target]:
    """(location, location): from, and to a third player's location with nothing at it (K11.7)."""
    return [
        (location, at)
        for location, site in s.sites.items()
        if not _why_no_attack(s, seat, site)
        for at, other in s.sites.items()
        if not why_not_moved(site, other)
    ]


def why_not_moved(site: Site, to: Site) -> str:
    """Why the attack on ``site`` cannot be moved there; ``""`` if it can."""
    if to.attackers or to.defenders or to.fort:
        return "not_empty_there"
    return "of_a_third_player" if to.owner in (site.owner, site.attacker) else ""


TARGETS: Final[dict[str, Callable[[CardSet, State, int, Effect], list[Target]]]] = {
    "gain_shillings": _gain,
    "take_shillings": _take,
    "look_face_down": _look,
    "discard_attacker": _discard_attacker,
    "redraw_hand": _redraw,
    "reserve_limit": _always,
    "remove_fortification": _remove_fort,
    "recover_from_discard": _recover,
    "take_over_attack": _take_over,
    "move_attack": _move,
}

WHY_NOT_THERE: Final[dict[str, Callable[[State, int, Site], str]]] = {
    "look_face_down": _why_no_look,
    "remove_fortification": _why_no_removal,
    "take_over_attack": _why_no_take_over,
    "move_attack": _why_no_attack,
}
"""By effect, why it cannot aim at a location; ``""`` if it can. The codes are those of ``decisions.CODES``."""

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "gain_shillings": (),
    "take_shillings": ("seat", "seat"),
    "look_face_down": ("location",),
    "discard_attacker": ("unit",),
    "redraw_hand": (),
    "reserve_limit": (),
    "conflict_strength": (),
    "remove_fortification": ("location",),
    "recover_from_discard": ("card",),
    "take_over_attack": ("location",),
    "move_attack": ("location", "to"),
}
"""What the numbers of a target are."""


def support_targets(cards: CardSet, s: State, seat: int, card: int) -> list[tuple[Target, ...]]:
    """Every combination of one target for each effect; () for an effect that can change nothing.

    Empty if no effect can (K11.2).
    """
    found = [TARGETS[effect.op](cards, s, seat, effect) for effect in cards.cards[card].effects]
    return list(product(*[targets or [()] for targets in found])) if any(found) else []


def certain_change(cards: CardSet, s: State, seat: int, card: int, targets: tuple[Target, ...]) -> tuple[int, int, int]:
    """What playing the card is certain to change (K7.2): cards in hand, shillings, cards that can be drawn."""
    printed = cards.cards[card]
    hand, money, available = -1, 0, 0 if printed.persists else 1
    for effect, target in zip(printed.effects, targets, strict=True):
        if effect.op == "gain_shillings":
            money += min(effect.amount, s.pool + sum(_others(s, seat)))
        elif effect.op == "take_shillings":
            givers = target or [other for other in range(s.seats) if other != seat]
            money += sum(min(effect.amount, s.shillings[other]) for other in givers)
        elif effect.op == "recover_from_discard" and target:
            hand, available = hand + 1, available - 1
        elif effect.op == "discard_attacker" and target:
            available += 1
    return hand, money, available


def reserve_limit(cards: CardSet, s: State, seat: int) -> int:
    """K12.1."""
    laid = s.laid[seat]
    if not laid:
        return cards.reserve_limit
    return cards.reserve_limit + sum([reserve_extra(cards, card) for card in laid])


def reserve_extra(cards: CardSet, card: int) -> int:
    """How many more cards the reserve holds while this one is in play."""
    return sum([effect.amount for effect in cards.cards[card].effects if effect.op == "reserve_limit"])


# --- carrying out -------------------------------------------------------------------------------------------


def play_support(play: Play, seat: int, card: int, targets: tuple[Target, ...]) -> None:
    """K11.1."""
    play.emit(e.SupportPlayed(seat, card))
    play.push(Support(seat, card, 0, targets))


def _support(play: Play, step: Support) -> None:
    """One effect after the other (K5.2), each completely; then the card is put away."""
    seat, card, index, targets = step
    effects = play.cards.cards[card].effects
    if index == len(effects):
        _put_away(play, seat, card)
        return
    play.push(Support(seat, card, index + 1, targets))
    CARRY_OUT[effects[index].op](play, seat, card, effects[index], targets[index])


def _put_away(play: Play, seat: int, card: int) -> None:
    stays = play.cards.cards[card].persists
    play.emit(e.SupportLaidOut(seat, card) if stays else e.SupportDiscarded(seat, card))


def _do_gain(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    play.push(Gain(seat, effect.amount, card))


def _do_take(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    s = play.state
    for other in target or [(seat + i) % s.seats for i in range(1, s.seats)]:
        if amount := min(effect.amount, s.shillings[other]):
            play.emit(e.ShillingsTaken(seat, other, amount, card))


def _do_look(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    if target:
        site = play.state.sites[target[0]]
        units = [unit for unit in site.attackers + site.defenders if unit.face == DOWN]
        numbers = tuple([unit.number for unit in units])
        play.emit(e.FaceDownSeen(seat, target[0], numbers, tuple([unit.card for unit in units])))


def _do_discard(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    s = play.state
    if not target or (location := s.site_of(target[0])) == NONE:
        return
    site = s.sites[location]
    unit = next(unit for unit in site.attackers if unit.number == target[0])
    play.emit(e.AttackerRemoved(seat, location, unit.number, unit.card))
    if len(site.attackers) == 1:  # K17.4
        play.emit(e.SiegeReturned(site.attacker, location))


def _do_redraw(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    hand = play.state.hands[seat]
    if hand:
        play.emit(e.HandDiscarded(seat, hand))
        play.draw(seat, len(hand))


def _do_remove_fort(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    if target:
        play.emit(e.FortificationRemoved(play.state.sites[target[0]].owner, target[0], seat))


def _do_recover(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    if target:
        play.emit(e.CardRecovered(seat, target[0]))


def _do_take_over(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    if target:
        site = play.state.sites[target[0]]
        cards = tuple([unit.card for unit in site.attackers])
        play.emit(e.AttackTakenOver(seat, site.attacker, target[0], cards))


def _do_move(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    if target:
        play.emit(e.AttackMoved(seat, *target))


def _do_nothing(play: Play, seat: int, card: int, effect: Effect, target: Target) -> None:
    """The card works simply by being in play."""


CARRY_OUT: Final[dict[str, Callable[[Play, int, int, Effect, Target], Any]]] = {
    "gain_shillings": _do_gain,
    "take_shillings": _do_take,
    "look_face_down": _do_look,
    "discard_attacker": _do_discard,
    "redraw_hand": _do_redraw,
    "reserve_limit": _do_nothing,
    "remove_fortification": _do_remove_fort,
    "recover_from_discard": _do_recover,
    "take_over_attack": _do_take_over,
    "move_attack": _do_move,
}

STEPS[Support] = _support
