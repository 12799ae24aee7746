"""The text of a card, made from the card data alone, so that text and behaviour cannot disagree."""

from __future__ import annotations

from dataclasses import dataclass

from ..card import WordedCard
from ..cards import Ability, Card
from ..vocabulary import ATTRIBUTES, WITH_ATTRIBUTES
from . import card_text_en, card_text_pl, terms_en, terms_pl
from .phrases import Table

LANGUAGES = ("pl", "en")
LEFT_OUT = {"exchange": {"kinds": ["mission", "influence", "privilege"]}}
"""What holds where an effect does not say it."""


@dataclass(frozen=True, slots=True)
class CardText:
    """A card's words in one language. ``titles`` is empty on Units and Privileges (E1.11, E1.12)."""

    name: str
    type_line: str
    symbols: str
    ability_line: str
    text: str
    titles: tuple[str, ...]

    def full(self) -> str:
        """The whole card in one paragraph, for people who hear it read aloud."""
        ability = f"{self.ability_line}: {self.text}" if self.ability_line else self.text
        parts = [f"{self.name} ({self.type_line})", self.symbols, ability, ", ".join(self.titles)]
        return " · ".join(part for part in parts if part)


def card_text(card: Card, language: str) -> CardText:
    """The words of a card in ``"pl"`` or ``"en"``."""
    if isinstance(card, WordedCard):
        text, line = card.texts[language], card.lines[language]
        name = card.name_pl if language == "pl" else card.name_en
        return CardText(name, line, "", "", text, ())
    polish = language == "pl"
    terms = terms_pl if polish else terms_en
    type_ = terms.TYPES.get(card.type)
    kind = terms.KINDS[card.kind or card.group]
    symbols = [f"{n} {terms.ATTRIBUTES[a]}" for a, n in zip(ATTRIBUTES, card.symbols, strict=True) if n]
    make = card_text_pl if polish else card_text_en
    return CardText(
        name=card.name_pl if polish else card.name_en,
        type_line=f"{kind}, {type_}" if type_ else kind,
        symbols=", ".join(symbols),
        ability_line=_ability_line(card.ability, language),
        text=make.ability_text(_table(card.ability)),
        titles=tuple(title.pl if polish else title.en for title in card.titles),
    )


def _ability_line(ability: Ability, language: str) -> str:
    """E15.3, E15.4, E15.7: only Units distinguish instant from permanent abilities."""
    names = terms_pl.ABILITIES if language == "pl" else terms_en.ABILITIES
    line = names.get(ability.kind, "")
    if ability.kind != "instant" or not ability.cost:
        return line
    return f"{line}, {terms_pl.heat(ability.cost) if language == 'pl' else f'{ability.cost} Heat'}"


def _table(ability: Ability) -> Table:
    """The ability as its table in the card file, without empty fields, and with the values that an omitted field stands
    for: all attributes, all kinds of cards."""
    attributes = ability.attributes or (range(len(ATTRIBUTES)) if ability.trigger in WITH_ATTRIBUTES else ())
    table: dict[str, object] = {
        "kind": ability.kind,
        "trigger": ability.trigger,
        "cost": ability.cost,
        "optional": ability.optional,
        "frequency": ability.frequency,
        "who": ability.who,
        "by": ability.by,
        "zone": ability.zone,
        "extra_cost": ability.extra_cost,
        "attributes": [ATTRIBUTES[a] for a in attributes],
        "filter": dict(ability.filter or {}),
        "condition": dict(ability.condition or {}),
    }
    effects = [{"op": effect.op, **LEFT_OUT.get(effect.op, {}), **effect.params} for effect in ability.effects]
    return {**{key: value for key, value in table.items() if value}, "cost": ability.cost, "effects": effects}
