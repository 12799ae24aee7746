"""The live streams of matches and tables, for pages and for programs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from uuid import UUID

from web import languages
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience, Kind, Place, each

from ..games import game_of
from ..models import Match, Table
from ..watching.tiles import tile
from . import fragments, queries, warm_rows
from .redaction import parse_perspective
from .shapes import MatchShown
from .timeline import timelines


def facts(match_id: UUID, viewer: str, after: int, version: int) -> Iterator[tuple[int, str, str]]:
    """What has happened after event ``after``, as this viewer may know it."""
    row = Match.objects.get(id=match_id)
    timeline = timelines.get(row.id, lambda: game_of(row))
    timeline.catch_up(at_least=version)
    seen_as = parse_perspective(viewer, timeline.game.ruleset(row.ruleset).seats[-1])
    for fact in queries.facts(timeline, seen_as, after, version):
        yield fact.seq, fact.kind, json.dumps(fact.as_json(), ensure_ascii=False)


def tiles(match_id: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    """The match where several are watched at once, which spectators alone do."""
    assert viewer == "spectator", viewer
    return {"tile": tile(match_id)}


def facts_url(match: MatchShown, after: int, listener: Listener) -> str:
    """Where a program hears the facts after event ``after``, as the asker may know them."""
    seat = "spectator" if match.my_seat is None else str(match.my_seat)
    viewer = "open" if match.practice else seat
    return sse.address(Audience("match", match.id, viewer, languages.current(), "json"), after, listener)


def _held(places: Collection[Place]) -> AbstractContextManager[None]:
    return warm_rows.held({match for match, _ in places})


MATCHES = Kind(
    "match",
    Match,
    fragments.match_frames,
    each(queries.may_hear_match),
    facts,
    grows=("undone", "log"),
    grown=fragments.match_lines,
    small=tiles,
    reading=_held,
    stands=warm_rows.version,
)
TABLES = Kind("table", Table, fragments.table_frames, queries.may_hear_tables)
