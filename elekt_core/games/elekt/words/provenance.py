"""The origin of a card in words, and the names of its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..cards import Card

PARTS: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("name", "nazwa"),
    "name_en": ("English name", "nazwa angielska"),
    "name_pl": ("Polish name", "nazwa polska"),
    "group": ("kind of card", "rodzaj karty"),
    "kind": ("Basic or Elite", "Podstawowa czy Elitarna"),
    "type": ("type", "typ"),
    "symbols": ("symbols", "symbole"),
    "copies": ("copies", "liczba egzemplarzy"),
    "titles": ("Titles", "Tytuły"),
    "provenance": ("origin", "pochodzenie"),
    "completed": ("what was completed", "co uzupełniono"),
    "ability": ("ability", "zdolność"),
    "set": ("its set", "zestaw, z którego pochodzi"),
    "ability.return": ("what returns", "co wraca"),
    "ability.candidates": ("what can be chosen", "co można wybrać"),
    "ability.condition_attribute": ("attribute of the condition", "atrybut warunku"),
    "titles.name": ("names of the Titles", "nazwy Tytułów"),
    "symbols.violence": ("symbols of Violence", "symbole Przemocy"),
    "ability.kind": ("kind of ability", "rodzaj zdolności"),
    "ability.cost": ("cost", "koszt"),
    "ability.trigger": ("when the ability works", "kiedy działa zdolność"),
    "ability.attribute": ("attribute", "atrybut"),
    "ability.attributes": ("attributes", "atrybuty"),
    "ability.target": ("what the ability affects", "czego dotyczy zdolność"),
    "ability.effects": ("effect", "efekt"),
    "ability.effect": ("effect", "efekt"),
    "ability.count": ("how many", "ile"),
    "ability.amount": ("how much", "ile"),
    "ability.frequency": ("how often", "jak często"),
    "ability.optional": ("whether it may be declined", "czy można jej nie użyć"),
    "ability.condition": ("condition", "warunek"),
}

ORIGINS: Final[Mapping[str, tuple[str, str]]] = {
    "rulebook": (
        "Everything on this card is printed in the rulebook.",
        "Wszystko, co jest na tej karcie, wydrukowano w instrukcji.",
    ),
    "public": (
        "Everything on this card was published.",
        "Wszystko, co jest na tej karcie, opublikowano.",
    ),
    "completed": (
        "This card is in the printed game, but not everything about it is known. We added: {parts}.",
        "Karta z wydanej gry, o której nie wszystko wiadomo. Uzupełniliśmy: {parts}.",
    ),
    "original": (
        "This card was invented for this list. It is not in the printed game.",
        "Karta wymyślona na potrzeby tej listy. Nie pochodzi z wydanej gry.",
    ),
}


def told(card: Card, language: str) -> str:
    """The origin of the card, in a sentence or two."""
    polish = language == "pl"
    sentence = ORIGINS.get(card.provenance, ("", ""))[polish]
    parts = dict.fromkeys(part_name(part, language) for part in card.completed)
    if card.provenance == "completed" and not parts:
        return sentence.split(". ")[0] + "."
    return sentence.format(parts=", ".join(parts))


def part_name(part: str, language: str) -> str:
    """The name of a field of a card; an unknown one is shown as it stands in the file."""
    pair = PARTS.get(part) or PARTS.get(re.split("[^a-z_]", part)[0])
    return part if pair is None else pair[language == "pl"]
