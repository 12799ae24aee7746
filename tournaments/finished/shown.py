"""What the page of a closed tournament says first: champions, the podium, everybody's place, the upsets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from tournaments.formats.contract import EntrantNo
from tournaments.pages import words
from tournaments.pages.writing import joined
from tournaments.queries import Asked

from .places import Table, final_places
from .upsets import upsets

PODIUM = 3


@dataclass(frozen=True, slots=True)
class PlaceShown:
    place: int
    no: EntrantNo
    name: str
    mine: bool
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class TableShown:
    """``title`` is the division's, ``""`` where everybody played together. ``podium`` are the first three places, each
    with all who share it."""

    title: str
    champions: str
    podium: Sequence[tuple[int, str]]
    places: Sequence[PlaceShown]


@dataclass(frozen=True, slots=True)
class UpsetShown:
    """``percent`` is the chance that ratings gave the winner."""

    winner: str
    others: str
    percent: int
    where: str
    address: str


@dataclass(frozen=True, slots=True)
class Finished:
    """``picture`` is the address of the picture to share, ``""`` if the page is not for everybody."""

    tables: Sequence[TableShown]
    upsets: Sequence[UpsetShown]
    picture: str = ""


def finished(asked: Asked, picture: str = "") -> Finished | None:
    """None while it goes on, and if nothing was played."""
    tables = tables_of(asked)
    return Finished(tables, _upsets(asked), picture) if tables else None


def tables_of(asked: Asked) -> list[TableShown]:
    """Empty while it goes on, and if nothing was played."""
    return [_table(asked, one) for one in final_places(asked.state)]


def _table(asked: Asked, table: Table) -> TableShown:
    mine = None if asked.entry is None else asked.entry.no
    places = [
        PlaceShown(one.place, one.no, asked.names[one.no], one.no == mine, asked.state.entries[one.no].withdrawn)
        for one in table.places
    ]
    podium = [
        (place, joined([one.name for one in places if one.place == place]))
        for place in range(1, PODIUM + 1)
        if any(one.place == place for one in places)
    ]
    title = words.division(table.division) if table.division else ""
    return TableShown(title, joined([asked.names[no] for no in table.champions]), podium, places)


def _upsets(asked: Asked) -> list[UpsetShown]:
    return [
        UpsetShown(
            asked.names[one.winner],
            joined([asked.names[no] for no in one.others]),
            max(1, round(100 * one.chance)),
            f"{words.stage(one.ref.stage)}, {words.table(one.ref.table, one.ref.round)}",
            address_of(asked.state.id, one.ref.stage, one.ref.round, one.ref.table),
        )
        for one in upsets(asked.state)
    ]


def address_of(tournament: UUID, stage: str, round_no: int, table: int) -> str:
    return reverse("tournaments:table", args=[tournament, stage, round_no, table])


def places_told(asked: Asked) -> str:
    """The podium in one line, for links."""
    tables = final_places(asked.state)
    if len(tables) != 1:
        return ""
    shown = _table(asked, tables[0])
    return ", ".join(f"{place}. {name}" for place, name in shown.podium)
