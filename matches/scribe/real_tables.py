"""What a recorded game asks those who hold events at real tables (tournaments), which are a floor above: the hook
``real_tables``. A table is named by its event and by a text of theirs (``spot``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from web import hooks
from web.errors import NotFound


@dataclass(frozen=True, slots=True)
class RealTable:
    """A table as somebody sees it. ``seat`` is where they sit, ``is_officer`` whether they run the event; ``names`` and
    ``players`` are by seat. ``is_done``: its result stands."""

    title: str
    address: str
    game: str
    ruleset: str
    options: Mapping[str, Any]
    players: tuple[UUID | None, ...]
    names: tuple[str, ...]
    seat: int | None
    is_officer: bool
    is_done: bool
    is_listed: bool
    places: tuple[int, ...] = ()
    """Of the result that stands, by seat."""

    @property
    def may_record(self) -> bool:
        return self.seat is not None or self.is_officer


class RealTables(NamedTuple):
    """The hook ``real_tables``."""

    look: Callable[[UUID, str, UUID | None], RealTable | None]
    """Event, spot, who asks; None where it is no event of theirs. Raises NotFound, Conflict (not a real table)."""
    report: Callable[[UUID, str, UUID, Sequence[int], Sequence[int], UUID], None]
    """Event, spot, by whom, places and scores by seat, the decision's id: as if they had typed it. Raises Refused."""
    kept: Callable[[UUID, UUID], None]
    """Event, and the table of ``matches`` at which what was recorded there can be found from now on."""


def look(event: UUID, spot: str, by: UUID | None) -> RealTable:
    """Raises NotFound, Conflict."""
    for given in hooks.given("real_tables"):
        found: RealTable | None = given.look(event, spot, by)
        if found is not None:
            return found
    raise NotFound("unknown_tournament", tournament=str(event))


def report(event: UUID, spot: str, by: UUID, places: Sequence[int], scores: Sequence[int], decision_id: UUID) -> None:
    """Raises Refused."""
    for given in hooks.given("real_tables"):
        given.report(event, spot, by, places, scores, decision_id)


def kept(event: UUID, table: UUID) -> None:
    for given in hooks.given("real_tables"):
        given.kept(event, table)
