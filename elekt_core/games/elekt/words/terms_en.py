"""English terms of the game (E26)."""

from __future__ import annotations

from collections.abc import Sequence

ATTRIBUTES = {"occultism": "Occultism", "cunning": "Cunning", "violence": "Violence", "power": "Power"}

ZONES = {"missions": "Missions Zone", "influences": "Influences Zone", "court": "Court Zone"}

PHASES = {
    "recruitment": "recruitment phase",
    "assignment": "assignment phase",
    "confrontation": "confrontation phase",
    "round_end": "end of round phase",
}

TYPES = {"cultist": "Cultist", "spectre": "Spectre"}

KINDS = {
    "basic": "Basic Unit",
    "elite": "Elite Unit",
    "mission": "Mission",
    "influence": "Influence",
    "privilege": "Privilege",
}

ABILITIES = {"instant": "Instant ability", "permanent": "Permanent ability"}

DECKS = {
    "missions": "Mission deck",
    "influences": "Influence deck",
    "privileges": "Privilege deck",
    "elite": "Elite deck",
}

DIRECTIONS = {"clockwise": "clockwise", "counter_clockwise": "counter-clockwise"}

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def joined(words: Sequence[str], last: str) -> str:
    """``a, b or c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
