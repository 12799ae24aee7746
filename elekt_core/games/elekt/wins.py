"""What winning a confrontation brings (E9), and what extends it or reacts to it (E8.11, steps 6 to 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import events as e
from .active import barred, bars, entry_barred, statics
from .effect_tokens import attach_token
from .effect_units import swap_units
from .play import QUESTIONS, STEPS, Play
from .reactions import ability, on_win
from .state import State
from .tables import Tables
from .vocabulary import CUNNING, NONE, OCCULTISM, POWER, RULES_RANK

MAX_TOKENS = 2
"""E9.1."""


def _won(play: Play, step: a.Won) -> None:
    """The win is a fact (6); then effect (7), extensions (8), reactions (9)."""
    winner, zone, attribute, how = step
    play.tell(e.fact(e.ConfrontationWon, (zone, attribute, winner, how)))
    t, s = play.tables, play.state
    instead: tuple[int, ...] = ()
    if t.listens_to_wins[attribute][zone] & (s.active[zone] | t.wide):
        for card in reversed(on_win(play, "win_after", zone, attribute, winner)):
            play.push(ability(winner, card, zone, by=winner))
        extending = on_win(play, "win_extend", zone, attribute, winner)
        if attribute == CUNNING:
            extending += on_win(play, "after_win_swap", zone, attribute, winner)
        if extending:
            play.push(a.Extend(winner, zone, attribute, extending, 0, 0, NONE, NONE))
        instead = on_win(play, "win_replace", zone, attribute, winner)
    _effect(play, a.effect(winner, zone, attribute, instead))


def _effect(play: Play, step: a.Effect) -> None:
    """Step 7: first each effect that can be taken instead, then the normal one."""
    winner, zone, attribute, instead = step
    if instead:
        play.push(step._replace(cards=instead[1:]), ability(winner, instead[0], zone, by=winner))
    elif attribute == POWER:
        _acquire(play, winner, zone)
    elif attribute == OCCULTISM:
        _offer(play, "attach_tokens", step, AttachChoices(play.tables, play.state, winner, zone))
    elif attribute == CUNNING:
        _offer(play, "swap_units", step, swap_choices(play.tables, play.state, winner, zone))
    else:
        _offer(play, "annihilate_unit", step, annihilate_choices(play.tables, play.state, zone))


def _offer(play: Play, question: str, step: a.Effect, offered: Sequence[tuple[Any, ...]]) -> None:
    """Ask the winner, unless declining is all that is left."""
    if len(offered) > 1:
        play.ask(step.seat, question, step, offered)


def _done(play: Play, placed: int = 0, unit: int = NONE, other: int = NONE) -> None:
    """The normal effect took place: extensions may follow (E8.12)."""
    if play.agenda and type(play.agenda[-1]) is a.Extend:
        play.agenda[-1] = play.agenda[-1]._replace(done=1, placed=placed, unit=unit, with_=other)


def _extend(play: Play, step: a.Extend) -> None:
    """Step 8, one card after another. After a declined or replaced effect, only cards that attach tokens for Occultism
    are left (E8.12)."""
    winner, zone, attribute, cards, done, placed, unit, other = step
    card = cards[0]
    if len(cards) > 1:
        play.push(step._replace(cards=cards[1:]))
    rule = play.tables.abilities[card]
    attaches = attribute == OCCULTISM and rule.trigger == "win_extend" and any(op.name == "attach" for op in rule.ops)
    if done or attaches:
        play.push(ability(winner, card, zone, unit, winner, other, placed))


def _declined(play: Play, step: a.Effect) -> None:
    play.tell(e.fact(e.EffectDeclined, (step.zone, step.attribute, step.seat)))


# --- Occultism ----------------------------------------------------------------------------------------------


class AttachChoices(Sequence[tuple[Any, ...]]):
    """E9.1-E9.4: every ordered list of up to two tokens and Units, generated only as needed.

    ``singles`` are all (attribute, Unit); the tokens differ unless a card frees them (C1.51), and the pool must
    have them (E9.2).
    """

    __slots__ = ("pairs", "tokens", "units")

    def __init__(self, t: Tables, s: State, winner: int, zone: int) -> None:
        self.units = _unbarred(t, s, "attach", zone)
        self.tokens = tuple([attribute for attribute in range(4) if s.pool[attribute]])
        doubled: tuple[int, ...] = ()
        if frees_tokens(t, s, winner, zone):
            doubled = tuple([attribute for attribute in self.tokens if s.pool[attribute] >= MAX_TOKENS])
        self.pairs = token_pairs(self.tokens, doubled)

    def __len__(self) -> int:
        n = len(self.units)
        return 1 + n * len(self.tokens) + n * n * len(self.pairs)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return ()
        units = self.units
        n = len(units)
        token, unit = divmod(index - 1, n)
        if token < len(self.tokens):
            return ((self.tokens[token], units[unit]),)
        pair, rest = divmod(index - 1 - n * len(self.tokens), n * n)
        first, second = divmod(rest, n)
        x, y = self.pairs[pair]
        return ((x, units[first]), (y, units[second]))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        yield ()
        singles = {token: [(token, unit) for unit in self.units] for token in self.tokens}
        for token in self.tokens:
            yield from zip(singles[token])
        for x, y in self.pairs:
            yield from product(singles[x], singles[y])

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or len(choice) > MAX_TOKENS:
            return False
        for token in choice:
            if len(token) != 2 or token[0] not in self.tokens or token[1] not in self.units:
                return False
        return len(choice) < MAX_TOKENS or (choice[0][0], choice[1][0]) in self.pairs


@cache
def token_pairs(tokens: tuple[int, ...], doubled: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Every order of two tokens: different ones, and those that may be attached twice."""
    return tuple((x, y) for x, y in product(tokens, tokens) if x != y or x in doubled)


def _unbarred(t: Tables, s: State, action: str, zone: int) -> list[int]:
    """The Units of the Zone on which the plain effect may do this (E16.2), owners in court order."""
    if not bars(t, s, action, zone):
        return s.all_units_in(zone)
    return [u for owner, u in s.units_in(zone) if barred(t, s, action, RULES_RANK, zone, u, owner) == NONE]


def frees_tokens(t: Tables, s: State, winner: int, zone: int) -> bool:
    """C1.51, E19.8: need the winner's Occultism tokens not differ in this Zone?"""
    return any(
        owner in (winner, NONE) and op.attribute == OCCULTISM for owner, _, op in statics(t, s, "free_tokens", zone)
    )


def _attach_tokens(play: Play, seat: int, step: a.Effect, choice: tuple[Any, ...]) -> None:
    """E9.4: one after another in the order of the list."""
    if not choice:
        _declined(play, step)
        return
    placed = 0
    for attribute, unit in choice:
        attach_token(play, unit, attribute)
        placed |= 1 << attribute
    _done(play, placed)


# --- Cunning ------------------------------------------------------------------------------------------------


def swap_choices(t: Tables, s: State, seat: int, zone: int) -> list[tuple[int, ...]]:
    """E9.6, E9.7: one of the seat's Units here and one in any other Zone; what bars swapping bars this effect
    (E16.2)."""
    here = _free_to_swap(t, s, seat, zone)
    there: list[int] = []
    if here:
        for other in range(3):
            if other != zone:
                there += _free_to_swap(t, s, seat, other)
    return [(), *product(here, there)]


def _free_to_swap(t: Tables, s: State, seat: int, zone: int) -> Sequence[int]:
    """The seat's Units in the Zone that the plain effect may swap."""
    row = s.rows[zone * s.seats + seat]
    if not row or not bars(t, s, "swap", zone):
        return row
    if entry_barred(t, s, "swap", RULES_RANK, zone) != NONE:
        return ()
    return [unit for unit in row if barred(t, s, "swap", RULES_RANK, zone, unit, seat) == NONE]


def _swap(play: Play, seat: int, step: a.Effect, choice: tuple[Any, ...]) -> None:
    if not choice:
        _declined(play, step)
        return
    _done(play, 0, *choice)
    swap_units(play, *choice)


# --- Violence -----------------------------------------------------------------------------------------------


def annihilate_choices(t: Tables, s: State, zone: int) -> list[tuple[int, ...]]:
    """E9.11, E9.13, E14.11: every Unit of the Zone that is not protected from the plain effect."""
    return [(), *[(unit,) for unit in _unbarred(t, s, "annihilate", zone)]]


def _annihilate(play: Play, seat: int, step: a.Effect, choice: tuple[Any, ...]) -> None:
    if not choice:
        _declined(play, step)
        return
    _done(play)
    play.push(a.Designate(seat, choice[0], step.zone, RULES_RANK, 1))


# --- Power --------------------------------------------------------------------------------------------------


def _acquire(play: Play, winner: int, zone: int) -> None:
    """E9.15; the Title check comes before what the card does after it was acquired (E9.21, E11.3)."""
    card = play.state.face_up[zone]
    if card == NONE:  # E9.23: what broke the tie took the prize away
        return
    play.emit(e.fact(e.CardAcquired, (winner, card, zone)))
    if play.tables.titles[card]:
        play.titles_may_have_changed()
    _done(play)
    if play.tables.abilities[card].trigger == "on_acquire_self":
        play.push(ability(winner, card, zone, by=winner))


# --- questions ----------------------------------------------------------------------------------------------


def _attachings(t: Tables, s: State, seat: int, step: a.Effect) -> AttachChoices:
    return AttachChoices(t, s, seat, step.zone)


def _swaps(t: Tables, s: State, seat: int, step: a.Effect) -> list[tuple[int, ...]]:
    return swap_choices(t, s, seat, step.zone)


def _victims(t: Tables, s: State, seat: int, step: a.Effect) -> list[tuple[int, ...]]:
    return annihilate_choices(t, s, step.zone)


STEPS[a.Won] = _won
STEPS[a.Effect] = _effect
STEPS[a.Extend] = _extend
QUESTIONS["attach_tokens"] = Question("E9.1", _attachings, _attach_tokens)
QUESTIONS["swap_units"] = Question("E9.6", _swaps, _swap)
QUESTIONS["annihilate_unit"] = Question("E9.11", _victims, _annihilate)
