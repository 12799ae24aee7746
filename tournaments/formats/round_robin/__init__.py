"""Round robins: Berger tables for duels, balanced schedules for tables of 3-4 (docs/formats/round_robin.md)."""

from .cross_table import cross_table
from .format import ROUND_ROBIN

__all__ = ["ROUND_ROBIN", "cross_table"]
