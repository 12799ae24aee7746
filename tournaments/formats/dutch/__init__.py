"""Swiss for duels by the FIDE Dutch system, C.04.3 as in force from 2025/2026 (docs/formats/dutch.md)."""

from .format import DUTCH, MAX_FIELD, Dutch

__all__ = ["DUTCH", "MAX_FIELD", "Dutch"]
