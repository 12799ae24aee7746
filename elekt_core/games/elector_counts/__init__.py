"""Elector Counts (Książęta-Elektorzy), a game of locations, attackers and defenders for 2 to 4 players.

``game`` is what the entry point names. Where to look: ``cards`` (what ``cards.toml`` may say), ``events`` and ``state``
(facts and what they change: ``facts``), ``decisions`` and ``legal`` (what can be decided), ``play`` (how a game goes
on), then one module for each part of the rules: ``turns``, ``conflict``, ``support``.
"""

from .game import ElectorCounts, game

__all__ = ["ElectorCounts", "game"]
