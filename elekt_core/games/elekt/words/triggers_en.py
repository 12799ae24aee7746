"""How a trigger and a condition begin a sentence, in English (C1.8-C1.26, C1.30)."""

from __future__ import annotations

from .phrases import ONCE_A_ROUND_ANYWAY, Lead, Table
from .terms_en import ATTRIBUTES, NUMBERS, ZONES, joined
from .units_en import is_acting, noun_phrase, plural_noun, with_article

AFTER_EFFECT = {
    "occultism": "after attaching the tokens",
    "cunning": "after the swap",
    "violence": "after annihilating the Unit",
    "power": "after acquiring the card",
}


def prefixed(clause: str, rest: str) -> str:
    return f"{clause}, {rest}" if clause and rest else clause + rest


def frequency(ability: Table) -> str:
    match ability.get("frequency", "unlimited"):
        case "once_per_round" if ability["trigger"] not in ONCE_A_ROUND_ANYWAY:
            return "once per round"
        case "once_per_game" if ability.get("extra_cost") != "remove_self":
            return "once per game"
    return ""


def lead_of(ability: Table) -> Lead:
    trigger, who, rule = ability["trigger"], ability.get("who"), ability["kind"] == "rule"
    here = "" if ability.get("zone") == "any" else " in this Zone"
    to_here = "" if ability.get("zone") == "any" else " to this Zone"
    on = joined([ATTRIBUTES[a] for a in ability.get("attributes", ())], "or")
    unit = noun_phrase(ability.get("filter", {}))
    match trigger:
        case "on_assign_self":
            return Lead("" if ability["kind"] == "instant" else "after this Unit is assigned")
        case "on_assign" if rule:
            return Lead(f"after assigning {with_article(unit)}{to_here}", "the player")
        case "on_assign":
            kinds = {"any": f"after {with_article(unit)} is assigned", "own": f"after you assign {with_article(unit)}"}
            return Lead(kinds.get(str(who), f"after you assign another {unit}") + to_here)
        case "win_replace" | "win_extend" | "win_after":
            ending = joined([AFTER_EFFECT[a] for a in ability["attributes"]], "or") if trigger == "win_extend" else ""
            if rule or who == "winner":
                return Lead(ending, f"the winner on {on}{here}")
            return Lead(prefixed(f"if you win on {on}", ending))
        case "after_win_swap":
            if rule:
                return Lead(f"after Units were swapped as the effect of winning on {on}{here}", "the winner")
            still = ", if this Unit is still here" if ability["kind"] == "permanent" else ""
            return Lead(f"after you swap Units as the effect of winning on {on}{here}{still}")
        case "on_tie":
            among = any(e["op"] == "tie_break" and e["winner"] == "controller" for e in ability["effects"])
            tied = f"when a confrontation on {on}{here} is tied"
            return Lead(tied + (" and you are among the tied players" if among else ""))
        case "on_annihilation_target":
            return Lead(f"when {_culprit(ability)} annihilates {_owned(who, unit)}{here}")
        case "on_save_decision":
            decider = "you decide" if who == "own" else "a player decides"
            return Lead(f"when {decider} whether to save {_annihilated_one(who, _saved_noun(ability))}{here}")
        case "on_saved" if who == "own" and not rule:
            return Lead(f"after you save {with_article(unit)} of yours{here}, before taking it to your hand")
        case "on_saved":
            return Lead(
                f"after saving {with_article(unit)}{here}, before taking it to hand", "its owner" if rule else ""
            )
        case "on_annihilated":
            return Lead(f"when {_passive(ability, unit, here)}")
        case "on_swap_in":
            return Lead(
                f"when a swap brings {_owned(who, unit)} into this Zone",
                "the swapping player" if rule and ability.get("optional") else "",
            )
        case "on_acquire_self":
            return Lead("after acquiring this card")
        case "recruit":
            return Lead("when your recruitment begins")
        case "assignment_phase_start":
            return Lead("at the start of the assignment phase")
        case "confrontation_phase_start":
            return Lead("at the start of the confrontation phase")
        case "own_assignment_turn_end":
            return Lead("at the end of your turn in the assignment phase (also when you pass)")
        case "heat_gathering":
            return Lead("when you gather Heat")
    raise KeyError(trigger)


def _culprit(ability: Table) -> str:
    return "an opponent" if ability.get("by") == "opponent" else "a player"


def _owned(who: object, unit: str) -> str:
    return f"{with_article(unit)} of yours" if who == "own" else with_article(unit)


def _annihilated_one(who: object, unit: str) -> str:
    return f"an annihilated {unit}{' of yours' if who == 'own' else ''}"


def _passive(ability: Table, unit: str, here: str) -> str:
    who = ability.get("who", "any")
    subjects = {"this": "this Unit", "other": f"another {unit}{here}", "own": f"{with_article(unit)} of yours{here}"}
    subject = subjects.get(who, f"{with_article(unit)}{here}")
    return f"an opponent annihilates {subject}" if ability.get("by") == "opponent" else f"{subject} is annihilated"


def _saved_noun(ability: Table) -> str:
    return noun_phrase(ability.get("filter") or ability["effects"][0].get("filter", {}))


def if_clause(ability: Table) -> str:
    return _condition(ability, "if")


def while_clause(ability: Table) -> str:
    if ability["trigger"] == "recruit":
        return "in the recruitment phase"
    return _condition(ability, "while") if ability.get("condition") else ""


def _condition(ability: Table, word: str) -> str:
    condition = ability["condition"]
    card = "this Unit" if ability["kind"] in ("instant", "permanent") else "this card"
    parts = []
    if "zone" in condition:
        parts.append(f"{card} is in the {ZONES[condition['zone']]}")
    if "other_own_units" in condition:
        n = condition["other_own_units"]
        parts.append(
            "you have another Unit in this Zone" if n == 1 else f"you have at least {n} other Units in this Zone"
        )
    if "other_units" in condition:
        least = condition.get("min", 0)
        if least:
            there = "is" if least == 1 else "are"
            parts.append(f"there {there} at least {NUMBERS[least]} other Unit{'' if least == 1 else 's'} in this Zone")
        parts.append(f"all other Units {'here' if least else 'in this Zone'} are {plural_noun(condition)}")
    return f"{word} {' and '.join(parts)}" if parts else ""


def has_phrase(ability: Table, player: str) -> str:
    return "you have" if is_you(ability, player) else "they have"


def is_you(ability: Table, player: str) -> bool:
    return is_acting(ability, player) and not lead_of(ability).actor


def your_word(ability: Table) -> str:
    return "their" if ability["trigger"] not in ("static", "recruit") and lead_of(ability).actor else "your"


def yours_word(ability: Table) -> str:
    return "theirs" if your_word(ability) == "their" else "yours"
