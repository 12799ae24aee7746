"""Words for how strong an attack or a defence would be, and for how numbers come about."""

from __future__ import annotations

from typing import Final

PHRASES: Final = {
    "en": {
        "attack": "your attack: {attack} against {defence}",
        "defend": "your defence: {defence} against {attack}",
        "fort": "the Fortification token stops this attack",
        "points": "{name}: {n} points ({change:+d})",
        "of_points": "Points",
        "held": "{name} {n}",
        "besieged": "{name}, besieged, {n}",
        "of_attack": "Attack",
        "of_defence": "Defence",
        "reactions": "reactions {n}",
    },
    "pl": {
        "attack": "twój atak: {attack} przeciwko {defence}",
        "defend": "twoja obrona: {defence} przeciwko {attack}",
        "fort": "żeton Fortyfikacji zatrzyma ten atak",
        "points": "{name}: punkty {n} ({change:+d})",
        "of_points": "Punkty",
        "held": "{name} {n}",
        "besieged": "{name}, w oblężeniu, {n}",
        "of_attack": "Atak",
        "of_defence": "Obrona",
        "reactions": "reakcje {n}",
    },
}
"""Language -> phrase."""


def hidden_cards(n: int, language: str) -> str:
    """``2 hidden cards``."""
    if language == "en":
        return f"{n} hidden {'card' if n == 1 else 'cards'}"
    if n == 1:
        return "1 zakryta karta"
    return f"{n} zakryte karty" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else f"{n} zakrytych kart"
