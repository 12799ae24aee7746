"""What is known about expansions and promo cards (E22.1): mostly only the name, and ``sets.toml`` says so."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class KnownSet:
    """``name`` is Polish in every language. ``kind``, ``known`` and ``provenance`` are the words of the file."""

    id: str
    name: str
    kind: str
    known: str
    provenance: str
    editions: tuple[int, ...]
    rules: tuple[str, ...]


@cache
def known_sets() -> tuple[KnownSet, ...]:
    """In the order of the file: sets, promo cards, mats."""
    data = tomllib.loads(Path(__file__).with_name("sets.toml").read_text(encoding="utf-8"))
    return tuple(
        KnownSet(**{**entry, "editions": tuple(entry["editions"]), "rules": tuple(entry["rules"])})
        for entry in data["set"]
    )
