"""Does an ability make sense?

Words that are each right can say nothing together: a tie broken when a Unit is assigned, the subject of a trigger that
has none. Such a card is refused before it is played with, or it would silently do nothing in play (C1.8-C1.31).

What is refused here was possible in no list that was ever played with; a check that refuses more needs a new ruleset,
or the matches of a list that it refuses could not be gone on with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ....kit.toml_lines import Path
from .. import vocabulary as voc
from ..card import Ability

ASSIGNS: Final = ("on_assign_self", "on_assign")
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
NEEDS_WHO: Final = ("on_assign", "on_annihilated")
"""Triggers that would be about anybody by accident."""

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
    "winner": voc.WIN_TRIGGERS,
    "annihilator": ("on_annihilated",),
}
"""Selectors of what only these triggers know (C1.27, C1.28)."""

WHOSE: Final[Mapping[str, tuple[str, ...]]] = {
    "on_assign": ("any",),
    "on_annihilated": ("any", "other"),
}
"""Trigger -> what its ``who`` may be on a Mission or Influence, which nobody owns and which is no Unit."""

LAST: Final = ("tie_break", "stay_after_save")
"""Primitives that settle what the ability was asked about: nothing of it can come after them."""

OWNED: Final = ("recruit", "own_assignment_turn_end", "heat_gathering", "on_annihilation_target")
"""Triggers that are about the owner of the card: a Mission or Influence has none."""

WAYS: Final = 24
"""As many Units can stand in the Zones, or wait in a hand, for the measure of ``ways_of``."""

Problem = tuple[Path, str, Mapping[str, Any]]
"""Where in the ability, what (a code of ``words``), and what its sentence needs."""


def problems(group: str, ability: Ability) -> Iterator[Problem]:
    """What is wrong with an ability of a card in this group, for the author of the card."""
    trigger, rule = ability.trigger, group in ("mission", "influence")
    if ability.kind == "instant" and trigger != "on_assign_self":
        yield ("trigger",), "instant_trigger", {"trigger": trigger}
    if trigger == "on_assign_self" and group != "unit":
        yield ("trigger",), "trigger_of_units", {"trigger": trigger}
    if trigger == "on_acquire_self" and group == "unit":
        yield ("trigger",), "trigger_not_of_units", {"trigger": trigger}
    if trigger in OWNED and rule:
        yield ("trigger",), "trigger_of_owners", {"trigger": trigger}
    if ability.who:
        allowed = WHO.get(trigger, ())
        if rule and trigger in WHOSE:
            allowed = WHOSE[trigger]
        if ability.who not in allowed:
            known = ", ".join(allowed)
            yield (
                ("who",),
                "wrong_who" if allowed else "no_who",
                {"value": ability.who, "trigger": trigger, "known": known},
            )
    elif trigger in NEEDS_WHO:
        yield ("trigger",), "needs_who", {"trigger": trigger, "known": ", ".join(WHO[trigger])}
    if ability.by and trigger not in WITH_BY:
        yield ("by",), "says_nothing", {"key": "by", "trigger": trigger}
    if ability.attributes and trigger not in voc.WITH_ATTRIBUTES:
        yield ("attributes",), "says_nothing", {"key": "attributes", "trigger": trigger}
    if ability.filter is not None and trigger not in SELECTOR_TRIGGERS["subject"]:
        yield ("filter",), "filter_of_nobody", {"trigger": trigger}
    if trigger == "static":
        for key, said in (("cost", ability.cost), ("optional", ability.optional), ("extra_cost", ability.extra_cost)):
            if said:
                yield (key,), "static_has_no", {"key": key}
        if ability.frequency != "unlimited":
            yield ("frequency",), "static_has_no", {"key": "frequency"}
    if ability.condition is not None:
        yield from _condition(group, ability)
    chosen = False
    for i, effect in enumerate(ability.effects):
        if effect.op in LAST and i + 1 < len(ability.effects):
            yield ("effects", i, "op"), "must_be_last", {"op": effect.op}
        for path, code, data in _effect(group, ability, effect.op, effect.params, chosen):
            yield ("effects", i, *path), code, data
        chosen = chosen or "target" in effect.params or "from" in effect.params
    if (ways := ways_of(ability)) > voc.MAX_WAYS:
        yield ("effects",), "too_many_ways", {"value": ways, "most": voc.MAX_WAYS}


def _condition(group: str, ability: Ability) -> Iterator[Problem]:
    condition = ability.condition or {}
    if "other_units" not in condition:
        for key in ("type", "min"):
            if key in condition:
                yield ("condition", key), "needs_other_units", {"key": key}
    if "other_own_units" in condition and group in ("mission", "influence") and ability.trigger == "static":
        yield ("condition", "other_own_units"), "nobody_owns", {"key": "other_own_units"}
    zone = condition.get("zone")
    if zone is not None and ability.zone in voc.ZONES and zone != ability.zone:
        yield ("condition", "zone"), "never_holds", {"value": zone, "zone": ability.zone}


def _effect(group: str, ability: Ability, op: str, params: Mapping[str, Any], chosen: bool) -> Iterator[Problem]:
    trigger = ability.trigger
    if trigger == "static" and op not in voc.STATIC_OPS:
        yield ("op",), "not_static", {"op": op}
    elif trigger not in OP_TRIGGERS.get(op, (trigger,)):
        yield ("op",), "wrong_trigger", {"op": op, "trigger": trigger, "known": ", ".join(OP_TRIGGERS[op])}
    words = {field: params[field] for field in ("target", "a", "b", "from", "to") if field in params}
    for field, word in words.items():
        if word == "hand_unit" and op != "place":
            yield (field,), "hand_unit_elsewhere", {"op": op}
    if op == "modify":
        yield from _modify(ability, params)
    if op == "confrontation":
        yield from _confrontation(group, ability, params)
    if op == "tie_break" and params["winner"] == "controller" and group in ("mission", "influence"):
        yield ("winner",), "nobody_owns", {"key": "controller"}
    if op == "attach" and "must_differ" in params and trigger != "win_extend":
        yield ("must_differ",), "says_nothing", {"key": "must_differ", "trigger": trigger}
    if op == "count_as" and params["from"] == params["to"]:
        yield ("to",), "same_word", {"value": params["to"]}
    if op == "add_symbols" and params["amount"] == 0:
        yield ("amount",), "does_nothing", {"value": 0}
    if op == "forbid" and params.get("who", "all") != "all" and group in ("mission", "influence"):
        yield ("who",), "nobody_owns", {"key": params["who"]}
    if op == "exchange":
        for key, what in (("kinds", "acquired_card"), ("give", "hand_card"), ("take", "hand_card")):
            if key in params and params["what"] != what:
                yield (key,), "says_nothing_here", {"key": key, "what": params["what"]}
    for field in ("target", "a", "b", "from", "to", "player"):
        word = params.get(field)
        if isinstance(word, str):
            for code, data in _selector(group, ability, op, word, chosen):
                yield (field,), code, data


def _modify(ability: Ability, params: Mapping[str, Any]) -> Iterator[Problem]:
    trigger, what = ability.trigger, params["what"]
    if trigger not in NUMBER_TRIGGERS[what]:
        known = ", ".join(NUMBER_TRIGGERS[what])
        yield ("what",), "wrong_trigger", {"op": what, "trigger": trigger, "known": known}
    if params.get("zone", ability.zone) != ability.zone:
        yield ("zone",), "other_zone", {"zone": ability.zone}
    if params.get("add") == 0:
        yield ("add",), "does_nothing", {"value": 0}


def _confrontation(group: str, ability: Ability, params: Mapping[str, Any]) -> Iterator[Problem]:
    trigger, mode = ability.trigger, params["mode"]
    if MODE_TRIGGERS[mode] not in (None, trigger == "static"):
        yield ("mode",), "wrong_mode", {"mode": mode, "trigger": trigger}
    if trigger == "static":
        for key in ("attribute", "zone"):
            if params.get(key) == "choose":
                yield (key,), "static_chooses", {"key": key}
        if params.get("zone", "this") not in ("this", "choose"):
            yield ("zone",), "static_elsewhere", {"zone": params["zone"]}
    if "choices" in params and params["attribute"] != "choose":
        yield ("choices",), "choices_of_nothing", {}
    if group == "privilege" and trigger in NOWHERE and params.get("zone", "this") == "this":
        yield ("zone",) if "zone" in params else (), "privilege_needs_zone", {"trigger": trigger}


def _selector(
    group: str, ability: Ability, op: str, word: str, chosen: bool
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    trigger = ability.trigger
    if trigger not in SELECTOR_TRIGGERS.get(word, (trigger,)):
        known = ", ".join(SELECTOR_TRIGGERS[word])
        yield "means_nobody", {"value": word, "trigger": trigger, "known": known}
    if word == "this" and group != "unit":
        yield "this_is_no_unit", {}
    if word in ("own", "other_own") and trigger == "static" and group in ("mission", "influence"):
        yield "nobody_owns", {"key": word}
    if word == "same" and not chosen:
        yield "same_as_nothing", {}
    if trigger in NOWHERE and group == "privilege" and _needs_zone(op, word):
        yield "selector_needs_zone", {"value": word, "trigger": trigger}


def _needs_zone(op: str, word: str) -> bool:
    if word in ("choose_opponent_in_zone", "each_opponent_in_zone", "this_zone"):
        return True
    return word in ("own", "other_own", "other", "any", "all", "own_other_zone") and op not in ("count_as", "protect")


def ways_of(ability: Ability) -> int:
    """A rough upper limit on the ways to use the ability: the choices that each effect leaves, multiplied."""
    ways = 1
    for effect in ability.effects:
        ways *= _ways(effect.op, effect.params)
    return ways


def _ways(op: str, params: Mapping[str, Any]) -> int:
    ways = 1
    for field in ("target", "a", "b", "from", "to"):
        word = params.get(field)
        if isinstance(word, str) and word in voc.CHOSEN_SELECTORS:
            ways *= 2 if word == "swapped" else WAYS
    tokens = 4 if params.get("attribute") in ("any", "choose") else 1
    if op in ("attach", "detach"):
        return int(ways * tokens ** params.get("count", 1))
    if op == "recover_from_discard":
        return int(WAYS ** params["count"])
    if op == "exchange":
        return WAYS * WAYS // 4
    if str(params.get("player", "")).startswith("choose"):
        ways *= 3
    return ways * tokens * (3 if params.get("zone") == "choose" else 1)
