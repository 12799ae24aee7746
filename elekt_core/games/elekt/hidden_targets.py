"""A waiting effect may hold a card that its player has chosen from hand: nobody else may see it in the step (E4)."""

from __future__ import annotations

from typing import Any, Final

from ...contract import UNKNOWN, Viewer
from . import agenda as a

SECRET: Final = ("hand", "give")
"""Targets that may name a card in a hidden hand."""

Step = tuple[Any, ...]


def step_as_seen(step: Step, viewer: Viewer) -> Step:
    if not step or step[0] != a.DO or step[1] == viewer:
        return step
    *head, targets = step
    return (*head, tuple([(word, UNKNOWN if word in SECRET else value) for word, value in targets]))


def agenda_as_seen(steps: tuple[Step, ...], viewer: Viewer) -> tuple[Step, ...]:
    return tuple([step_as_seen(step, viewer) for step in steps])


def with_hidden_target(step: Step, hands: list[tuple[int, ...]]) -> Step:
    """The step of a view as it could be in a position with these hands: any card of the hand will do."""
    if not step or step[0] != a.DO:
        return step
    *head, targets = step
    hand = hands[step[1]]
    chosen = tuple(
        [(word, hand[0] if word in SECRET and value == UNKNOWN and hand else value) for word, value in targets]
    )
    return (*head, chosen)
