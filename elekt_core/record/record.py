"""A match's record: its batches of stored events with the decisions that caused them, and a header.

The events of a record carry the same hash chain as the events of a ledger (``chain.py``), so the one proves the other.
How a record looks as text says ``text.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from ..chance import Draw
from ..contract import Decision, Game, Json, Notation, SeatNo, Viewer
from ..errors import BadCards, BadRecord, CoreError
from ..registry import get_game
from .chain import GENESIS, link
from .facts import BESIDE_KINDS, encode_fact, kind_of
from .match import Batch, Play, decode_setup, encode_setup

FORMAT = 5
"""The newest record format that this program reads."""
WITH_CARDS = 2
"""The format of a record that carries the card list it was played with; without it, format 1."""
TIMED = 3
"""The format of a record whose batches have times that the chain covers, with a card list or without."""
WITH_BESIDE = 4
"""The format of a record with facts of clocks or takebacks, with times and a card list or without."""
WITH_SEVERAL = 5
"""The format of a record of what several seats know together, with any of these or without."""

OPEN = "open"
SPECTATOR = "spectator"
Perspective = str | int | tuple[int, ...]
"""Whose eyes a record is written for: ``"open"`` (everything), ``"spectator"``, a seat's number, or those of several
seats in order."""


def perspective_of(viewer: Viewer) -> Perspective:
    if isinstance(viewer, frozenset):
        return tuple(sorted(map(int, viewer)))
    return SPECTATOR if viewer is None else int(viewer)


class Entry(NamedTuple):
    """One event as it is stored. Only records of an older chain have ``at``, which their ``hash`` does not cover."""

    seq: int
    kind: str
    version: int
    payload: Json
    at: str | None = None
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """Events that were appended together. ``meta`` holds the decision (or the setup) and the hash of the position after
    it.

    ``at`` is when, in microseconds since 1970, covered by the hashes; None in simulated games and in an older chain.
    """

    entries: tuple[Entry, ...]
    id: str | None = None
    actor: str | None = None
    meta: Json | None = None
    at: int | None = None

    @property
    def decision(self) -> Json | None:
        """The encoded decision with its ``seat``, if it is known here."""
        return None if self.meta is None else self.meta.get("decision")

    @property
    def state_hash(self) -> str | None:
        return None if self.meta is None else self.meta.get("state")


@dataclass(frozen=True, slots=True)
class Record:
    stream: str
    game: str
    ruleset: str
    seats: int
    options: Json
    card_set: str
    perspective: Perspective
    batches: tuple[StoredBatch, ...]
    cards: str = ""
    """The text of a club's own card list, ``""`` where the game's own cards were played with."""

    @property
    def entries(self) -> list[Entry]:
        return [entry for batch in self.batches for entry in batch.entries]

    def line_of(self, seq: int) -> int:
        """The line of an event in the text: the header stands before it, and the line of each batch up to its own."""
        return 1 + seq + sum(batch.entries[0].seq <= seq for batch in self.batches)

    @property
    def format(self) -> int:
        """The oldest format that can express it."""
        if isinstance(self.perspective, tuple):
            return WITH_SEVERAL
        if not BESIDE_KINDS.keys().isdisjoint([entry.kind for batch in self.batches for entry in batch.entries]):
            return WITH_BESIDE
        if any(batch.at is not None for batch in self.batches):
            return TIMED
        return WITH_CARDS if self.cards else 1

    @property
    def is_open(self) -> bool:
        return self.perspective == OPEN

    @property
    def viewer(self) -> Viewer:
        """The viewer of a redacted record. An open one has none."""
        assert not self.is_open
        if isinstance(self.perspective, tuple):
            return frozenset(map(SeatNo, self.perspective))
        return None if self.perspective == SPECTATOR else SeatNo(int(self.perspective))


def game_of(record: Record) -> Game[Any]:
    """The installed game that the record names, with the card list in the record.

    Raises UnknownGame; BadRecord where the list is not in order.
    """
    game = get_game(record.game)
    if not record.cards:
        return game
    try:
        return game.with_cards(record.cards)
    except BadCards as bad:
        problem = bad.data.get("problem", bad.code)
        raise BadRecord("bad_list", line=1, problem=f"{bad.data.get('where', '')}: {problem}".strip(": ")) from bad


class Stored(Protocol):
    """An event as a ledger returns it."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def payload(self) -> Json: ...
    @property
    def at(self) -> Any: ...
    @property
    def decision_id(self) -> Any: ...
    @property
    def actor(self) -> str | None: ...
    @property
    def meta(self) -> Json | None: ...
    @property
    def hash(self) -> bytes: ...
    @property
    def hashed_at(self) -> int | None: ...


def record_of_stored(game: Game[Any], stream: object, events: Iterable[Stored]) -> Record:
    """The open record of a match's stream, from its first event on. Raises BadRecord if it does not begin with a setup.

    Give it to nobody while the match goes on (see ``redacted_record``).
    """
    batches = _stored_batches(events)
    return _with_header(str(stream), batches, game.cards_under, game.card_list)


def record_without_game(stream: object, events: Iterable[Stored], cards: str = "") -> Record:
    """The same record if the game is not available; ``cards`` is the text of the own card list.

    The first event says which cards were played with, for every game that has any.
    """
    batches = _stored_batches(events)
    card_set = str(batches[0].entries[0].payload.get("card_set", ""))
    return _with_header(str(stream), batches, lambda ruleset: card_set, cards)


def _stored_batches(events: Iterable[Stored]) -> tuple[StoredBatch, ...]:
    batches: list[StoredBatch] = []
    for event in events:
        begins = not batches or (event.decision_id, event.actor, event.meta, event.hashed_at) != _NOTHING
        timed = event.hashed_at if begins else batches[-1].at
        at = None if event.at is None or timed is not None else event.at.isoformat()
        entry = Entry(event.seq, event.kind, event.version, event.payload, at, bytes(event.hash).hex())
        if begins:
            decision_id = None if event.decision_id is None else str(event.decision_id)
            batches.append(StoredBatch((entry,), decision_id, event.actor, event.meta, timed))
        else:
            batches[-1] = replace(batches[-1], entries=(*batches[-1].entries, entry))
    if not batches:
        raise BadRecord("no_events")
    return tuple(batches)


def record_of_play(play: Play[Any], stream: str, actors: Iterable[str | None] = ()) -> Record:
    """The open record of a match in memory, with its chain. ``actors[seat]`` is stored with that seat's decisions."""
    names = list(actors)
    previous = GENESIS
    seq = 0
    batches: list[StoredBatch] = []
    for batch in play.batches:
        decision = batch.decision
        actor = names[decision.seat] if decision is not None and decision.seat < len(names) else None
        meta = encode_meta(play.game, batch)
        entries: list[Entry] = []
        for event in batch.events:
            seq += 1
            entry = encode_entry(play.game, event, seq)
            head = None if entries else head_of(StoredBatch((), None, actor, meta))
            previous = link(previous, envelope(stream, entry, head))
            entries.append(entry._replace(hash=previous.hex()))
        batches.append(StoredBatch(tuple(entries), None, actor, meta))
    return _with_header(stream, tuple(batches), play.game.cards_under, play.game.card_list)


def encode_entry(game: Notation[Any], event: tuple[Any, ...], seq: int) -> Entry:
    """The event in its newest version, without hash and time."""
    kind = kind_of(game, event)
    return Entry(seq, kind, game.event_versions.get(kind, 1), encode_fact(game, event))


def encode_meta(game: Notation[Any], batch: Batch) -> dict[str, Any]:
    """What is stored with a batch besides its events, and written in its batch line."""
    meta: dict[str, Any] = {"state": batch.state_hash}
    if batch.setup is not None:
        meta["setup"] = encode_setup(batch.setup)
    if batch.decision is not None:
        meta["decision"] = encode_meta_decision(game, batch.decision)
    if batch.draws:
        meta["draws"] = [encode_draw(draw) for draw in batch.draws]
    return meta


def encode_draw(draw: Draw) -> list[Any]:
    """``[number, size, result]``; the result is a number or a list."""
    return [draw.number, draw.size, draw.result if isinstance(draw.result, int) else list(draw.result)]


def decode_draw(data: Any) -> Draw:
    """Inverse of ``encode_draw``. Raises BadRecord where it is no draw: not a number or an order of ``size`` things."""
    if type(data) is list and [type(part) for part in data[:2]] == [int, int] and len(data) == 3:
        number, size, result = data
        if type(result) is int and number >= 0 and 0 <= result < size:
            return Draw(number, size, result)
        if type(result) is list and number >= 0 and len(result) == size and {*map(type, result)} <= {int}:
            if sorted(result) == list(range(size)):
                return Draw(number, size, tuple(result))
    raise BadRecord("bad_field", field="draws")


def encode_meta_decision(game: Notation[Any], decision: Decision) -> dict[str, Any]:
    """The decision as it is stored: with its seat."""
    return {"seat": decision.seat, **game.encode_decision(decision)}


def envelope(stream: str, entry: Entry, decision: Json | None) -> dict[str, Any]:
    """What the hash of an event covers. ``decision`` goes with the first event of a batch only."""
    return {
        "stream": stream,
        "seq": entry.seq,
        "kind": entry.kind,
        "version": entry.version,
        "payload": entry.payload,
        "decision": decision,
    }


_NOTHING = (None, None, None, None)


def head_of(batch: StoredBatch) -> Json | None:
    """The ``decision`` of the envelope of a batch's first event."""
    if (batch.id, batch.actor, batch.meta, batch.at) == _NOTHING:
        return None
    cause = {"id": batch.id, "actor": batch.actor, "meta": batch.meta}
    return cause if batch.at is None else {**cause, "at": batch.at}


def _with_header(
    stream: str, batches: tuple[StoredBatch, ...], cards_under: Callable[[str], str], card_list: str
) -> Record:
    try:
        setup = decode_setup((batches[0].meta or {}).get("setup"))
    except CoreError as error:
        raise BadRecord(error.code, **error.data) from None
    return Record(
        stream,
        setup.game,
        setup.ruleset,
        setup.seats,
        setup.options,
        cards_under(setup.ruleset),
        OPEN,
        batches,
        card_list,
    )
