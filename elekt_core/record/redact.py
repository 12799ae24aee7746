"""A record redacted for one viewer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..contract import Event, Game, Json, Rules, Viewer, sees
from ..errors import BadRecord
from .facts import is_beside
from .record import Entry, Record, StoredBatch, encode_entry, game_of, perspective_of
from .replay import decode_entry


def redacted_record(record: Record, viewer: Viewer, game: Game[Any] | None = None) -> Record:
    """The open ``record`` as ``viewer`` (a seat, several, or None for a spectator) may know it.

    It holds every event as the viewer may know it and the viewer's own decisions. It holds no hash of an event or of a
    position: from these hidden cards could be guessed by trial. Other seats' decisions and the ids that their
    clients gave them are left out; who acted, and when, is public. Raises BadRecord for a record that is not open.
    """
    if not record.is_open:
        raise BadRecord("already_redacted", perspective=record.perspective)
    game = game or game_of(record)
    batches = tuple(_batch(game, batch, viewer) for batch in record.batches)
    return replace(
        record, perspective=perspective_of(viewer), options=game.public_options(record.options), batches=batches
    )


def redacted(game: Rules[Any], fact: Event, viewer: Viewer) -> Event:
    """The fact as the viewer may know it. Clocks and takebacks are public."""
    return fact if is_beside(fact) else game.redact(fact, viewer)


def _batch(game: Game[Any], batch: StoredBatch, viewer: Viewer) -> StoredBatch:
    entries = tuple(_entry(game, entry, viewer) for entry in batch.entries)
    meta = batch.meta or {}
    if "setup" in meta:
        return StoredBatch(entries, None, batch.actor, {"setup": _public(game, meta["setup"])}, batch.at)
    decision = meta.get("decision") or {}
    if "seat" in decision and sees(viewer, decision["seat"]):
        return StoredBatch(entries, batch.id, batch.actor, {"decision": decision}, batch.at)
    return StoredBatch(entries, None, batch.actor, None, batch.at)


def _public(game: Game[Any], setup: Json) -> Json:
    """Without options that reveal hidden cards (a position)."""
    options = setup.get("options")
    return {**setup, "options": game.public_options(options)} if isinstance(options, dict) else setup


def _entry(game: Game[Any], entry: Entry, viewer: Viewer) -> Entry:
    event = redacted(game, decode_entry(game, entry), viewer)
    return encode_entry(game, event, entry.seq)._replace(at=entry.at)
