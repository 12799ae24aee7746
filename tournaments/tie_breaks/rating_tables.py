"""FIDE's tables between scores and differences of rating (Handbook B.02, 8.1.1 and 8.1.2), as whole numbers."""

from __future__ import annotations

from bisect import bisect_left

_ABOVE_HALF = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193),
    *(202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538),
    *(589, 677, 800),
)
_LAST_DIFFERENCE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)
"""The greatest difference at which 50, 51, 52... 99 per cent are expected."""
FARTHEST = _LAST_DIFFERENCE[-1] + 1
"""From this difference on, everything is expected of the stronger one."""


def difference(percent: int) -> int:
    """8.1.1: how far a performance of so many per cent (0-100) is above the opponents' average rating."""
    return _ABOVE_HALF[percent - 50] if percent >= 50 else -_ABOVE_HALF[50 - percent]


def expected(above: int) -> int:
    """8.1.2, without the 400-point limit: the expected per cent (0-100) of a player rated ``above`` the opponent."""
    stronger = 50 + bisect_left(_LAST_DIFFERENCE, abs(above))
    return stronger if above >= 0 else 100 - stronger
