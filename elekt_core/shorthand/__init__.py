"""The short notation: a match as people write it on paper and read it aloud (docs/short-notation.md)."""

from .read import Shorthand, Variation, read_shorthand
from .syntax import SEATS, BadShorthand
from .write import write_shorthand

__all__ = ["SEATS", "BadShorthand", "Shorthand", "Variation", "read_shorthand", "write_shorthand"]
