"""Ratings from elsewhere, as a table or as JSON: player, ladder, rating, games, day. Valid lines are imported, and each
invalid line is reported with its reason.

A CSV file has a heading with some of ``COLUMNS``, separated by commas or semicolons. JSON is a list of objects with the
same names. ``player`` is ``player:ID``, ``bot:NAME``, the name somebody logs in with, or what others call them where
only one account is called so. Where a line says nothing of a ladder, the one given beside the file holds.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from web.encoding import UNSHOWN, ShownAs, component
from web.error_words import explain
from web.errors import BadRequest, NotFound, Refused

from ..models import Player
from . import measures
from .commands import ImportRatings, ImportText
from .decide import said
from .events import Imported, LadderKey, ladder_key
from .models import Ladder
from .outcome import BOT, PERSON, person

COLUMNS = ("player", "rating", "games", "date", "highest", "young_until", "game", "ruleset", "speed", "mode")
NEEDED = ("player", "rating")
MAX_LINES = 5000
MAX_LENGTH = 2_000_000
"""Characters of a file."""
SENTENCE = ShownAs(str, lambda why: explain(why).sentence)


@component("ImportLine")
@dataclass(frozen=True, slots=True)
class Refusal:
    """``line`` counts from 1 as an editor does; in JSON it is the number of the object."""

    line: int
    why: Annotated[Refused, SENTENCE]


@dataclass(frozen=True, slots=True)
class Line:
    line: int
    ladder: LadderKey
    entry: Imported


@component("RatingsImported")
@dataclass(frozen=True, slots=True)
class Report:
    """``taken`` and ``refused`` lines, in order; ``facts`` are the numbers of the imports, by ladder, ``number``
    is that on the ladder of lines that name none."""

    taken: Annotated[list[Line], ShownAs(int, len)]
    refused: list[Refusal]
    facts: Annotated[Mapping[LadderKey, int], UNSHOWN]
    number: Annotated[int | None, "Of the import; null: nothing was valid."] = None


def read(text: str, ladder: LadderKey | None) -> tuple[list[Line], list[Refusal]]:
    """The valid lines, and the refused ones. Raises Refused (not_json, not_csv, too_many_entries)."""
    if len(text) > MAX_LENGTH:
        raise BadRequest("too_many_entries", most=MAX_LINES)
    taken: list[Line] = []
    refused: list[Refusal] = []
    seen: set[tuple[LadderKey, str]] = set()
    rows = _objects(text) if text.lstrip()[:1] in ("[", "{") else _table(text)
    for number, (line, row) in enumerate(rows):
        if number == MAX_LINES:
            raise BadRequest("too_many_entries", most=MAX_LINES)
        try:
            one = _line(line, row, ladder)
            if (one.ladder, one.entry.who) in seen:
                raise BadRequest("imported_twice", who=str(row["player"])[:100])
        except Refused as why:
            refused.append(Refusal(line, why))
            continue
        seen.add((one.ladder, one.entry.who))
        taken.append(one)
    return taken, refused


def take(command: ImportText, *, actor: str, now: datetime, decision_id: UUID | None = None) -> Report:
    """Import what is valid: one fact for each ladder. Sent twice with one ``decision_id``, it counts once.

    Raises Refused as ``read`` does; nothing_to_import where no line is valid and none is refused.
    """
    taken, refused = read(command.text, command.ladder)
    if not taken and not refused:
        raise BadRequest("nothing_to_import")
    decision_id, facts = decision_id or uuid4(), {}
    with transaction.atomic():
        for key in sorted({one.ladder for one in taken}, key=said):
            entries = tuple(one.entry for one in taken if one.ladder == key)
            asked, decision = ImportRatings(key, entries, command.reason), uuid5(decision_id, said(key))
            facts[key] = measures.change(asked, actor=actor, now=now, decision_id=decision).number
    return Report(taken, refused, facts, None if command.ladder is None else facts.get(command.ladder))


def _line(line: int, row: Mapping[str, Any], ladder: LadderKey | None) -> Line:
    for name in row:
        if name not in COLUMNS:
            raise BadRequest("unknown_field", field=str(name)[:40])
    for name in NEEDED:
        if row.get(name) in (None, ""):
            raise BadRequest("missing_field", field=name)
    key = _ladder(row, ladder)
    entry = Imported(
        _who(row["player"]),
        _number(row, "rating"),
        _number(row, "games"),
        str(row.get("date") or ""),
        _number(row, "highest"),
        _number(row, "young_until"),
    )
    measures.check_entry(key, entry)
    return Line(line, key, entry)


def _ladder(row: Mapping[str, Any], given: LadderKey | None) -> LadderKey:
    """The line's own ladder, as far as it is named; it must be named unless it was given beside the file."""
    own = [row.get(name) for name in ("game", "ruleset", "speed", "mode")]
    if not any(own):
        if given is None:
            raise BadRequest("missing_field", field="game")
        return given
    rest = ("", "", "live", "club") if given is None else (given.game, given.ruleset, given.speed, given.mode)
    key = ladder_key(*(str(one) if one else other for one, other in zip(own, rest, strict=True)))
    measures.check_mode(key)
    if (
        key != given
        and not Ladder.objects.filter(
            game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode, facts__gt=0
        ).exists()
    ):
        raise NotFound("ratings.unknown_ladder", ladder=said(key)[:100])
    return key


def _who(named: Any) -> str:
    name = str(named).strip()
    if name.startswith((PERSON, BOT)):
        return name
    accounts = Player.objects.filter(username__isnull=False, erased_at__isnull=True)
    found = accounts.filter(username=name).first()
    if found is not None:
        return person(found.pk)
    called = list(accounts.filter(name=name)[:2])
    if not called:
        raise BadRequest("ratings.unknown_player", who=name[:100])
    if len(called) > 1:
        raise BadRequest("ambiguous_player", who=name[:100])
    return person(called[0].pk)


def _number(row: Mapping[str, Any], name: str) -> Any:
    """What is not a whole number stays as it is, and is refused by name."""
    value = row.get(name)
    if value is None or value == "":
        return 0
    if isinstance(value, str):
        text = value.strip()
        return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 10 else text
    return value


def _objects(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest("not_json", why=str(error)[:200]) from error
    if not isinstance(rows, list):
        raise BadRequest("ratings.bad_field", field="JSON", why="list", most=MAX_LINES)
    for number, row in enumerate(rows, 1):
        yield number, row if isinstance(row, dict) else {"player": None}


def _table(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    lines = csv.reader(io.StringIO(text), delimiter=";" if ";" in first else ",", strict=True)
    try:
        heading = [name.strip().lower() for name in next(lines, [])]
        _check_heading(heading)
        for cells in lines:
            if any(cell.strip() for cell in cells):
                yield lines.line_num, _cells(heading, cells)
    except csv.Error as error:
        raise BadRequest("not_csv", columns=", ".join(NEEDED), why=f"{lines.line_num}: {error}") from error


def _check_heading(heading: Sequence[str]) -> None:
    missing = [name for name in NEEDED if name not in heading]
    unknown = [name for name in heading if name not in COLUMNS]
    if missing or unknown or len(set(heading)) < len(heading):
        raise BadRequest("not_csv", columns=", ".join(COLUMNS), why=", ".join((*missing, *unknown, *heading))[:100])


def _cells(heading: Sequence[str], cells: Sequence[str]) -> Mapping[str, Any]:
    return dict(zip(heading, cells, strict=False)) if len(cells) <= len(heading) else {"…": ""}
