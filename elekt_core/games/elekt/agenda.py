"""The steps that drive a game, one class each (``kit/agenda.py``).

No step holds a hidden card, but for the targets of one that waits (``hidden_targets``).
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, NamedTuple

from ...kit import fields
from ...kit.agenda import step
from ...kit.fields import OrAbsent, Own, Word
from .course import BASE
from .vocabulary import ATTRIBUTES, NONE, ZONES

Seat = Annotated[int, OrAbsent(NONE)]
Card = Annotated[fields.Card, OrAbsent(NONE)]
Cards = Annotated[fields.Cards, OrAbsent(())]
Acting = Annotated[tuple[tuple[int, int], ...], Own("acting"), OrAbsent(())]
"""``(who acts, card)`` of what is still to be offered, the next one first."""
Zone = Annotated[int, Word(ZONES), OrAbsent(NONE)]
Attribute = Annotated[int, Word(ATTRIBUTES), OrAbsent(NONE)]
Mask = Annotated[int, OrAbsent(0)]
Number = Annotated[int, OrAbsent(NONE)]
Targets = Annotated[tuple[tuple[str, int], ...], Own("targets"), OrAbsent(())]


# --- the course of a round ----------------------------------------------------------------------------------


@step
class StartRound(NamedTuple):
    seat: Seat


@step
class SetDirection(NamedTuple):
    """E3.5."""

    seat: Seat


@step
class Recruit(NamedTuple):
    """E6.2: the turn of the seat with this index in court order."""

    seat: Seat
    index_: Number


@step
class Draw(NamedTuple):
    """E6.1."""

    seat: Seat
    number: Number


@step
class ChooseKept(NamedTuple):
    """The question about the Units drawn; this step is never taken."""

    seat: Seat


@step
class AssignmentPhase(NamedTuple):
    seat: Seat


@step
class Turn(NamedTuple):
    """The next turn, from this seat on; ``ended`` is the seat that has just had one, or NONE."""

    seat: Seat
    ended: Seat


@step
class EndPhase(NamedTuple):
    seat: Seat


@step
class Sceptre(NamedTuple):
    """E10.2."""

    seat: Seat


@step
class Gather(NamedTuple):
    """E10.3: the seat with this index in court order."""

    seat: Seat
    index_: Number


@step
class Gathered(NamedTuple):
    """The Heat to be gathered."""

    seat: Seat
    number: Number


@step
class RoundOver(NamedTuple):
    seat: Seat


# --- abilities ----------------------------------------------------------------------------------------------


@step
class Ability(NamedTuple):
    """An ability whose turn has come; ``selectors.Use`` explains its arguments."""

    seat: Seat
    card: Card
    zone: Zone
    unit: Card
    by: Seat
    with_: Card
    seats: Mask


@step
class Do(NamedTuple):
    """The effect number ``index_`` of an ability that has been paid for."""

    seat: Seat
    card: Card
    zone: Zone
    unit: Card
    by: Seat
    with_: Card
    seats: Mask
    index_: Number
    targets: Targets


USED: Final = 7
"""``step[:USED]`` are the arguments of the ability that a step is about."""


# --- confrontations -----------------------------------------------------------------------------------------


@step
class ConfrontationPhase(NamedTuple):
    seat: Seat


@step
class ConfrontZone(NamedTuple):
    seat: Seat
    zone: Zone


@step
class Confront(NamedTuple):
    """The remaining confrontations of the Zone, in order."""

    seat: Seat
    zone: Zone
    attributes: tuple[Annotated[int, Word(ATTRIBUTES)], ...]


@step
class Tie(NamedTuple):
    """``seats`` share the highest count; ``cards`` may name a winner."""

    seat: Seat
    zone: Zone
    attribute: Attribute
    seats: Mask
    cards: Acting


@step
class Won(NamedTuple):
    """``how`` is one of ``events.WAYS``."""

    seat: Seat
    zone: Zone
    attribute: Attribute
    how: Number


@step
class Effect(NamedTuple):
    """The effect of a win; ``cards`` can be used instead."""

    seat: Seat
    zone: Zone
    attribute: Attribute
    cards: Cards


@step
class Extend(NamedTuple):
    """``cards`` extend a win. If its effect took place, ``done`` is 1, ``placed`` the mask of the attributes that it
    attached, ``unit`` and ``with_`` the Units that it swapped."""

    seat: Seat
    zone: Zone
    attribute: Attribute
    cards: Cards
    done: Mask
    placed: Mask
    unit: Card
    with_: Card


# --- the life of a Unit -------------------------------------------------------------------------------------


@step
class Designate(NamedTuple):
    """``seat`` annihilates a Unit by an effect of this rank; ``savable`` is 0 or 1."""

    seat: Seat
    unit: Card
    zone: Zone
    rank: Number
    savable: Number


@step
class Save(NamedTuple):
    """Save a Unit for ``number`` Heat; ``cards`` may change the cost."""

    seat: Seat
    number: Number
    unit: Card
    zone: Zone
    cards: Acting


@step
class Saved(NamedTuple):
    seat: Seat
    unit: Card
    zone: Zone
    cards: Acting


@step
class Discard(NamedTuple):
    """Discard ``number`` Units from hand (E18.1)."""

    seat: Seat
    number: Number


# --- solo games (E21) ---------------------------------------------------------------------------------------


@step
class HousesLose(NamedTuple):
    """E21.26."""

    seat: Seat


@step
class HousesChoice(NamedTuple):
    """E21.40: the player chooses among these targets for the Houses' ability."""

    seat: Seat
    card: Card
    zone: Zone
    unit: Card
    by: Seat
    with_: Card
    seats: Mask
    alternatives: tuple[Annotated[tuple[tuple[str, int], ...], Own("targets")], ...]


@step
class HousesSeal(NamedTuple):
    """Watches whether an instant ability of the Houses changes anything (``houses/seals.py``)."""

    seat: Seat
    card: Card
    zone: Zone
    changed: Mask


turn, recruit, draw, choose_kept, gather = cache(Turn), cache(Recruit), cache(Draw), cache(ChooseKept), cache(Gather)
confront_zone, confront, won, effect = cache(ConfrontZone), cache(Confront), cache(Won), cache(Effect)
"""``turn(seat, ended)`` is ``Turn(seat, ended)``, made once: there are few different ones, and a search takes
millions."""

KINDS: Final[dict[str, Any]] = {
    "start_round": StartRound,
    "recruit": Recruit,
    "draw": Draw,
    "choose_kept": ChooseKept,
    "assignment_phase": AssignmentPhase,
    "turn": Turn,
    "ability": Ability,
    "do": Do,
    "confrontation_phase": ConfrontationPhase,
    "zone": ConfrontZone,
    "confrontations": Confront,
    "tie": Tie,
    "won": Won,
    "effect": Effect,
    "extend": Extend,
    "designate": Designate,
    "save": Save,
    "saved": Saved,
    "discard": Discard,
    "end_phase": EndPhase,
    "sceptre": Sceptre,
    "gather": Gather,
    "gathered": Gathered,
    "round_over": RoundOver,
    "direction": SetDirection,
    "houses_lose": HousesLose,
    "houses_choice": HousesChoice,
    "houses_seal": HousesSeal,
}
"""By the word in a record."""

MARKS: Final[dict[type, int]] = {
    StartRound: 0,
    Recruit: 1,
    Draw: 2,
    ChooseKept: 3,
    Turn: 4,
    Ability: 6,
    Do: 7,
    ConfrontZone: 8,
    Confront: 9,
    Tie: 10,
    Won: 11,
    Effect: 12,
    Extend: 13,
    Designate: 14,
    Save: 15,
    Saved: 17,
    Sceptre: 18,
    Gather: 19,
    Gathered: 20,
    RoundOver: 21,
    Discard: 22,
    AssignmentPhase: 23,
    ConfrontationPhase: 24,
    EndPhase: 25,
    SetDirection: 26,
    HousesLose: 27,
    HousesChoice: 28,
    HousesSeal: 29,
}
"""The number of each kind in a fingerprint (docs/notation.md)."""

BASE.kinds.update(KINDS)
BASE.marks.update(MARKS)
