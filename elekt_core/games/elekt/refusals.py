"""Why a choice is not available: for the page that explains it, and for the error that refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, Final

from ...contract import Refusal
from .active import BANS, barred, entry_barred, zone_limit
from .assignment import assign_forbidden
from .decisions import CODES
from .options import choices
from .selectors import Use, use_of, why_left_out
from .state import State
from .tables import Op, Tables
from .vocabulary import ATTRIBUTES, NONE, RULES_RANK, ZONES
from .wins import MAX_TOKENS, frees_tokens

ABILITIES: Final = ("use_instant", "use_optional", "houses_choice")

Reason = tuple[str, dict[str, Any]]
"""Code and data; the rule is ``CODES[code]``."""


def refusal(parts: tuple[str, ...], reason: Reason) -> Refusal:
    code, data = reason
    return Refusal(parts, code, CODES[code], data)


def refusals(t: Tables, s: State) -> Iterator[Refusal]:
    """Choices that the asked seat may look for in the open question but cannot make."""
    yield from _in_question(t, s)
    if s.question not in ("assign_or_pass", "discard_from_hand"):
        named = _named(t, s, "hand", "give") if s.question in ABILITIES else ()
        for unit in s.hands[s.asked]:
            if unit not in named:
                yield refusal((f"unit:{t.names[unit]}",), ("not_assigning", {"unit": t.names[unit]}))


def _in_question(t: Tables, s: State) -> Iterator[Refusal]:
    match s.question:
        case "assign_or_pass":
            for unit in s.hands[s.asked]:
                for zone in range(3):
                    if reason := cannot_assign(t, s, s.asked, unit, zone):
                        yield refusal((f"unit:{t.names[unit]}", f"zone:{ZONES[zone]}"), reason)
            for unit in _on_the_table(s):
                yield refusal((f"unit:{t.names[unit]}",), ("from_hand_only", {}))
        case "attach_tokens":
            yield from _attaching(t, s, s.step.zone)
            yield from _elsewhere_on_the_table(t, s)
        case "swap_units":
            for unit in _on_the_table(s):
                if reason := _not_yours(t, s, unit) or cannot_swap(t, s, unit):
                    yield refusal((f"unit:{t.names[unit]}",), reason)
            here = s.row(s.step.zone, s.asked)
            for unit, other in permutations(here, 2):
                reason = "same_zone", {"zone": ZONES[s.step.zone]}
                yield refusal((f"unit:{t.names[unit]}", f"with:{t.names[other]}"), reason)
        case "annihilate_unit":
            for _, unit in s.units_in(s.step.zone):
                if reason := cannot_annihilate(t, s, unit, RULES_RANK):
                    yield refusal((f"unit:{t.names[unit]}",), reason)
            yield from _elsewhere_on_the_table(t, s)
        case "choose_victim":
            for _, unit in s.units_in(s.step.zone):
                if reason := _not_yours(t, s, unit) or cannot_annihilate(t, s, unit, s.step.rank):
                    yield refusal((f"unit:{t.names[unit]}",), reason)
            yield from _elsewhere_on_the_table(t, s)
        case "tie_winner":
            for seat in range(s.seats):
                if (seat,) not in choices(t, s):
                    yield refusal((f"seat:{seat}",), ("not_tied", {"seat": seat}))
        case "use_instant" | "use_optional":
            yield from _not_for_the_ability(t, s)
        case _:
            return


def _named(t: Tables, s: State, *words: str) -> frozenset[int]:
    """The cards that answers to the open question of an ability name with these words."""
    targets = (target for choice in choices(t, s) for target in choice if isinstance(target, tuple))
    return frozenset(value for word, value in targets if word in words)


def _on_the_table(s: State) -> Iterator[int]:
    """The Units in all Zones."""
    return (unit for zone in range(3) for _, unit in s.units_in(zone))


def _not_for_the_ability(t: Tables, s: State) -> Iterator[Refusal]:
    """Units that its first effect cannot choose; and pairs of a swap that are no swap (E18.8)."""
    uses = [choice for choice in choices(t, s) if len(choice) > 1 and choice[1][0] in ("unit", "from")]
    if not uses:
        return
    use = use_of(t, s, s.step)
    op = use.ability.ops[0]
    first = {choice[1][1] for choice in uses}
    for unit in _on_the_table(s):
        if unit not in first:
            yield refusal(("use", f"unit:{t.names[unit]}"), _why_no_target(t, use, op, unit))
    pairs = {(choice[1][1], choice[2][1]) for choice in uses if len(choice) > 2 and choice[2][0] == "with"}
    for unit, other in product(first, {other for _, other in pairs}):
        if (unit, other) not in pairs and s.zone(unit) == s.zone(other):
            path = ("use", f"unit:{t.names[unit]}", f"with:{t.names[other]}")
            yield refusal(path, ("ability_swaps_zones", {"zone": ZONES[s.zone(unit)]}))


def _why_no_target(t: Tables, use: Use, op: Op, unit: int) -> Reason:
    s, name = use.state, t.names[unit]
    if code := why_left_out(use, op.target, op, unit):
        return code, {"unit": name, "zone": ZONES[use.zone]} if use.zone != NONE else {"unit": name}
    action = ACTION_OF.get(op.name, op.name)
    if action in BANS and (card := barred(t, s, action, use.ability.rank, s.zone(unit), unit, s.owner(unit))) != NONE:
        return "unit_barred", {"unit": name, "card": t.names[card]}
    if action == "detach" and not any(s.tokens[4 * unit + x] for x in range(4) if op.attribute in (x, NONE)):
        return "no_token_there", {"unit": name}
    return "not_a_target", {"unit": name}


ACTION_OF: Final = {
    "return_to_hand": "return",
    "discard_unit": "discard",
    "suppress_ability": "suppress",
    "move_token": "detach",
}
"""What an effect does to its first Unit, where that has another name (``active.BANS``)."""


def _not_yours(t: Tables, s: State, unit: int) -> Reason | None:
    return ("not_your_unit", {"unit": t.names[unit]}) if s.owner(unit) != s.asked else None


def _elsewhere_on_the_table(t: Tables, s: State) -> Iterator[Refusal]:
    """A line for each other Zone, whichever of its Units is meant."""
    rule, zone = t.course.questions[s.question].rule, ZONES[s.step.zone]
    for other in ZONES:
        if other != zone:
            yield Refusal((f"zone:{other}",), "units_elsewhere", rule, {"zone": zone})


def _attaching(t: Tables, s: State, zone: int) -> Iterator[Refusal]:
    for attribute in range(4):
        if not s.pool[attribute]:
            yield refusal((f"token:{ATTRIBUTES[attribute]}",), ("no_token_left", {"attribute": ATTRIBUTES[attribute]}))
    for _, unit in s.units_in(zone):
        if reason := cannot_attach(t, s, unit):
            yield refusal((f"unit:{t.names[unit]}",), reason)
    offered = choices(t, s)
    for ((attribute, unit),) in (choice for choice in offered if len(choice) == 1):
        twice = ((attribute, unit),) * MAX_TOKENS
        if twice not in offered and (reason := _bad_tokens(t, s, twice, zone)):
            token = f"token:{ATTRIBUTES[attribute]}"
            yield refusal((token, f"unit:{t.names[unit]}", token), reason)


def cannot_assign(t: Tables, s: State, seat: int, unit: int, zone: int) -> Reason | None:
    """E7.1, E7.4, C1.54."""
    name, where = t.names[unit], ZONES[zone]
    if unit not in s.hands[seat]:
        return "unit_not_in_hand", {"unit": name}
    if len(s.row(zone, seat)) >= (limit := zone_limit(t, s, zone, seat)):
        return "zone_full", {"zone": where, "limit": limit}
    if (card := assign_forbidden(t, s, seat, unit, zone)) != NONE:
        return "assignment_forbidden", {"unit": name, "zone": where, "card": t.names[card]}
    return None


def cannot_attach(t: Tables, s: State, unit: int) -> Reason | None:
    zone, owner = s.zone(unit), s.owner(unit)
    if (card := barred(t, s, "attach", RULES_RANK, zone, unit, owner)) != NONE:
        return "attaching_forbidden", {"unit": t.names[unit], "card": t.names[card]}
    return None


def cannot_swap(t: Tables, s: State, unit: int) -> Reason | None:
    """C1.48."""
    zone, owner = s.zone(unit), s.owner(unit)
    card = barred(t, s, "swap", RULES_RANK, zone, unit, owner)
    if card == NONE:
        card = entry_barred(t, s, "swap", RULES_RANK, zone)
    return None if card == NONE else ("swap_forbidden", {"unit": t.names[unit], "card": t.names[card]})


def cannot_annihilate(t: Tables, s: State, unit: int, rank: int) -> Reason | None:
    """E14.11."""
    if (card := barred(t, s, "annihilate", rank, s.zone(unit), unit, s.owner(unit))) != NONE:
        return "unit_protected", {"unit": t.names[unit], "card": t.names[card]}
    return None


def why_not(t: Tables, s: State, choice: tuple[Any, ...]) -> Reason:
    """The reason why a choice is not among the options of the open question."""
    try:
        reason = _why_not(t, s, choice)
    except (IndexError, TypeError, ValueError):
        reason = None
    return reason or ("not_offered", {"question": s.question or "name_herald"})


def _why_not(t: Tables, s: State, choice: tuple[Any, ...]) -> Reason | None:
    match s.question:
        case "assign_or_pass" if len(choice) == 2:
            return cannot_assign(t, s, s.asked, choice[0], choice[1])
        case "attach_tokens":
            return _bad_tokens(t, s, choice, s.step.zone)
        case "swap_units" if len(choice) == 2:
            here, there = choice
            for unit in choice:
                if not s.in_zone(unit) or s.owner(unit) != s.asked:
                    return "not_your_unit", {"unit": t.names[unit]}
            if s.zone(here) != s.step.zone or s.zone(there) == s.step.zone:
                return "unit_not_swappable", {"unit": t.names[here], "zone": ZONES[s.step.zone]}
            return cannot_swap(t, s, here) or cannot_swap(t, s, there)
        case "annihilate_unit" if choice:
            return _elsewhere(t, s, choice[0], s.step.zone) or cannot_annihilate(t, s, choice[0], RULES_RANK)
        case "choose_victim" if choice:
            return _elsewhere(t, s, choice[0], s.step.zone) or cannot_annihilate(t, s, choice[0], s.step.rank)
        case "discard_from_hand":
            missing = [unit for unit in choice if unit not in s.hands[s.asked]]
            return ("unit_not_in_hand", {"unit": t.names[missing[0]]}) if missing else None
        case "tie_winner" if choice:
            return "not_tied", {"seat": choice[0]}
        case "" if choice:
            return "not_a_loser", {"seat": choice[0]}
        case _:
            return None


def _elsewhere(t: Tables, s: State, unit: int, zone: int) -> Reason | None:
    return ("unit_not_here", {"unit": t.names[unit], "zone": ZONES[zone]}) if s.zone(unit) != zone else None


def _bad_tokens(t: Tables, s: State, choice: tuple[Any, ...], zone: int) -> Reason | None:
    """E9.1-E9.3."""
    wanted = [attribute for attribute, _ in choice]
    for attribute, unit in choice:
        if s.pool[attribute] < wanted.count(attribute):
            if len(set(wanted)) < len(wanted) and not frees_tokens(t, s, s.asked, zone):
                break
            return "no_token_left", {"attribute": ATTRIBUTES[attribute]}
        if reason := _elsewhere(t, s, unit, zone) or cannot_attach(t, s, unit):
            return reason
    if len(choice) <= MAX_TOKENS and len(set(wanted)) < len(wanted):
        return "tokens_must_differ", {"attribute": ATTRIBUTES[wanted[0]]}
    return None
