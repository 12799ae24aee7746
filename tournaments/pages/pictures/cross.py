"""A cross table as a grid: opponents against opponents in a round robin, rounds in everything else. O(cells)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import stages
from tournaments.formats.contract import EntrantNo, Stage, Standing
from tournaments.formats.groups import GROUPS, groups
from tournaments.formats.round_robin.cross_table import Meeting, cross_table
from tournaments.formats.round_robin.format import ROUND_ROBIN
from tournaments.pages import words, writing
from tournaments.queries import Asked
from tournaments.scoring import Game, History, Kind

LINE, HEAD, NAME, RANK, POINTS, MARGIN = 30, 34, 210, 44, 64, 1
NARROW, WIDE, WIDEST, LETTER = 46, 84, 160, 9
"""Cells, and how much wider one becomes for each further letter."""
MAX_ROWS, MAX_CELLS = 128, 2000
"""Of a page of a table by rounds: a round robin of 128 has 127."""
MAX_COLUMNS = 40
"""Of a grid of everybody against everybody; where more play, it is drawn by rounds."""


@dataclass(frozen=True, slots=True)
class Cell:
    """``round`` and ``table`` are 0 if there is no table to link to; ``label`` says everything."""

    x: int
    text: str
    label: str
    round: int = 0
    table: int = 0
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class RowDrawn:
    y: int
    no: int
    line: int
    """From 1: by this number other rows name it, also where places are shared."""
    name: str
    full: str
    points: str
    mine: bool
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Head:
    x: int
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class Grid:
    """``points_x`` is where the points stand; ``cell`` the width of a cell; ``line`` the height of a row."""

    id: str
    title: str
    width: int
    height: int
    cell: int
    line: int
    name_x: int
    points_x: int
    heads: Sequence[Head]
    rows: Sequence[RowDrawn]

    @property
    def half(self) -> int:
        """From the left of a cell to its middle."""
        return self.cell // 2

    @property
    def inner(self) -> int:
        return self.width - 2 * MARGIN


def grids(asked: Asked, key: str, page: int) -> list[Grid]:
    """One grid for each group; of a long table only the rows of ``page``, from 1."""
    stage = stages.stage_of(asked.state, key)
    if stage.plan.format == GROUPS.name:
        named = {name: _("Group %(name)s") % {"name": name} for name in groups(stage)}
        return [_meetings(asked, group, named[name], name) for name, group in groups(stage).items()]
    if _is_by_rounds(stage):
        return [_rounds(asked, stage, words.stage(key), page)]
    return [_meetings(asked, stage, words.stage(key), "all")]


def pages(asked: Asked, key: str) -> int:
    stage = stages.stage_of(asked.state, key)
    return -(-len(stage.entrants) // _rows_of_page(stage)) if _is_by_rounds(stage) else 1


def _is_by_rounds(stage: Stage) -> bool:
    if stage.plan.format == ROUND_ROBIN.name:
        return len(stage.entrants) > MAX_COLUMNS
    return stage.plan.format != GROUPS.name


def _rows_of_page(stage: Stage) -> int:
    return max(1, min(MAX_ROWS, MAX_CELLS // max(1, len(stage.rounds))))


# --- everybody against everybody --------------------------------------------------------------------------


def _meetings(asked: Asked, stage: Stage, title: str, grid_id: str) -> Grid:
    table = {row.entrant: row for row in cross_table(stage)}
    standings = list(stages.standings(stage))
    order = [standing.entrant for standing in standings]
    wide = stage.plan.settings.get("cycles", 1) != 1 or stage.plan.seats > 2
    cell = WIDE if wide else NARROW
    rows = [
        _row(
            asked,
            at,
            at + 1,
            standing,
            _against(asked, standing.entrant, order, table[standing.entrant].meetings, cell),
        )
        for at, standing in enumerate(standings)
    ]
    heads = [Head(_cell_x(at, cell), str(at + 1), asked.names[no]) for at, no in enumerate(order)]
    return _grid(grid_id, title, heads, rows, cell)


def _against(
    asked: Asked,
    no: EntrantNo,
    order: Sequence[EntrantNo],
    meetings: Mapping[EntrantNo, Sequence[Meeting]],
    cell: int,
) -> Iterator[Cell]:
    for at, other in enumerate(order):
        if other == no:
            yield Cell(_cell_x(at, cell), "", "", own=True)
            continue
        met = meetings.get(other, ())
        played = [one for one in met if one.pairing is not None]
        last = played[-1] if played else None
        text = " ".join(_met(one, other) for one in met)
        label = _("%(name)s against %(other)s: %(result)s") % {
            "name": asked.names[no],
            "other": asked.names[other],
            "result": text or _("do not meet"),
        }
        yield Cell(
            _cell_x(at, cell),
            text,
            label,
            last.round if last else 0,
            last.pairing.table if last and last.pairing else 0,
            last is not None and _met(last, other) == "1",
        )


def _met(one: Meeting, other: EntrantNo) -> str:
    """In a duel 1, ½ or 0; at a larger table the player's place; before the game, the round."""
    if one.pairing is None or one.pairing.result is None:
        return _("R%(n)s") % {"n": one.round}
    result = one.pairing.result
    if len(result.places) > 2:
        return writing.place(result, one.seat)
    if result.forfeited:
        return "–" if one.seat in result.forfeited else "+"
    if result.is_lost_by_all:
        return "0"
    mine, theirs = result.places[one.seat], result.places[one.pairing.seats.index(other)]
    return "½" if mine == theirs else "1" if mine < theirs else "0"


# --- by rounds --------------------------------------------------------------------------------------------


def _rounds(asked: Asked, stage: Stage, title: str, page: int) -> Grid:
    standings = list(stages.standings(stage))
    many = _rows_of_page(stage)
    shown = standings[(page - 1) * many : page * many]
    lines = {standing.entrant: at for at, standing in enumerate(standings, 1)}
    history = History(stage)
    cell = min(WIDEST, WIDE + LETTER * len(str(len(standings))) * max(0, stage.plan.seats - 2))
    rows = [
        _row(
            asked,
            at,
            lines[standing.entrant],
            standing,
            (_game(asked, game, lines, standing.entrant, cell) for game in history.games[standing.entrant]),
        )
        for at, standing in enumerate(shown)
    ]
    heads = [
        Head(_cell_x(at, cell), str(one.no), _("Round %(n)s") % {"n": one.no}) for at, one in enumerate(stage.rounds)
    ]
    return _grid("all", title, heads, rows, cell)


def _game(asked: Asked, game: Game, lines: Mapping[EntrantNo, int], no: EntrantNo, cell: int) -> Cell:
    pairing, x = game.pairing, _cell_x(game.round - 1, cell)
    name = {"name": asked.names[no], "round": game.round}
    if pairing is None:
        bye = str(words.KINDS[game.kind])
        sign = "" if game.kind is Kind.ZERO_BYE else writing.points(game.points)
        return Cell(x, sign, _("%(name)s, round %(round)s: %(bye)s") % {**name, "bye": bye})
    others = [one for at, one in enumerate(pairing.seats) if at != game.seat]
    result = None if pairing.result is None else writing.place(pairing.result, game.seat)
    against = ",".join(str(lines[other]) for other in others)
    if len(pairing.seats) == 2:
        colour = pgettext("White, or who begins", "w") if game.seat == 0 else pgettext("Black, or who does not", "b")
        text = f"{against}{colour} {_duel(game)}".strip()
    else:
        text = f"{result or ''} ({against})".strip()
    label = _("%(name)s, round %(round)s, against %(others)s: %(result)s") % {
        **name,
        "others": ", ".join(asked.names[other] for other in others),
        "result": result or _("no result"),
    }
    return Cell(x, text, label, game.round, pairing.table, _won(game))


def _duel(game: Game) -> str:
    if game.kind is Kind.FORFEIT_WIN:
        return "+"
    if game.kind is Kind.FORFEIT_LOSS:
        return "–"
    return {2: "1", 1: "½", 0: "0"}[game.won[0]] if game.won else ""


def _won(game: Game) -> bool:
    return bool(game.won) and min(game.won) == 2


# --- both -------------------------------------------------------------------------------------------------


def _cell_x(at: int, cell: int) -> int:
    return MARGIN + RANK + NAME + at * cell


def _row(asked: Asked, at: int, line: int, standing: Standing, cells: Iterator[Cell]) -> RowDrawn:
    full = asked.names[standing.entrant]
    return RowDrawn(
        HEAD + at * LINE,
        standing.entrant,
        line,
        full if len(full) <= 24 else f"{full[:23]}…",
        full,
        writing.points(standing.points),
        asked.entry is not None and asked.entry.no == standing.entrant,
        list(cells),
    )


def _grid(grid_id: str, title: str, heads: Sequence[Head], rows: Sequence[RowDrawn], cell: int) -> Grid:
    points_x = MARGIN + RANK + NAME + len(heads) * cell
    height = HEAD + len(rows) * LINE + MARGIN
    return Grid(grid_id, title, points_x + POINTS + MARGIN, height, cell, LINE, MARGIN + RANK, points_x, heads, rows)
