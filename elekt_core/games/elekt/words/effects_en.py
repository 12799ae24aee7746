"""What an effect primitive says in English (C1.32-C1.59)."""

from __future__ import annotations

from .phrases import HEAT_LIMIT, Act, Fact, Phrase, Table
from .terms_en import ATTRIBUTES, KINDS, ZONES, joined
from .triggers_en import has_phrase, is_you, your_word, yours_word
from .units_en import PLAYERS, WHOSE, each_unit, is_acting, plural_noun, s_form, unit_phrase, with_article

BARRED = {
    "annihilate": "annihilated",
    "save": "saved",
    "swap": "swapped",
    "move": "moved",
    "attach": "given tokens",
    "detach": "deprived of tokens",
    "return": "returned to a hand",
    "discard": "discarded",
    "suppress": "deprived of their abilities",
    "assign": "assigned",
    "place": "placed",
}


def _does(ability: Table, player: str, verb: str, rest: str) -> Phrase:
    return Act(verb, rest) if is_acting(ability, player) else Fact(f"{PLAYERS[player]} {s_form(verb)} {rest}")


def effect(ability: Table, e: Table) -> Phrase:
    """One effect primitive (C1.32-C1.59)."""
    filter_ = e.get("filter", {})
    if e["op"] in ("detach", "move_token"):
        filter_ = {key: value for key, value in filter_.items() if key != "token"}

    def unit(key: str = "target") -> str:
        return unit_phrase(ability, e[key], filter_, leaves=e["op"] in ("move", "return_to_hand"))

    match e["op"]:
        case "attach":
            return Act("attach", f"{_tokens(e)} to {unit()}{_difference(e)}")
        case "detach":
            return Act("detach", f"{_tokens(e)} from {unit()}")
        case "move_token":
            return Act("move", f"{_tokens(e)} from {unit('from')} to {unit('to')}")
        case "swap":
            return Act("swap", f"{unit('a')} with {unit('b')}")
        case "move":
            return Act("move", f"{unit()} to {_zone(e['to'])} (the Zone limit applies)")
        case "place":
            return Act("place", f"{unit()} in {_zone(e['to'])} (the Zone limit applies; it is not assigned)")
        case "return_to_hand" if e["to"] == "controller":
            return Act("take", f"{unit()} into {your_word(ability)} hand (it is {yours_word(ability)} from now on)")
        case "return_to_hand":
            own = e["target"] in ("own", "other_own", "own_other_zone", "own_any_zone")
            whose = your_word(ability) if own else "the owner's"
            return Act("return", f"{unit()} to {whose} hand")
        case "annihilate":
            return Act("annihilate", unit() + ("" if e.get("savable", True) else "; it cannot be saved"))
        case "discard_unit":
            return Act("discard", unit())
        case "discard_from_hand":
            count = e["count"]
            units = f"{count} random" if e.get("choice") == "random" else f"any {count}"
            many = (
                f" (as many as {has_phrase(ability, e['player'])})"
                if count > 1
                else f", if {has_phrase(ability, e['player'])} any"
            )
            return _does(ability, e["player"], "discard", f"{units} Unit{'s' if count > 1 else ''} from hand{many}")
        case "gain_heat":
            more = "more " if ability["trigger"] == "heat_gathering" else ""
            return _does(ability, e["player"], "gain", f"{e['amount']} {more}Heat")
        case "lose_heat":
            return _does(ability, e["player"], "discard", _lost(ability, e))
        case "take_heat":
            return Act("take", f"{e['amount']} Heat from {PLAYERS[e['player']]}")
        case "count_as":
            where = (
                "in this Zone"
                if e["target"] == "all" and not filter_
                else f"on {each_unit(ability, e['target'], filter_)}"
            )
            return Fact(
                f"each {ATTRIBUTES[e['from']]} symbol {where} (tokens too) also counts as {ATTRIBUTES[e['to']]}"
            )
        case "add_symbols":
            n = abs(e["amount"])
            symbols = f"{ATTRIBUTES[e['attribute']]} symbol{'' if n == 1 else 's'}"
            more = f"{n} more {symbols}" if e["amount"] > 0 else f"{n} fewer {symbols} (not below 0)"
            return Fact(f"{each_unit(ability, e['target'], filter_)} has {more}")
        case "suppress_ability" if e["target"] in ("this", "all", "subject", "same"):
            return Fact(f"the ability of {unit()} stops working")
        case "suppress_ability":
            return Act("choose", f"{unit()}: that ability stops working")
        case "protect":
            return Fact(_protected(ability, e))
        case "choose_annihilation_target":
            saved = "" if e.get("savable", True) else "; that Unit cannot be saved"
            return Fact(f"you choose which of your Units here it is{saved}")
        case "stay_after_save":
            return Act("leave", f"{unit()} in the Zone instead")
        case "free_tokens":
            return Fact(f"if you win on {ATTRIBUTES[e['attribute']]}, the tokens you attach need not differ")
        case "confrontation":
            return _confrontation(e)
        case "tie_break":
            return _tie_break(e)
        case "forbid":
            return Fact(_forbidden(ability, e))
        case "modify":
            return _modified(ability, e)
        case "draw_units":
            n = e["count"]
            return _does(ability, e["player"], "draw", f"{n} Unit{'' if n == 1 else 's'} from the Elite deck")
        case "recover_from_discard":
            n = e["count"]
            hand = your_word(ability) if is_acting(ability, e["player"]) else "their"
            units = f"any {n} Unit{'' if n == 1 else 's'}"
            return _does(ability, e["player"], "take", f"{units} from the discard pile into {hand} hand")
        case "peek_hand":
            return Act("look", f"at the hand of {PLAYERS[e['player']]}")
        case "exchange":
            return Act("give", _exchanged(ability, e))
    raise KeyError(e["op"])


def _tokens(e: Table) -> str:
    n = e.get("count", 1)
    s = "" if n == 1 else "s"
    if e["attribute"] != "any":
        return f"{n} {ATTRIBUTES[e['attribute']]} token{s}"
    return f"{n} token{s} of any Attribute" if e["op"] == "attach" else f"{n} token{s}"


def _difference(e: Table) -> str:
    if "must_differ" not in e:
        return ""
    return (
        "; it must differ from the others attached by this win"
        if e["must_differ"]
        else " (it need not differ from the others)"
    )


def _zone(to: str) -> str:
    named = {"this_zone": "this Zone", "other_zone": "another Zone", "any_zone": "any Zone"}
    return named.get(to) or f"the {ZONES[to]}"


def _lost(ability: Table, e: Table) -> str:
    if e["amount"] >= HEAT_LIMIT:
        return f"all {'your' if is_you(ability, e['player']) else 'their'} Heat"
    have = has_phrase(ability, e["player"])
    return f"{e['amount']} Heat" + (f", if {have} any" if e["amount"] == 1 else f" (as much as {have})")


def _protected(ability: Table, e: Table) -> str:
    barred = joined([BARRED[word] for word in e["from"]], "or")
    entering = [BARRED[word] for word in e["from"] if word in ("swap", "move")]
    if e["target"] != "all":
        return f"{each_unit(ability, e['target'], e.get('filter', {}))} cannot be {barred}"
    entry = f", and no Unit can be {joined(entering, 'or')} into it" if entering else ""
    return f"{plural_noun(e.get('filter', {}))} in this Zone cannot be {barred}{entry}"


def _confrontation(e: Table) -> Phrase:
    where = (
        "in this Zone"
        if e.get("zone", "this") == "this"
        else f"in the {ZONES[e['zone']]}"
        if e["zone"] in ZONES
        else ""
    )
    if e["attribute"] == "choose" or e.get("zone") == "choose":
        choices = joined([ATTRIBUTES[a] for a in e.get("choices", ATTRIBUTES)], "or")
        what = choices if e["attribute"] == "choose" else f"{ATTRIBUTES[e['attribute']]}"
        place = "a Zone and " if e.get("zone") == "choose" else ""
        ending = {
            "skip": "that confrontation does not take place there this round",
            "first": "that confrontation is resolved there before the others this round",
            "extra": "that confrontation is resolved there now",
        }[e["mode"]]
        return Act("choose", f"{place}{what}; {ending}")
    name = ATTRIBUTES[e["attribute"]]
    match e["mode"]:
        case "skip":
            return Fact(f"there is no {name} confrontation {where}")
        case "first":
            return Fact(f"the {name} confrontation is resolved before the others {where}")
        case "extra":
            return Act("resolve", f"{with_article(name)} confrontation {where} now")
    raise KeyError(e["mode"])


def _tie_break(e: Table) -> Phrase:
    match e["winner"]:
        case "controller":
            return Fact("you win it")
        case "choose_tied":
            return Act("choose", "which of the tied players wins it")
        case "highest_court":
            return Fact("the tied player with the highest court position wins it")
        case "lowest_court":
            return Fact("the tied player with the lowest court position wins it")
    raise KeyError(e["winner"])


def _forbidden(ability: Table, e: Table) -> str:
    units = f"{WHOSE[e.get('who', 'all')]}{plural_noun(e.get('filter', {}))}"
    here = "in this Zone"
    match e["action"]:
        case "attach":
            return f"tokens cannot be attached to {units} {here}"
        case "save":
            return f"{units} annihilated {here} cannot be saved"
        case "assign" | "place":
            return f"{units} cannot be {BARRED[e['action']]} {'to' if e['action'] == 'assign' else 'in'} this Zone"
    return f"{units} {here} cannot be {BARRED[e['action']]}"


def _modified(ability: Table, e: Table) -> Phrase:
    who, filter_ = e.get("who", "all"), e.get("filter", {})
    here = f"in the {ZONES[e['zone']]}" if e.get("zone") in ZONES else "in this Zone"
    add, fixed = e.get("add"), e.get("set")
    match e["what"]:
        case "zone_limit":
            change = f"is {fixed}" if add is None else f"is {'higher' if add > 0 else 'lower'} by {abs(add)}"
            least = f" (but not below {e['minimum']})" if add is not None and add < 0 and "minimum" in e else ""
            if who in ("controller", "own"):
                return Fact(f"your Unit limit {here} {change}{least}")
            players = "every player" if who == "all" else "each opponent"
            return Fact(f"the Unit limit {here} {change} for {players}{least}")
        case "save_cost" if ability["trigger"] == "on_save_decision":
            return Act("make", "it cost " + (f"{fixed} Heat" if add is None else _more(add)))
        case "save_cost":
            saving = f"saving {WHOSE[who]}{plural_noun(filter_)} {here} costs"
            return Fact(f"{saving} {fixed} Heat" if add is None else f"{saving} {_more(add)}")
        case "instant_cost":
            least = filter_.get("min_cost", 0)
            which = f" that cost {'at least ' + str(least) + ' ' if least > 1 else ''}Heat" if least else ""
            of = plural_noun({k: v for k, v in filter_.items() if k != "min_cost"})
            whose = "" if of == "Units" else f" of {of}"
            cost = f"{fixed} Heat" if add is None else _more(add)
            return Fact(f"{WHOSE[who]}instant abilities{whose}{which} cost {cost} {here}")
        case "recruit_draw":
            number = (
                f"{fixed} Units instead of 2"
                if add is None
                else f"{_counted(abs(add))} {'more' if add > 0 else 'fewer'}"
            )
            if who in ("controller", "own"):
                return Act("draw", f"{number} (you still keep at most 1)")
            players = "each player draws" if who == "all" else "each opponent draws"
            return Fact(f"{players} {number} (and still keeps at most 1)")
        case "heat_gather":
            subject = {"all": "each player gathers"}.get(
                who, "you gather" if who in ("controller", "own") else "each opponent gathers"
            )
            return Fact(
                f"{subject} "
                + (f"{fixed} Heat" if add is None else f"{_more(add)}{' (not below 0)' if add < 0 else ''}")
            )
    raise KeyError(e["what"])


def _more(add: int) -> str:
    return f"{abs(add)} {'more' if add > 0 else 'less'} Heat"


def _counted(n: int) -> str:
    return f"{n} Unit{'' if n == 1 else 's'}"


def _exchanged(ability: Table, e: Table) -> str:
    your = your_word(ability)
    you = "you" if your == "your" else "they"
    if e["what"] == "acquired_card":
        kinds = joined([KINDS[kind] for kind in e["kinds"]], "or")
        return f"one opponent a {kinds} card {you} have acquired and take one that the opponent has acquired"
    given = "a random Unit" if e.get("give") == "random" else "a Unit"
    taken = "a random Unit" if e.get("take") == "random" else "a Unit"
    before = "from the hand they had before (both must have at least 1 Unit)"
    return f"one opponent {given} from {your} hand and take {taken} {before}"
