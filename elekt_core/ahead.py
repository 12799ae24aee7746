"""What people may settle before they are asked: the part of ``Game`` that plans and passing ahead go by.

All of it is optional. Nothing here decides: a plan becomes a decision of its own when the question has come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from .contract import Decision, Event, Game, SeatNo

S = TypeVar("S")

PASSES = (("pass",), ("decline",))


class Ahead(Generic[S]):
    """Inherited by every game."""

    def expected(self, view: S, seat: SeatNo) -> S | None:
        """The ``view`` of a seat that is not asked, as if it were asked its next question now; None if that is unknown.

        People choose from its options what they will answer. ``view`` stays as it is.
        """
        return None

    def is_pass(self, decision: Decision) -> bool:
        """Whether the option does nothing, so that somebody may go on giving it until something concerns them.

        Whether a question offers one must follow from what everybody knows.
        """
        return _game(self).parts(decision) in PASSES

    def concerns(self, event: Event, before: S, seat: SeatNo) -> bool:
        """Whether a fact ends such passing: something happens to the seat, or a round or phase of all begins.

        ``event`` and ``before``, the state that it is folded into, are as spectators know them: what wakes somebody is
        public, so when they wake tells nothing of their hand.
        """
        named = _game(self).encode_event(event).get("seat")
        return named == seat if isinstance(named, int) else _game(self).chapter(event) > 0


def _game(itself: Any) -> Game[Any]:
    game: Game[Any] = itself
    return game
