"""Words for what items would save in a boarding, and for its sums."""

from __future__ import annotations

from typing import Final

PHRASES: Final = {
    "en": {
        "wounds": "you take {physical} physical and {psychic} psychic damage",
        "succeeds": "the boarding succeeds as it stands",
        "fails": "the boarding fails as it stands",
        "at_least": "at least {physical} physical and {psychic} psychic damage",
        "worst": "at worst {physical} and {psychic}",
        "could_fail": "you could fail",
        "safe": "you cannot fail",
        "damage": "Damage",
        "feared": "face-down traps, at most {n}",
        "protection": "Protection",
        "token": "preparation token",
        "taken": "{name} takes {n} as it stands",
        "critical": "critical level",
        "super": "super level",
    },
    "pl": {
        "wounds": "twoje rany: fizyczne {physical}, psychiczne {psychic}",
        "succeeds": "w tym stanie abordaż się udaje",
        "fails": "w tym stanie abordaż się nie udaje",
        "at_least": "twoje rany: fizyczne co najmniej {physical}, psychiczne co najmniej {psychic}",
        "worst": "w najgorszym razie {physical} i {psychic}",
        "could_fail": "może ci się nie udać",
        "safe": "uda ci się na pewno",
        "damage": "Obrażenia",
        "feared": "zakryte pułapki, najwyżej {n}",
        "protection": "Ochrona",
        "token": "żeton przygotowania",
        "taken": "{name}: rany w tym stanie {n}",
        "critical": "poziom krytyczny",
        "super": "poziom super",
    },
}
"""Language -> phrase."""
