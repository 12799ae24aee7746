"""Which cards show which rule, worked out from the card data: the words of an ability (C1) and what each means in play.

Own card lists are read in the same way, so their rules pages show their own cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..cards import Ability, Card, CardSet
from ..vocabulary import OPS, PLAYER_SELECTORS, TRIGGERS, UNIT_SELECTORS
from .cited import ABILITY, CLARIFIED

TRIGGER_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "static": ("C1.8",),
    "on_assign_self": ("C1.9", "E7.12"),
    "on_assign": ("C1.10", "E7.13"),
    "win_replace": ("C1.11", "E8.12"),
    "win_extend": ("C1.12", "E8.12"),
    "win_after": ("C1.13",),
    "after_win_swap": ("C1.14",),
    "on_tie": ("C1.15", "E8.18"),
    "on_annihilation_target": ("C1.16",),
    "on_save_decision": ("C1.17",),
    "on_saved": ("C1.18",),
    "on_annihilated": ("C1.19", "E14.7"),
    "on_swap_in": ("C1.20",),
    "on_acquire_self": ("C1.21", "E9.21"),
    "recruit": ("C1.22",),
    "assignment_phase_start": ("C1.23",),
    "confrontation_phase_start": ("C1.23", "E8.17"),
    "own_assignment_turn_end": ("C1.24",),
    "heat_gathering": ("C1.25",),
}

OP_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "attach": ("C1.32", "E18.5"),
    "detach": ("C1.33", "E18.6"),
    "move_token": ("C1.34",),
    "swap": ("C1.35", "E18.8"),
    "move": ("C1.36", "E18.7"),
    "place": ("C1.37", "E18.10", "E18.13"),
    "return_to_hand": ("C1.38",),
    "annihilate": ("C1.39", "E18.11"),
    "discard_unit": ("C1.40", "E18.1", "E14.4"),
    "discard_from_hand": ("C1.41", "E18.1"),
    "gain_heat": ("C1.42", "E12.3"),
    "lose_heat": ("C1.43", "E18.2", "E17.2"),
    "take_heat": ("C1.44", "E18.3", "E12.4"),
    "count_as": ("C1.45", "E8.5"),
    "add_symbols": ("C1.46", "E8.5"),
    "suppress_ability": ("C1.47", "E15.13"),
    "protect": ("C1.48", "E14.11"),
    "choose_annihilation_target": ("C1.49",),
    "stay_after_save": ("C1.50",),
    "free_tokens": ("C1.51",),
    "confrontation": ("C1.52",),
    "tie_break": ("C1.53", "E8.18"),
    "forbid": ("C1.54",),
    "modify": ("C1.55",),
    "draw_units": ("C1.56",),
    "recover_from_discard": ("C1.57",),
    "peek_hand": ("C1.58",),
    "exchange": ("C1.59",),
}

MODE_RULES: Final = {"first": ("E8.14", "E8.15"), "skip": ("E8.15",), "extra": ("E8.16",)}
NUMBER_RULES: Final = {
    "zone_limit": ("E7.4",),
    "save_cost": ("E14.2",),
    "instant_cost": ("E15.4",),
    "recruit_draw": ("E6.1",),
    "heat_gather": ("E10.3",),
}

assert set(TRIGGER_RULES) == set(TRIGGERS)
assert set(OP_RULES) == set(OPS)


def rules_of(card: Card) -> frozenset[str]:
    """The rules that this card shows."""
    clarified = CLARIFIED.get(card.id)
    return frozenset((*_of_ability(card.ability), *_of_face(card), *((clarified,) if clarified else ())))


def shown_by(cards: CardSet, number: str) -> tuple[str, ...]:
    """The ids of the cards that show a rule, in the order of the card set."""
    return tuple(card.id for card in cards.cards if number in rules_of(card))


def _of_face(card: Card) -> Iterator[str]:
    if card.kind:
        yield "E1.6" if card.kind == "basic" else "E1.7"
    if card.type == "none":
        yield from ("E1.10", "E23.6")
    if len(card.titles) > 1:
        yield "E1.11"


def _of_ability(ability: Ability) -> Iterator[str]:
    yield ABILITY[ability.kind]
    yield from TRIGGER_RULES[ability.trigger]
    if ability.cost:
        yield "C1.2"
        if ability.kind == "instant":
            yield "E15.4"
    if ability.extra_cost:
        yield from ("C1.2", "E14.10")
    if ability.optional:
        yield "C1.3"
    elif ability.trigger != "static":
        yield "E15.12"
    if ability.frequency != "unlimited":
        yield "C1.4"
        if ability.frequency == "once_per_round":
            yield "E10.8"
    if ability.zone != "this":
        yield from ("C1.5", "E15.1")
    if ability.attributes:
        yield "C1.7"
    if ability.by:
        yield "C1.26"
    if ability.filter:
        yield "C1.29"
    if ability.condition:
        yield "C1.30"
    for effect in ability.effects:
        yield from _of_effect(effect.op, effect.params)


OF_EXPANSIONS: Final = ("E22.5",)
"""Of an effect that an expansion adds."""
PLAIN_UNITS: Final = frozenset({"this", "all"})


def _of_effect(op: str, params: Mapping[str, Any]) -> Iterator[str]:
    yield from OP_RULES.get(op, OF_EXPANSIONS)
    words = {value for value in params.values() if isinstance(value, str)}
    if words & (set(UNIT_SELECTORS) - PLAIN_UNITS):
        yield "C1.27"
    if words & (set(PLAYER_SELECTORS) - {"controller"}):
        yield "C1.28"
    if "filter" in params:
        yield "C1.29"
    if params.get("attribute") == "any":
        yield "C1.31"
    if op == "annihilate" and params.get("savable") is False:
        yield "E14.2"
    if op == "confrontation":
        yield from MODE_RULES[params["mode"]]
    if op == "modify":
        yield from NUMBER_RULES[params["what"]]
    if op == "forbid" and params["action"] == "attach":
        yield "C1.62"
