"""Does an ability make sense?

Words that are each right can say nothing together: a tie broken when a Unit is assigned, the subject of a trigger that
has none. Such a card is refused before it is played with, or it would silently do nothing in play (C1.8-C1.31).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .cards import Ability

ASSIGNS: Final = ("on_assign_self", "on_assign")
WINS: Final = ("win_replace", "win_extend", "win_after", "after_win_swap")
ANNIHILATES: Final = ("on_annihilation_target", "on_save_decision", "on_saved", "on_annihilated")
NOWHERE: Final = ("recruit", "assignment_phase_start", "confrontation_phase_start", "own_assignment_turn_end")
"""Triggers that happen in no Zone."""

WHO: Final[Mapping[str, tuple[str, ...]]] = {
    "on_assign": ("any", "own", "other_own"),
    "win_extend": ("winner",),
    "win_after": ("winner",),
    "win_replace": ("winner",),
    "on_annihilation_target": ("own",),
    "on_save_decision": ("own", "any"),
    "on_saved": ("own", "any"),
    "on_annihilated": ("this", "other", "any", "own"),
    "on_swap_in": ("any", "own"),
}
"""Trigger -> what its ``who`` may be; the others have none."""

WITH_ATTRIBUTES: Final = (*WINS, "on_tie")
WITH_BY: Final = ("on_annihilation_target", "on_annihilated")

OP_TRIGGERS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("count_as", "add_symbols", "protect", "free_tokens", "forbid"), ("static",)),
    "tie_break": ("on_tie",),
    "stay_after_save": ("on_saved",),
    "choose_annihilation_target": ("on_annihilation_target",),
}
"""Primitives that work with these triggers only."""

NUMBER_TRIGGERS: Final[Mapping[str, tuple[str, ...]]] = {
    "zone_limit": ("static",),
    "save_cost": ("static", "on_save_decision"),
    "instant_cost": ("static",),
    "recruit_draw": ("recruit",),
    "heat_gather": ("static", "heat_gathering"),
}
"""What ``modify`` changes, and when (C1.55)."""

MODE_TRIGGERS: Final = {"first": True, "skip": None, "extra": False}
"""Mode of a confrontation -> must the trigger be static (C1.52)?"""

SELECTOR_TRIGGERS: Final[Mapping[str, tuple[str, ...]]] = {
    "subject": (*ASSIGNS, *ANNIHILATES, "on_swap_in"),
    "swapped": ("after_win_swap",),
    "unit_of_annihilator": ("on_annihilated",),
    "assigner": ASSIGNS,
    "acquirer": ("on_acquire_self",),
    "winner": WINS,
    "annihilator": ("on_annihilated",),
}
"""Selectors of what only these triggers know (C1.27, C1.28)."""

ANYWHERE: Final = ("this", "own_any_zone", "any_zone_unit", "hand_unit", "same")
"""Selectors of Units that need no Zone."""


def problems(group: str, ability: Ability) -> Iterator[str]:
    """What is wrong with an ability of a card of this group, each in a sentence for who wrote the card."""
    trigger = ability.trigger
    if ability.kind == "instant" and trigger != "on_assign_self":
        yield f"an instant ability has the trigger 'on_assign_self', not {trigger!r}"
    if trigger == "on_assign_self" and group != "unit":
        yield "'on_assign_self' is for Units"
    if trigger == "on_acquire_self" and group == "unit":
        yield "'on_acquire_self' is not for Units"
    if ability.who and ability.who not in WHO.get(trigger, ()):
        yield f"'who' cannot be {ability.who!r} with trigger {trigger!r}"
    if ability.by and trigger not in WITH_BY:
        yield f"'by' says nothing with trigger {trigger!r}"
    if ability.attributes and trigger not in WITH_ATTRIBUTES:
        yield f"'attributes' say nothing with trigger {trigger!r}"
    if ability.filter is not None and trigger not in SELECTOR_TRIGGERS["subject"]:
        yield f"'filter' has no Unit to look at with trigger {trigger!r}"
    chosen = False
    for effect in ability.effects:
        yield from _effect(group, ability, effect.op, effect.params, chosen)
        chosen = chosen or "target" in effect.params or "from" in effect.params


def _effect(group: str, ability: Ability, op: str, params: Mapping[str, Any], chosen: bool) -> Iterator[str]:
    trigger = ability.trigger
    if trigger not in OP_TRIGGERS.get(op, (trigger,)):
        yield f"{op!r} does nothing with trigger {trigger!r}"
    words = [params[field] for field in ("target", "a", "b", "from", "to") if field in params]
    if (op == "place") != ("hand_unit" in words):
        yield "'place' is about a 'hand_unit', and nothing else is"
    if op == "modify":
        if trigger not in NUMBER_TRIGGERS[params["what"]]:
            yield f"{params['what']!r} cannot be modified with trigger {trigger!r}"
        if params.get("zone", ability.zone) != ability.zone:
            yield "'zone' of 'modify' must be the ability's own 'zone'"
    if op == "confrontation" and MODE_TRIGGERS[params["mode"]] not in (None, trigger == "static"):
        yield f"a confrontation cannot be {params['mode']!r} with trigger {trigger!r}"
    if op == "confrontation" and group == "privilege" and trigger in NOWHERE and params.get("zone", "this") == "this":
        yield f"a Privilege with trigger {trigger!r} must say in which Zone the confrontation is"
    for field in ("target", "a", "b", "from", "to", "player"):
        word = params.get(field)
        if isinstance(word, str):
            yield from _selector(group, trigger, op, word, chosen)


def _selector(group: str, trigger: str, op: str, word: str, chosen: bool) -> Iterator[str]:
    if trigger not in SELECTOR_TRIGGERS.get(word, (trigger,)):
        yield f"{word!r} means nobody with trigger {trigger!r}"
    if word == "this" and group != "unit":
        yield "'this' is for Units"
    if word == "same" and not chosen:
        yield "'same' needs an effect before it that chooses a Unit"
    if trigger in NOWHERE and group == "privilege" and _needs_zone(op, word):
        yield f"{word!r} needs a Zone, and a Privilege with trigger {trigger!r} has none"


def _needs_zone(op: str, word: str) -> bool:
    if word in ("choose_opponent_in_zone", "each_opponent_in_zone", "this_zone"):
        return True
    return word in ("own", "other_own", "other", "any", "all", "own_other_zone") and op not in ("count_as", "protect")
