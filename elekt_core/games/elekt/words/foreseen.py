"""Words for what a decision would lead to, and for how a count comes about."""

from __future__ import annotations

from typing import Final

PHRASES: Final = {
    "en": {
        "you_win": "you win {attribute}",
        "other_win": "{name} wins {attribute}",
        "tie": "tie on {attribute}",
        "you_take": "you take {card}",
        "other_take": "{name} takes {card}",
        "you_take_by_court": "tie on {attribute}, by court position you take {card}",
        "other_take_by_court": "tie on {attribute}, by court position {name} takes {card}",
        "skipped": "no confrontation on {attributes}",
        "nobody": "nobody wins anything",
        "printed": "{n} printed",
        "tokens": "tokens {n}",
        "nothing_counts": "Nothing counts here.",
    },
    "pl": {
        "you_win": "wygrywasz: {attribute}",
        "other_win": "{name} wygrywa: {attribute}",
        "tie": "remis: {attribute}",
        "you_take": "zdobywasz kartę {card}",
        "other_take": "{name} zdobywa kartę {card}",
        "you_take_by_court": "remis: {attribute}, pozycja na dworze rozstrzyga: zdobywasz kartę {card}",
        "other_take_by_court": "remis: {attribute}, pozycja na dworze rozstrzyga: {name} zdobywa kartę {card}",
        "skipped": "nie ma konfrontacji: {attributes}",
        "nobody": "nikt niczego nie wygrywa",
        "printed": "na karcie {n}",
        "tokens": "żetony {n}",
        "nothing_counts": "Nic się tu nie liczy.",
    },
}
"""Language -> phrase."""
