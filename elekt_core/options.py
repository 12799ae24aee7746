"""What a seat may decide, for games that know their choices before they know the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .contract import Decision, SeatNo

Choice = tuple[Any, ...]

_new = tuple.__new__


class Options(Sequence[Decision]):
    """Choices of one seat as decisions, each made only when it is looked at (``options_of``)."""

    __slots__ = ("choices", "kind", "seat")

    seat: SeatNo
    kind: str
    choices: Sequence[Choice]

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, index: Any) -> Any:
        choice = self.choices[index]
        if type(index) is slice:
            return list(options_of(self.seat, self.kind, choice))
        return _new(Decision, (self.seat, self.kind, choice))

    def __contains__(self, decision: object) -> bool:
        if not isinstance(decision, Decision):
            return False
        return decision.seat == self.seat and decision.kind == self.kind and decision.choice in self.choices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a sequence compared by its content


def options_of(seat: Any, kind: str, choices: Sequence[Choice]) -> Options:
    """The choices as decisions. (An ``__init__`` would take twice the time.)"""
    made = Options()
    made.seat = seat
    made.kind = kind
    made.choices = choices
    return made
