"""What a seat may decide, for games that know their choices before they know the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .contract import Decision, SeatNo

Choice = tuple[Any, ...]


class Options(Sequence[Decision]):
    """Choices of one seat as decisions, each made only when it is looked at."""

    __slots__ = ("choices", "kind", "seat")

    def __init__(self, seat: Any, kind: str, choices: Sequence[Choice]) -> None:
        self.seat: SeatNo = seat
        self.kind = kind
        self.choices = choices

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(Options(self.seat, self.kind, self.choices[index]))
        return tuple.__new__(Decision, (self.seat, self.kind, self.choices[index]))

    def __contains__(self, decision: object) -> bool:
        if not isinstance(decision, Decision):
            return False
        return decision.seat == self.seat and decision.kind == self.kind and decision.choice in self.choices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a sequence compared by its content
