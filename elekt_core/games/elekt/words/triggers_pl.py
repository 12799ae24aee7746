"""How a trigger and a condition begin a sentence, in Polish (C1.8-C1.26, C1.30)."""

from __future__ import annotations

from .phrases import ONCE_A_ROUND_ANYWAY, Lead, Table
from .terms_pl import ATTRIBUTES_OF, UNIT, ZONES_IN, counted, determiner, joined
from .units_en import is_acting
from .units_pl import head_of, noun_phrase, plural_noun, pronoun

AFTER_EFFECT = {
    "occultism": "po dołączeniu żetonów",
    "cunning": "po zamianie",
    "violence": "po unicestwieniu Jednostki",
    "power": "po zdobyciu karty",
}


def prefixed(clause: str, rest: str) -> str:
    if not clause or not rest:
        return clause + rest
    flowing = clause.startswith("w fazie") or (clause.startswith("raz ") and rest.startswith(("po ", "na ")))
    return f"{clause}{' ' if flowing else ', '}{rest}"


def frequency(ability: Table) -> str:
    match ability.get("frequency", "unlimited"):
        case "once_per_round" if ability["trigger"] not in ONCE_A_ROUND_ANYWAY:
            return "raz na rundę"
        case "once_per_game" if ability.get("extra_cost") != "remove_self":
            return "raz na grę"
    return ""


def lead_of(ability: Table) -> Lead:
    trigger, who, rule = ability["trigger"], ability.get("who"), ability["kind"] == "rule"
    anywhere = ability.get("zone") == "any"
    here, to_here = ("", "") if anywhere else (" w tej Strefie", " do tej Strefy")
    of = joined([ATTRIBUTES_OF[a] for a in ability.get("attributes", ())], "lub")
    filter_ = ability.get("filter", {})
    match trigger:
        case "on_assign_self":
            return Lead("" if ability["kind"] == "instant" else "po przydzieleniu tej Jednostki")
        case "on_assign" if rule:
            return Lead(f"po przydzieleniu {noun_phrase(filter_, 'g')}{to_here}", "gracz")
        case "on_assign" if who == "any":
            return Lead(
                f"po przydzieleniu dowolnej {noun_phrase(filter_, 'g')}{to_here}"
                if not filter_
                else f"po przydzieleniu {noun_phrase(filter_, 'g')}{to_here}"
            )
        case "on_assign":
            which = "swojej" if who == "own" else "innej swojej"
            head = head_of(filter_)
            which = which if head.feminine else {"swojej": "swojego", "innej swojej": "innego swojego"}[which]
            return Lead(f"po przydzieleniu {which} {noun_phrase(filter_, 'g')}{to_here}")
        case "win_replace" | "win_extend" | "win_after":
            ending = joined([AFTER_EFFECT[a] for a in ability["attributes"]], "lub") if trigger == "win_extend" else ""
            if rule or who == "winner":
                return Lead(
                    ending,
                    f"kto wygra konfrontację {of}{here}," if not ending else f"zwycięzca konfrontacji {of}{here}",
                )
            return Lead(prefixed(f"jeśli wygrasz konfrontację {of}", ending))
        case "after_win_swap" if rule:
            return Lead(f"po zamianie Jednostek za wygraną konfrontację {of}{here}", "zwycięzca")
        case "after_win_swap":
            still = ", jeśli ta Jednostka nadal tu stoi" if ability["kind"] == "permanent" else ""
            return Lead(f"po zamianie swoich Jednostek za wygraną konfrontację {of}{here}{still}")
        case "on_tie":
            among = any(e["op"] == "tie_break" and e["winner"] == "controller" for e in ability["effects"])
            tied = f"gdy w konfrontacji {of}{here} jest remis"
            return Lead(tied + (" z twoim udziałem" if among else ""))
        case "on_annihilation_target":
            return Lead(f"gdy {_culprit(ability)} unicestwia {_owned(who, filter_, 'a')}{here}")
        case "on_save_decision":
            return Lead(f"gdy decydujesz o ocaleniu {_own_annihilated(_saved_filter(ability))}{here}")
        case "on_saved" if who == "own" and not rule:
            return Lead(
                f"po ocaleniu {_owned_reflexive(filter_)}{here}, zanim weźmiesz {pronoun(filter_, 'a')} do ręki"
            )
        case "on_saved":
            owner = "właściciel" if rule else ""
            return Lead(f"po ocaleniu {noun_phrase(filter_, 'g')}{here}, zanim wróci do ręki", owner)
        case "on_annihilated":
            return Lead(f"gdy {_unmade(ability, here)}")
        case "on_swap_in":
            swapper = "zamieniający gracz" if rule and ability.get("optional") else ""
            return Lead(f"gdy w wyniku zamiany do tej Strefy trafia {_owned(who, filter_, 'n')}", swapper)
        case "on_acquire_self":
            return Lead("po zdobyciu tej karty")
        case "recruit":
            return Lead("na początku swojej rekrutacji")
        case "assignment_phase_start":
            return Lead("na początku fazy przydziału")
        case "confrontation_phase_start":
            return Lead("na początku fazy konfrontacji")
        case "own_assignment_turn_end":
            return Lead("na końcu swojej tury w fazie przydziału (także gdy spasujesz)")
        case "heat_gathering":
            return Lead("gdy zbierasz Żar")
    raise KeyError(trigger)


def _culprit(ability: Table) -> str:
    return "przeciwnik" if ability.get("by") == "opponent" else "gracz"


def _owned(who: object, filter_: Table, case: str) -> str:
    your = determiner("your", head_of(filter_), case) + " " if who == "own" else ""
    return your + noun_phrase(filter_, case)


def _owned_reflexive(filter_: Table) -> str:
    return f"{determiner('own', head_of(filter_), 'g')} {noun_phrase(filter_, 'g')}"


def _own_annihilated(filter_: Table) -> str:
    head = head_of(filter_)
    return ("swojej unicestwionej " if head.feminine else "swojego unicestwionego ") + noun_phrase(filter_, "g")


def _unmade(ability: Table, here: str) -> str:
    who, filter_ = ability.get("who", "any"), ability.get("filter", {})
    case = "a" if ability.get("by") == "opponent" else "n"
    noun, head = noun_phrase(filter_, case), head_of(filter_)
    subject = {
        "this": f"{'tę' if case == 'a' else 'ta'} {UNIT.case(case)}",
        "other": f"{determiner('other', head, case)} {noun}{here}",
        "own": f"{determiner('your', head, case)} {noun}{here}",
    }.get(who, f"{noun}{here}")
    if case == "a":
        return f"przeciwnik unicestwia {subject}"
    feminine = who == "this" or head.feminine
    return f"{subject} zostaje {'unicestwiona' if feminine else 'unicestwiony'}"


def _saved_filter(ability: Table) -> Table:
    found: Table = ability.get("filter") or ability["effects"][0].get("filter", {})
    return found


def while_clause(ability: Table) -> str:
    if ability["trigger"] == "recruit":
        return "w fazie rekrutacji"
    return condition_clause(ability, "dopóki") if ability.get("condition") else ""


def condition_clause(ability: Table, word: str) -> str:
    condition = ability["condition"]
    card = "ta Jednostka" if ability["kind"] in ("instant", "permanent") else "ta karta"
    parts = []
    if "zone" in condition:
        parts.append(f"{card} jest w {ZONES_IN[condition['zone']]}")
    if "other_own_units" in condition:
        n = condition["other_own_units"]
        others = (
            "inną Jednostkę"
            if n == 1
            else f"co najmniej {counted(n, 'inną', 'inne', 'innych')} {'Jednostki' if n < 5 else 'Jednostek'}"
        )
        parts.append(f"masz w tej Strefie {others}")
    if "other_units" in condition:
        least = condition.get("min", 0)
        if least == 1:
            parts.append("w tej Strefie jest co najmniej jedna inna Jednostka")
        elif least:
            units = counted(least, "", "inne Jednostki", "innych Jednostek")
            parts.append(f"w tej Strefie {'są' if least < 5 else 'jest'} co najmniej {units}")
        whole = "wszystkie inne Jednostki " + ("tutaj" if least else "w tej Strefie")
        parts.append(f"{whole} to {plural_noun(condition, 'n')}")
    return f"{word} {' i '.join(parts)}" if parts else ""


def has_phrase(ability: Table, player: str) -> str:
    return "masz" if is_acting(ability, player) and not lead_of(ability).actor else "ma"


def lead_actor(ability: Table) -> str:
    return "" if ability["trigger"] in ("static", "recruit") else lead_of(ability).actor
