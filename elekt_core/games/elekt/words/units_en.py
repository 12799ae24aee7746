"""Units and players as card texts name them, in English (C1.27-C1.29)."""

from __future__ import annotations

from .phrases import Table, is_everywhere
from .terms_en import ATTRIBUTES, KINDS, TYPES

S_FORM = {"do": "does", "have": "has"}


ABILITIES = {"instant": "an instant ability", "permanent": "a permanent ability"}


def s_form(verb: str) -> str:
    if verb in S_FORM:
        return S_FORM[verb]
    return verb + ("es" if verb.endswith(("ch", "sh", "s", "x")) else "s")


def noun_phrase(filter_: Table, place: str = "") -> str:
    kind = KINDS[filter_["kind"]] if "kind" in filter_ else "Unit"
    type_ = filter_.get("type")
    head = kind if type_ in (None, "none") else TYPES[type_] if kind == "Unit" else f"{kind} of type {TYPES[type_]}"
    return head + _traits(filter_) + place + _clauses(filter_)


def plural_noun(filter_: Table, place: str = "") -> str:
    type_ = filter_.get("type")
    kind = KINDS[filter_["kind"]] + "s" if "kind" in filter_ else "Units"
    head = (
        kind if type_ in (None, "none") else TYPES[type_] + "s" if kind == "Units" else f"{kind} of type {TYPES[type_]}"
    )
    return head + _traits(filter_) + place + _clauses(filter_).replace(" that has ", " that have ")


def _traits(filter_: Table) -> str:
    traits = []
    if filter_.get("type") == "none":
        traits.append("without a type")
    if "symbol" in filter_:
        traits.append(f"with {with_article(ATTRIBUTES[filter_['symbol']] + ' symbol')}")
    if filter_.get("token"):
        traits.append("with a token")
    return "".join(f" {trait}" for trait in traits)


def _clauses(filter_: Table) -> str:
    traits = []
    if "ability" in filter_:
        traits.append(f"that has {ABILITIES[filter_['ability']]}")
    if "min_cost" in filter_:
        traits.append(f"whose ability costs at least {filter_['min_cost']} Heat")
    return "".join(f" {trait}" for trait in traits)


def with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'AEIO' else 'a'} {noun}"


def unit_phrase(ability: Table, selector: str, filter_: Table, *, leaves: bool = False) -> str:
    word = "from" if leaves else "in"
    here, other, any_ = f" {word} this Zone", f" {word} another Zone", f" {word} any Zone"
    if is_everywhere(ability):
        here = any_
    match selector:
        case "this":
            return "this Unit"
        case "own":
            return f"one of your {plural_noun(filter_, here)}"
        case "other_own":
            return f"another of your {plural_noun(filter_, here)}"
        case "other":
            return f"another {noun_phrase(filter_, here)}"
        case "any":
            return f"any {noun_phrase(filter_, here)}"
        case "all":
            return f"each {noun_phrase(filter_, here)}"
        case "subject":
            return "it"
        case "same":
            return "the same Unit"
        case "swapped":
            return "one of the two swapped Units"
        case "own_other_zone":
            return f"one of your {plural_noun(filter_, other)}"
        case "own_any_zone":
            return f"another of your {plural_noun(filter_, any_)}"
        case "any_zone_unit":
            return f"any {noun_phrase(filter_, any_)}"
        case "hand_unit":
            return f"{with_article(noun_phrase(filter_))} from your hand"
        case "unit_of_annihilator":
            return f"{with_article(noun_phrase(filter_, ' of that opponent' + here))}"
    raise KeyError(selector)


PLAYERS = {
    "controller": "yourself",
    "assigner": "the player",
    "acquirer": "the acquirer",
    "winner": "the winner",
    "annihilator": "the player who annihilated it",
    "choose_opponent": "one opponent",
    "choose_opponent_in_zone": "an opponent who has a Unit in this Zone",
    "each_opponent": "each opponent",
    "each_opponent_in_zone": "each opponent who has a Unit in this Zone",
}


ACTING = {
    "on_assign": {"assigner"},
    "on_acquire_self": {"acquirer"},
    "win_replace": {"winner"},
    "win_extend": {"winner"},
    "win_after": {"winner"},
    "after_win_swap": {"winner"},
}
"""Players who are the acting player under a trigger, beside the controller (C1.6)."""


def is_acting(ability: Table, player: str) -> bool:
    return player == "controller" or player in ACTING.get(ability["trigger"], ())


def each_unit(ability: Table, target: str, filter_: Table) -> str:
    """A selector in a lasting rule, where it means every Unit that fits (C1.8)."""
    here = " in any Zone" if is_everywhere(ability) else " in this Zone"
    match target:
        case "own":
            return f"each of your {plural_noun(filter_, here)}"
        case "other_own":
            return f"each of your other {plural_noun(filter_, here)}"
        case "other":
            return f"each other {noun_phrase(filter_, here)}"
        case "own_other_zone":
            return f"each of your {plural_noun(filter_, ' in another Zone')}"
        case "own_any_zone":
            return f"each of your other {plural_noun(filter_, ' in any Zone')}"
        case "any" | "any_zone_unit":
            return f"each {noun_phrase(filter_, here if target == 'any' else ' in any Zone')}"
    return unit_phrase(ability, target, filter_)


WHOSE = {"all": "", "own": "your ", "controller": "your ", "opponents": "opponents' ", "each_opponent": "opponents' "}
