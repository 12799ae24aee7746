"""English text of an ability, composed from the card data (C1)."""

from __future__ import annotations

from .effects_en import effect
from .phrases import Fact, Phrase, Table, sentence
from .terms_en import ZONES, joined
from .triggers_en import frequency, if_clause, lead_of, prefixed, while_clause
from .units_en import s_form

INSTEAD = {
    "occultism": "instead of attaching tokens",
    "cunning": "instead of the swap",
    "violence": "instead of annihilating a Unit",
    "power": "instead of acquiring the card",
}


def ability_text(ability: Table) -> str:
    """The whole text of an ability, one or more sentences."""
    text = _here_text(ability)
    zone = ability.get("zone")
    return _named_zone(text, zone) if zone in ZONES else text


def _here_text(ability: Table) -> str:
    phrases = [effect(ability, e) for e in ability["effects"]]
    if ability["trigger"] in ("static", "recruit"):
        return " ".join(
            sentence(prefixed(while_clause(ability), _with_pronoun(ability, _told(p, "")))) for p in phrases
        )
    lead = lead_of(ability)
    clause = prefixed(if_clause(ability), lead.clause) if ability.get("condition") else lead.clause
    often = frequency(ability)
    start = ", ".join(part for part in (often, clause) if part)
    return sentence(prefixed(start, _acted(ability, lead.actor, phrases)))


def _named_zone(text: str, zone: str) -> str:
    """An ability that works in a certain Zone names it (C1.5)."""
    return text.replace("this Zone", f"the {ZONES[zone]}")


def _with_pronoun(ability: Table, text: str) -> str:
    """Shorten a subject that the condition has just named."""
    if "zone" in ability.get("condition", {}) and text.startswith("this Unit "):
        return "it " + text.removeprefix("this Unit ")
    return text


def _acted(ability: Table, actor: str, phrases: list[Phrase]) -> str:
    price = _price(ability)
    then = ", then ".join(_told(p, "") for p in phrases)
    if price:
        if ability["kind"] == "instant":
            return f"{price}: {then}"
        return f"{actor or 'you'} may{_instead(ability)} {price}: {then}"
    if not ability.get("optional") or ability["kind"] == "instant":
        return ", then ".join(_told(p, actor) for p in phrases)
    first, rest = phrases[0], phrases[1:]
    started = first.text if isinstance(first, Fact) else f"{first.verb} {first.rest}"
    if isinstance(first, Fact):
        started = f"decide that {started}"
    tail = "".join(", then " + _told(p, "") for p in rest)
    return f"{actor or 'you'} may{_instead(ability)} {started}{tail}"


def _price(ability: Table) -> str:
    prices = []
    if ability.get("cost") and ability["kind"] != "instant":
        prices.append(f"pay {ability['cost']} Heat")
    if ability.get("extra_cost") == "remove_self":
        prices.append("remove this card from the game")
    return " and ".join(prices)


def _instead(ability: Table) -> str:
    if ability["trigger"] != "win_replace":
        return ""
    return f", {joined([INSTEAD[a] for a in ability['attributes']], 'or')},"


def _told(phrase: Phrase, actor: str) -> str:
    """The phrase as an instruction to the reader, or as a statement about ``actor``."""
    if isinstance(phrase, Fact):
        return phrase.text
    return f"{actor} {s_form(phrase.verb)} {phrase.rest}" if actor else f"{phrase.verb} {phrase.rest}"
