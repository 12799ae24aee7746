"""Enclave: Order of the World's End, for 2 to 4 players: ruleset enclave-r2.

Where to look: ``cards`` (what is printed), ``events`` and ``state`` (facts and what they change: ``facts``),
``decisions`` (what can be decided), ``play`` (how a game goes on), then one module for each part of the rules:
``setup``, ``planning``, ``locations``, ``boarding``, ``tree``, ``ending``, ``healing``.
"""

from .game import Enclave

game = Enclave()

__all__ = ["Enclave", "game"]
