"""What can happen to a table, and the fold of it. A table's stream holds ids only, never a name.

Once its match has started, the match goes on in a stream of its own, whose events belong to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID


@dataclass(frozen=True, slots=True)
class TableOpened:
    game: str
    ruleset: str
    size: int
    options: Mapping[str, Any]
    access: str
    host: UUID
    invited: tuple[UUID, ...]
    cards: str = ""
    """The hash of an own card list, ``""`` for the game's own cards."""
    card_list: UUID | None = None
    """The list that it was taken from."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: int
    player: UUID


@dataclass(frozen=True, slots=True)
class BotSeated:
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player stood up, or a bot was taken away."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """All seats are taken; the game goes on in the stream ``match``."""

    match: UUID


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Nobody will play here; only an open table can be closed."""


TableEvent = TableOpened | SeatTaken | BotSeated | SeatLeft | MatchStarted | TableClosed

KINDS: Mapping[str, Callable[..., TableEvent]] = {
    "table_opened": TableOpened,
    "seat_taken": SeatTaken,
    "bot_seated": BotSeated,
    "seat_left": SeatLeft,
    "match_started": MatchStarted,
    "table_closed": TableClosed,
}
_NAMES = {cls: kind for kind, cls in KINDS.items()}
FIRST_KIND = "table_opened"
HIDDEN = ("named", "practice")
"""Kinds of access that leave it unknown to others that there is a table."""
VERSION = 1


@dataclass(slots=True)
class Place:
    """A seat as it stands: ``player`` and ``bot`` are both empty while nobody has it."""

    player: UUID | None = None
    bot: str = ""

    @property
    def is_free(self) -> bool:
        return self.player is None and not self.bot


@dataclass(slots=True)
class TableFold:
    """A table as its events tell it."""

    id: UUID
    version: int = 0
    game: str = ""
    ruleset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    access: str = ""
    host: UUID | None = None
    invited: tuple[UUID, ...] = ()
    cards: str = ""
    card_list: UUID | None = None
    places: list[Place] = field(default_factory=list)
    status: str = ""
    match: UUID | None = None
    opened_at: datetime | None = None

    def apply(self, event: TableEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case TableOpened():
                self.game, self.ruleset, self.options = event.game, event.ruleset, event.options
                self.access, self.host, self.invited = event.access, event.host, event.invited
                self.cards, self.card_list = event.cards, event.card_list
                self.places = [Place() for _ in range(event.size)]
                self.status, self.opened_at = "open", at
            case SeatTaken():
                self.places[event.seat] = Place(player=event.player)
            case BotSeated():
                self.places[event.seat] = Place(bot=event.bot)
            case SeatLeft():
                self.places[event.seat] = Place()
            case MatchStarted():
                self.status, self.match = "started", event.match
            case TableClosed():
                self.status = "closed"
            case _:
                assert_never(event)

    def is_open_to(self, player: UUID) -> bool:
        """Whether the player may know of the table. At one for named players nobody else ever sits."""
        return self.access not in HIDDEN or player == self.host or player in self.invited

    def seat_of(self, player: UUID | None) -> int | None:
        return next((n for n, place in enumerate(self.places) if player and place.player == player), None)

    def free_seats(self) -> Sequence[int]:
        return [n for n, place in enumerate(self.places) if place.is_free]


def kind_of(event: TableEvent) -> str:
    return _NAMES[type(event)]


def encode(event: TableEvent) -> dict[str, Any]:
    return {key: _plain(value) for key, value in asdict(event).items()}


def decode(kind: str, version: int, payload: Mapping[str, Any]) -> TableEvent:
    """Raises KeyError for a kind, ValueError for a version, that this program does not know."""
    if version != VERSION:
        raise ValueError(f"{kind} has version {version}, this program knows {VERSION}")
    read = {key: _READERS[key](value) if key in _READERS else value for key, value in payload.items()}
    return KINDS[kind](**read)


def _plain(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "host": UUID,
    "player": UUID,
    "match": UUID,
    "card_list": lambda id_: None if id_ is None else UUID(id_),
    "invited": lambda ids: tuple(UUID(i) for i in ids),
}
