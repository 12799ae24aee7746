"""A waiting effect may hold a card that its player has chosen from hand: nobody else may see it in the step (E4)."""

from __future__ import annotations

from typing import Any, Final

from ...contract import UNKNOWN, Viewer, sees
from . import agenda as a

SECRET: Final = ("hand", "give")
"""Targets that may name a card in a hidden hand."""


def step_as_seen(step: Any, viewer: Viewer) -> Any:
    if type(step) is not a.Do or sees(viewer, step.seat):
        return step
    seen = tuple([(word, UNKNOWN if word in SECRET else value) for word, value in step.targets])
    return step._replace(targets=seen)


def agenda_as_seen(steps: tuple[Any, ...], viewer: Viewer) -> tuple[Any, ...]:
    return tuple([step_as_seen(step, viewer) for step in steps])


def with_hidden_target(step: Any, hands: list[tuple[int, ...]]) -> Any:
    """The step of a view as it could be with these hands: any card in the hand will do."""
    if type(step) is not a.Do:
        return step
    hand = hands[step.seat]
    chosen = tuple(
        [(word, hand[0] if word in SECRET and value == UNKNOWN and hand else value) for word, value in step.targets]
    )
    return step._replace(targets=chosen)
