"""Polish text of an ability, composed from the card data (C1)."""

from __future__ import annotations

from .effects_pl import effect
from .phrases import Fact, Phrase, Table, sentence
from .terms_pl import ZONES_IN, ZONES_OF, heat, joined
from .triggers_pl import condition_clause, frequency, lead_of, prefixed, while_clause
from .units_pl import VERBS

INSTEAD = {
    "occultism": "zamiast dołączenia żetonów",
    "cunning": "zamiast zamiany",
    "violence": "zamiast unicestwienia Jednostki",
    "power": "zamiast zdobycia karty",
}


def ability_text(ability: Table) -> str:
    """The whole text of an ability, one or more sentences."""
    text = _here_text(ability)
    zone = ability.get("zone")
    return _named_zone(text, zone) if zone in ZONES_OF else text


def _here_text(ability: Table) -> str:
    phrases = [effect(ability, e) for e in ability["effects"]]
    if ability["trigger"] in ("static", "recruit"):
        return " ".join(
            sentence(prefixed(while_clause(ability), _without_subject(ability, _told(p, "")))) for p in phrases
        )
    lead = lead_of(ability)
    clause = prefixed(condition_clause(ability, "jeśli"), lead.clause) if ability.get("condition") else lead.clause
    start = prefixed(frequency(ability), clause)
    acted = _acted(ability, lead.actor, phrases)
    return sentence(f"{start}{' ' if _flows_on(start) else ', '}{acted}" if start else acted)


def _named_zone(text: str, zone: str) -> str:
    """An ability that works in a certain Zone names it (C1.5)."""
    text = text.replace(" z tej Strefy", f" ze {ZONES_OF[zone]}").replace("tej Strefy", ZONES_OF[zone])
    return text.replace("tej Strefie", ZONES_IN[zone])


def _without_subject(ability: Table, text: str) -> str:
    """Leave out a subject that the condition has just named."""
    return text.removeprefix("ta Jednostka ") if "zone" in ability.get("condition", {}) else text


def _flows_on(start: str) -> bool:
    """A clause without a verb of its own takes no comma: "Po zdobyciu tej karty odrzuć..."."""
    return start.rsplit(", ", maxsplit=1)[-1].startswith(("po ", "na ", "raz "))


def _acted(ability: Table, actor: str, phrases: list[Phrase]) -> str:
    can = f"{actor} może" if actor else "możesz"
    price = _price(ability)
    then = ", a następnie ".join(_told(p, "") for p in phrases)
    if price and ability["kind"] == "instant":
        return f"{price[1]}: {then}"
    if price:
        return f"{can}{_instead(ability)} {price[0]}: {_after_colon(actor, phrases)}"
    if not ability.get("optional") or ability["kind"] == "instant":
        return _after_actor(actor, phrases)
    first, rest = phrases[0], phrases[1:]
    started = f"zdecydować, że {first.text}" if isinstance(first, Fact) else f"{VERBS[first.verb][0]} {first.rest}"
    tail = "".join(f", a następnie {_infinitive(p)}" for p in rest)
    return f"{can}{_instead(ability)} {started}{tail}"


def _after_actor(actor: str, phrases: list[Phrase]) -> str:
    told = [_told(phrases[0], actor), *(_told(p, " " if actor else "").strip() for p in phrases[1:])]
    return ", a następnie ".join(told)


def _after_colon(actor: str, phrases: list[Phrase]) -> str:
    return ", a następnie ".join(_told(p, " " if actor else "").strip() for p in phrases)


def _infinitive(phrase: Phrase) -> str:
    return phrase.text if isinstance(phrase, Fact) else f"{VERBS[phrase.verb][0]} {phrase.rest}"


def _price(ability: Table) -> tuple[str, str] | None:
    """The cost that is paid first, in the infinitive and in the imperative."""
    prices = []
    if ability.get("cost") and ability["kind"] != "instant":
        prices.append((f"zapłacić {heat(ability['cost'])}", f"zapłać {heat(ability['cost'])}"))
    if ability.get("extra_cost") == "remove_self":
        prices.append(("usunąć tę kartę z gry", "usuń tę kartę z gry"))
    return (" i ".join(p[0] for p in prices), " i ".join(p[1] for p in prices)) if prices else None


def _instead(ability: Table) -> str:
    if ability["trigger"] != "win_replace":
        return ""
    return " " + joined([INSTEAD[a] for a in ability["attributes"]], "lub")


def _told(phrase: Phrase, actor: str) -> str:
    """The phrase as an instruction to the reader, or as a statement about ``actor`` (blank: somebody named before)."""
    if isinstance(phrase, Fact):
        return phrase.text
    _, order, third = VERBS[phrase.verb]
    return f"{actor} {third} {phrase.rest}" if actor else f"{order} {phrase.rest}"
