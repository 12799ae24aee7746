"""Swiss for duels by the FIDE Dutch system, C.04.3 as in force from 2025/2026 (docs/formats/dutch.md).

Who may have the bye: ``player`` (C2) and ``field`` (C5). Who of them gets it: the last downfloater
(``engine.pair_field``), by C9 (``ideal``, ``criteria``).
Whether two may meet, and in which colours: ``player``, ``colours``, ``criteria``.
"""

from .format import DUTCH, MAX_FIELD, Dutch

__all__ = ["DUTCH", "MAX_FIELD", "Dutch"]
