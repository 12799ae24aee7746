"""Arenas: within a time window, free players are paired again and again (docs/formats/arena.md)."""

from .format import ARENA

__all__ = ["ARENA"]
