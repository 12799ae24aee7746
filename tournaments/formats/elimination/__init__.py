"""Single and double elimination, for duels and for tables of 3-4 (docs/formats/elimination.md)."""

from .fill import Filled, Filling, contradictions, fill
from .format import DOUBLE_ELIMINATION, SINGLE_ELIMINATION
from .options import bracket, length
from .picture import columns
from .series import LevelSeries, series

__all__ = [
    "SINGLE_ELIMINATION",
    "DOUBLE_ELIMINATION",
    "bracket",
    "fill",
    "Filled",
    "Filling",
    "contradictions",
    "length",
    "series",
    "LevelSeries",
    "columns",
]
