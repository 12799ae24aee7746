"""Elekt, a game of hidden hands for 2 to 4 players: ruleset elekt-2e-r2.

``game`` is what the entry point names. Where to look: ``vocabulary`` and ``cards`` (what a card file may say),
``events`` and ``state`` (facts and what they change: ``facts``), ``decisions`` and ``options`` (what can be
decided), ``play`` and ``agenda`` (how a game goes on), then one module for each part of the rules.
"""

from .game import Elekt

game = Elekt()

__all__ = ["Elekt", "game"]
