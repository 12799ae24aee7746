"""Arenas: a time window, everyone who is free is paired again and again (docs/formats/arena.md)."""

from .format import ARENA

__all__ = ["ARENA"]
