"""Read the desk's forms: tables, results, people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any, TypeVar
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from players import queries as players
from tournaments.commands import Reasoned
from tournaments.corrections import KEEP
from tournaments.decisions.presence import unplayed
from tournaments.decisions.results import table_at
from tournaments.formats.contract import Bye, Result, RoundNo
from tournaments.state import Role, State, TableRef
from web import posted
from web.decoding import VERBATIM, Prefixed
from web.errors import BadRequest, NotFound
from web.posted import Whole
from web.request import MAX_DIGITS, whole

T = TypeVar("T")
DUELS: Mapping[str, Result] = {
    "1-0": Result((1, 2)),
    "draw": Result((1, 1)),
    "0-1": Result((2, 1)),
    "+-": unplayed(2, frozenset({1})),
    "-+": unplayed(2, frozenset({0})),
    "--": unplayed(2, frozenset({0, 1})),
}
"""The results of a duel that have a button of their own."""


# --- what forms send ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """Which of several buttons was pressed, and the remark sent with it."""

    do: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What the organiser has chosen after a preview, for the tables (``choice``) and the ``later`` stages."""

    choice: str = ""
    later: str = KEEP
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OfEntrant:
    no: Whole


@dataclass(frozen=True, slots=True)
class OfStage:
    stage: str = ""


@dataclass(frozen=True, slots=True)
class OfRound:
    round: Whole


@dataclass(frozen=True, slots=True)
class OfTable:
    round: Whole
    table: Whole
    stage: str = ""

    @property
    def ref(self) -> TableRef:
        return TableRef(self.stage, RoundNo(self.round), self.table)


@dataclass(frozen=True, slots=True)
class Pasted:
    """A list of ``names``; ``yes`` confirms that ``accounts`` of that name, or several people of one name
    (``doubles``), are meant.
    """

    names: Annotated[str, VERBATIM] = ""
    accounts: str = ""
    doubles: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """The player called ``name``, who has an account, gets ``role``; ``player`` (an id) without a role loses theirs."""

    name: str = ""
    player: UUID | None = None
    role: str = ""

    def whom(self) -> tuple[UUID, Role | None]:
        """Raises BadRequest, NotFound."""
        if self.role:
            try:
                return account(self.name), Role(self.role)
            except ValueError:
                raise BadRequest("bad_field", field="role") from None
        if self.player is None:
            raise BadRequest("bad_field", field="player")
        return self.player, None


@dataclass(frozen=True, slots=True)
class ResultSent:
    """``duel`` (a key of ``DUELS``), or ``place_0``... with ``score_0``...; the place ``-`` means that they did not
    appear.
    """

    duel: str = ""
    places: Annotated[dict[str, str], Prefixed("place_")] = field(default_factory=dict)
    scores: Annotated[dict[str, str], Prefixed("score_")] = field(default_factory=dict)
    table: str = ""

    def result(self, seats: int) -> Result:
        """Raises BadRequest, which names the seat's field; ``places_missing`` if a seat has no place."""
        if self.duel:
            if self.duel not in DUELS or seats != 2:
                raise BadRequest("bad_field", field="duel")
            return DUELS[self.duel]
        written = [self.places.get(str(seat), "") for seat in range(seats)]
        if not all(written):
            raise BadRequest("places_missing", field="places", table=self.table)
        missing = frozenset(seat for seat, text in enumerate(written) if text == "-")
        if len(missing) == seats:
            return unplayed(seats, missing)
        last = seats - len(missing) + 1
        places = [last if seat in missing else number(text, f"place_{seat}") for seat, text in enumerate(written)]
        return Result(tuple(places), self._scores(seats), missing)

    def _scores(self, seats: int) -> tuple[int, ...]:
        """The scores of all seats or of none; whoever did not appear has none."""
        written = [self.scores.get(str(seat), "") for seat in range(seats)]
        if not any(written):
            return ()
        return tuple(number(text, f"score_{seat}") if text else 0 for seat, text in enumerate(written))


# --- what it means --------------------------------------------------------------------------------------------


def command(request: HttpRequest, kind: type[T], **given: Any) -> T:
    """A command read from its fields. The remark is checked by the change itself, which limits its length. Raises
    BadRequest.
    """
    said = {"reason": posted.read(request, Pressed).reason} if issubclass(kind, Reasoned) else {}
    return posted.read(request, kind, **said, **given)


def number(text: str, field: str) -> int:
    """Raises BadRequest."""
    try:
        return whole(text)
    except ValueError:
        raise BadRequest("bad_field", field=field) from None


def table_ref(request: HttpRequest) -> TableRef:
    """The table named by ``stage``, ``round`` and ``table``. Raises BadRequest."""
    return posted.read(request, OfTable).ref


def account(name: str) -> UUID:
    """The only player of that name who can still log in. Raises NotFound, with the nearest existing name."""
    name = " ".join(name.split())
    found = [one for one in players.called(name) if not one.guest]
    if len(found) == 1:
        return found[0].id
    if found:
        raise NotFound("several_of_that_name", field="name", name=name)
    if near := players.nearest(name):
        raise NotFound("nobody_of_that_name_near", field="name", name=name, near=near)
    raise NotFound("nobody_of_that_name", field="name", name=name)


def result(request: HttpRequest, seats: int) -> Result:
    """Raises BadRequest."""
    return posted.read(request, ResultSent).result(seats)


def bye(text: str) -> Bye | None:
    """A bye; None if the field is empty. Raises BadRequest."""
    try:
        return Bye(text) if text else None
    except ValueError:
        raise BadRequest("bad_field", field="bye") from None


def corrected(request: HttpRequest, state: State, ref: TableRef) -> Result | None:
    """The corrected result of a table; None (``do`` is ``clear``) clears it. Raises NotFound, BadRequest."""
    seats = len(table_at(state, ref).pairing.seats)
    return None if posted.read(request, Pressed).do == "clear" else result(request, seats)


def moment(text: str, field: str) -> datetime:
    """A moment in local time, as browsers send it. Raises BadRequest."""
    try:
        found = datetime.fromisoformat(text[:40])
    except ValueError:
        raise BadRequest("bad_new_deadline", field=field) from None
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def half_points(text: str, field: str) -> int:
    """Points as people type them (``1``, ``0.5``, ``1,5``), in half-points. Raises BadRequest."""
    try:
        doubled = 2 * Fraction(text[:MAX_DIGITS].replace(",", ".").strip())
    except (ValueError, ZeroDivisionError):
        raise BadRequest("bad_field", field=field) from None
    if doubled.denominator != 1 or doubled < 0:
        raise BadRequest("bad_field", field=field)
    return int(doubled)
