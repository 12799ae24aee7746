"""Words for what items would save in a boarding."""

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
    },
    "pl": {
        "wounds": "twoje rany: fizyczne {physical}, psychiczne {psychic}",
        "succeeds": "w tym stanie abordaż się udaje",
        "fails": "w tym stanie abordaż się nie udaje",
        "at_least": "twoje rany: fizyczne co najmniej {physical}, psychiczne co najmniej {psychic}",
        "worst": "w najgorszym razie {physical} i {psychic}",
        "could_fail": "może ci się nie udać",
        "safe": "uda ci się na pewno",
    },
}
"""Language -> phrase."""
