"""Who looks on at a live stream, and the frames made for them: one audience, one set of bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import Model
from django.utils import translation

from . import perspective as looking
from . import queries
from .games import game_of
from .models import Match, Table
from .timeline import shelf

Render = Callable[[UUID, str, int, int], Mapping[str, str]]
"""(id of the match or table, viewer, after, version) to fragments by name, in the current language.

``after`` is where the audience stands: what grows, like a log, need only be sent from there.
"""


class Audience(NamedTuple):
    """Everybody who gets the same bytes.

    ``viewer`` is a perspective (``"0"``, ``"spectator"``) of a match, or the id of the player (or ``""``) at a table.
    ``form`` is ``html`` or ``json``.
    """

    kind: str
    stream: UUID
    viewer: str
    language: str
    form: str


class Frame(NamedTuple):
    """Bytes of one or more SSE events, which bring a client from ``after`` to ``version``."""

    after: int
    version: int
    data: bytes


renderers: dict[str, Render] = {}
"""By kind of stream, ``match`` or ``table``. Pages register theirs when the app is ready."""

models: dict[str, type[Model]] = {"match": Match, "table": Table}
"""By kind of stream: the read model whose ``version`` says where a stream stands."""


def versions(streams: Mapping[UUID, str]) -> dict[UUID, int]:
    """Where each of the streams (id to kind) stands."""
    found: dict[UUID, int] = {}
    for kind, model in models.items():
        ids = [stream for stream, its in streams.items() if its == kind]
        if ids:
            found.update(model._default_manager.filter(id__in=ids).values_list("id", "version"))
    return found


def frames(audience: Audience, after: int) -> tuple[int, list[Frame]]:
    """Where the stream stands, and what brings an audience that stands at ``after`` there; empty if it is there."""
    version = versions({audience.stream: audience.kind}).get(audience.stream, 0)
    if version <= after:
        return version, []
    if audience.form == "json":
        return version, _facts(audience, after, version)
    with translation.override(audience.language):
        fragments = renderers[audience.kind](audience.stream, audience.viewer, after, version)
    events = [event(name, html) for name, html in fragments.items()]
    return version, [Frame(after, version, b"".join([*events, event("version", str(version), version)]))]


def event(name: str, text: str, id_: int | None = None) -> bytes:
    """One SSE event. Every line of the text needs its own ``data:``."""
    head = [f"event: {name}"] if id_ is None else [f"id: {id_}", f"event: {name}"]
    body = [f"data: {line}" for line in text.splitlines()] or ["data:"]
    return ("\n".join([*head, *body]) + "\n\n").encode()


def _facts(audience: Audience, after: int, version: int) -> list[Frame]:
    row = Match.objects.get(id=audience.stream)
    timeline = shelf.get(row.id, lambda: game_of(row))
    timeline.catch_up(at_least=version)
    seen_as = looking.parse(audience.viewer, timeline.game.ruleset(row.ruleset).seats[-1])
    return [
        Frame(fact.seq - 1, fact.seq, event(fact.kind, json.dumps(fact.as_json(), ensure_ascii=False), fact.seq))
        for fact in queries.facts(timeline, seen_as, after, version)
    ]
