"""A decision as a path of small steps: which paths a beginning leads to, and which step may come next.

The parts of a decision are taken from first to last. Neighbours that the game lets come in any order
(``Presentation.any_order``: the cards of a choice of several) may be taken in any order among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from elekt_core.contract import Decision, Presentation


def along(
    game: Presentation[Any], options: Sequence[Decision], taken: Sequence[str]
) -> list[tuple[tuple[str, ...], Decision]]:
    """What is left of each option that the steps ``taken`` lead to; those that name them in this very order first."""
    asked = tuple(taken)
    exact: list[tuple[tuple[str, ...], Decision]] = []
    others: list[tuple[tuple[str, ...], Decision]] = []
    for option in options:
        parts = game.parts(option)
        rest = left(game, parts, asked)
        if rest is not None:
            (exact if parts[: len(asked)] == asked else others).append((rest, option))
    return exact + others


def without(
    game: Presentation[Any], options: Sequence[Decision], taken: Sequence[str], at: int
) -> tuple[str, ...] | None:
    """The steps ``taken`` without the one at ``at``, where they still lead to an option."""
    fewer = (*taken[:at], *taken[at + 1 :])
    leads = any(left(game, game.parts(option), fewer) is not None for option in options)
    return fewer if leads else None


def left(game: Presentation[Any], parts: Sequence[str], taken: Sequence[str]) -> tuple[str, ...] | None:
    """What is left of the path ``parts`` after the steps ``taken``; None where they do not lead along it."""
    rest = list(parts)
    for step in taken:
        if step not in following(game, rest):
            return None
        rest.remove(step)
    return tuple(rest)


def following(game: Presentation[Any], rest: Sequence[str]) -> tuple[str, ...]:
    """The steps that may be taken next where ``rest`` is left, in the order of the path."""
    free = tuple(takewhile(game.any_order, rest))
    return free or tuple(rest[:1])
