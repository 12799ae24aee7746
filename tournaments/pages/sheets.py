"""Printed sheets: pairings by table and by name, result slips, standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.queries import Asked
from tournaments.state import Round, Stage
from web.errors import NotFound

from . import shapes, words
from .pictures import cross
from .wall import WallRound, wall_round


class Sheet(StrEnum):
    TABLES = "tables"
    NAMES = "names"
    SLIPS = "slips"
    STANDINGS = "standings"
    RESULTS = "results"
    CROSS = "cross"
    PLAYERS = "players"


TITLES = {
    Sheet.TABLES: gettext_lazy("Pairings by table"),
    Sheet.NAMES: gettext_lazy("Pairings by name"),
    Sheet.SLIPS: gettext_lazy("Result slips"),
    Sheet.STANDINGS: gettext_lazy("Standings"),
    Sheet.RESULTS: gettext_lazy("Results"),
    Sheet.CROSS: gettext_lazy("Cross-table"),
    Sheet.PLAYERS: gettext_lazy("Players"),
}
OF_ROUND = (Sheet.TABLES, Sheet.NAMES, Sheet.SLIPS)
"""Sheets of one round; the others are of a stage."""
PER_SHEET = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A stage with the rounds for which sheets can be printed."""

    key: str
    title: str
    rounds: Sequence[int]


def choices(asked: Asked) -> list[Choice]:
    return [
        Choice(key, words.stage(key), [one.no for one in stage.rounds][::-1])
        for key, stage in list(asked.state.stages.items())[::-1]
    ]


def sheet_of(name: str) -> Sheet:
    """Raises NotFound."""
    if name not in set(Sheet):
        raise NotFound("unknown_address", path=name)
    return Sheet(name)


def round_of(stage: Stage, wanted: int) -> Round:
    """The round that was asked for, by default the running one. Raises NotFound."""
    found = stage.round(wanted) if wanted else stage.running if stage.rounds else None
    if found is None:
        raise NotFound("unknown_round", round=wanted)
    return found


@dataclass(frozen=True, slots=True)
class Slip:
    """``address`` is the table's page, which the slip's code leads to."""

    table: shapes.TableShown
    address: str


def printed(asked: Asked, stage: Stage, sheet: Sheet, round_no: int, site: str) -> dict[str, Any]:
    """What the sheet shows; ``site`` is put before the addresses on slips. Raises NotFound."""
    if sheet is Sheet.PLAYERS:
        return {"players": shapes.field_shown(asked)}
    if sheet is Sheet.RESULTS:
        return {"played": [shapes.round_shown(asked, stage, one) for one in stage.rounds]}
    if sheet is Sheet.CROSS:
        pages = range(1, cross.pages(asked, stage.key) + 1)
        return {"grids": [grid for page in pages for grid in cross.grids(asked, stage.key, page)]}
    if sheet is Sheet.STANDINGS:
        rows = shapes.rows(asked, stage.key)
        return {"rows": rows, "codes": [code for code, _ in rows[0].tie_breaks] if rows else []}
    shown = wall_round(asked, stage, round_of(stage, round_no))
    return {"round": shown, "slips": _slips(asked, shown, site) if sheet is Sheet.SLIPS else []}


def _slips(asked: Asked, shown: WallRound, site: str) -> list[Sequence[Slip]]:
    """In sheets of four; finished tables need no slip."""
    waiting = [
        Slip(one, site + reverse("tournaments:table", args=[asked.state.id, one.stage, one.round, one.no]))
        for one in shown.tables
        if not one.is_done
    ]
    return [waiting[at : at + PER_SHEET] for at in range(0, len(waiting), PER_SHEET)]
