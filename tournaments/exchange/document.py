"""A whole tournament as one JSON document: open, versioned, and unchanged after reading and writing it again.

docs/tournament-json.md says what stands where, docs/tournament-json.schema.json says it to programs. The field names
are those of ``tournaments.state``; a document holds names and ids that the tournament's page shows, and no text that
officers or players wrote to each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal
from uuid import UUID

import msgspec

from elekt_core.record.chain import refuse_floats
from tournaments import plans
from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.queries import Asked, plain_names
from tournaments.services import Changed
from tournaments.state import State, Status
from web.errors import BadRequest
from web.request import from_json

from . import importing

MAX_LENGTH = 32 * 1024 * 1024
"""Characters: a thousand players and eleven rounds take two million."""


@dataclass(frozen=True, slots=True)
class Document:
    """``names`` has all entrants, by number."""

    format: Literal["elekt-tournament"]
    version: Literal[1]
    names: Mapping[EntrantNo, str]
    tournament: State


def document(asked: Asked) -> Document:
    state = replace(asked.state, notes=(), overruled=frozenset())
    return Document("elekt-tournament", 1, plain_names(state), state)


def written(told: Document) -> str:
    """In one canonical form: sorted keys, an indentation of one space, a line end at the end."""
    plain = msgspec.to_builtins(told, str_keys=True, order="sorted", enc_hook=_plain)
    return json.dumps(plain, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} has no place in a document")


def read(text: str) -> Document:
    """``read(written(document)) == document``. Raises BadRequest, which says where the error is."""
    if len(text) > MAX_LENGTH:
        raise BadRequest("too_long", most=MAX_LENGTH)
    try:
        plain = from_json(text)
        refuse_floats(plain)
    except (ValueError, TypeError) as error:
        raise BadRequest("document_unreadable", at="", why=str(error)) from error
    if not isinstance(plain, dict) or plain.get("format") != "elekt-tournament":
        raise BadRequest("not_a_tournament_document")
    if plain.get("version") != 1:
        raise BadRequest("document_version_unknown", version=str(plain.get("version"))[:20])
    return _converted(plain)


def _converted(plain: Mapping[str, Any]) -> Document:
    try:
        told = msgspec.convert(plain, Document, str_keys=True)
    except msgspec.ValidationError as error:
        why, _, at = str(error).partition(" - at ")
        raise BadRequest("document_unreadable", at=at.strip("`").removeprefix("$."), why=why) from error
    return _with_read_plans(told)


def _with_read_plans(told: Document) -> Document:
    """Plans are written as in events; one that cannot be read is refused here."""
    for planned in (*told.tournament.planned, *(stage.plan for stage in told.tournament.stages.values())):
        try:
            plans.read(planned.plan)
        except BadPlan as bad:
            raise BadRequest(
                "document_unreadable", at=f"planned.{planned.key}.{bad.field}", why=bad.reason.code
            ) from bad
    return told


def bring_in(text: str, *, owner: UUID, title: str = "", decision_id: UUID | None = None) -> Changed:
    """A new tournament of ``owner`` in the state that the document describes, with new people of the same names.

    Raises BadRequest, Conflict.
    """
    told = read(text)
    state = told.tournament
    if state.status is None or state.status is Status.CANCELLED:
        raise BadRequest("document_unreadable", at="tournament.status", why=str(state.status))
    state = replace(state, title=title) if title else state
    return importing.bring_in(state, told.names, owner=owner, decision_id=decision_id)


def schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a document."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Document)}
