"""Pictures show what the bracket and the schedule say; boxes do not touch, and lines end at boxes."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import combinations, pairwise
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.tournaments.factories import entered, opened, play_round, stage
from tournaments import commands, services
from tournaments.formats.contract import EntrantNo, Pairing, Result, RoundNo
from tournaments.pages.pictures import bracket, cross
from tournaments.pages.pictures.bracket import Drawing
from tournaments.queries import Asked
from tournaments.state import Entry, Round, Stage, State, Status, Table

from .conftest import ClientOf

SIZES = (2, 3, 5, 8, 13, 64, 200)


def asked_for(how_many: int, form: str, played: tuple[Round, ...] = (), **plan: Any) -> Asked:
    """A stage that has begun, without a database."""
    at = datetime(2026, 11, 21, tzinfo=UTC)
    numbers = [EntrantNo(no) for no in range(1, how_many + 1)]
    entries = {no: Entry(no, None, "random", 0, "", "", at) for no in numbers}
    begun = Stage(stage(form=form, **plan), tuple(numbers), bytes(32).hex(), played)
    state = State(uuid4(), title="Cup", game="elekt", entries=entries, stages={"main": begun}, status=Status.RUNNING)
    return Asked(state, {no: f"Player {no}" for no in numbers}, None, None)


def drawings(asked: Asked) -> list[Drawing]:
    return [bracket.draw(asked, part) for part in bracket.parts(asked, "main")]


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("how_many", SIZES)
def test_no_box_touches_another_and_all_are_inside(form: str, how_many: int) -> None:
    for drawing in drawings(asked_for(how_many, form)):
        assert all(box.x + bracket.WIDTH < drawing.width and box.y > 0 for box in drawing.boxes)
        assert all(box.y + box.height < drawing.height for box in drawing.boxes)
        for x in {box.x for box in drawing.boxes}:
            column = sorted((box.y, box.y + box.height) for box in drawing.boxes if box.x == x)
            assert all(end < begin for (_, end), (begin, _) in pairwise(column))


@pytest.mark.parametrize(("form", "duels"), [("single_elimination", 1), ("double_elimination", 2)])
@pytest.mark.parametrize("how_many", SIZES)
def test_every_duel_is_drawn_once(form: str, duels: int, how_many: int) -> None:
    """Who loses is out, once or twice: n-1 duels, or 2n-1 with the final that may be repeated."""
    slots = [box.slot for drawing in drawings(asked_for(how_many, form)) for box in drawing.boxes]
    assert len(slots) == len(set(slots)) == (how_many - 1 if duels == 1 else 2 * how_many - 1)


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_a_drawing_of_1024_is_cut_into_parts_that_a_browser_can_show(form: str) -> None:
    asked = asked_for(1024, form)
    parts = bracket.parts(asked, "main")
    drawn = [bracket.draw(asked, part) for part in parts]
    assert len(parts) == len({part.key for part in parts}) > 16
    assert max(len(drawing.boxes) for drawing in drawn) <= 128
    assert max(drawing.height for drawing in drawn) < 32 * 64 + 100


def test_a_bracket_of_64_is_one_drawing() -> None:
    (drawing,) = drawings(asked_for(64, "single_elimination"))
    assert len(drawing.boxes) == 63
    assert len({box.x for box in drawing.boxes}) == 6


@pytest.mark.parametrize("how_many", [8, 13, 64])
def test_a_line_goes_from_the_right_of_a_box_to_the_left_of_the_next(how_many: int) -> None:
    for drawing in drawings(asked_for(how_many, "double_elimination")):
        ends = {(box.x + bracket.WIDTH, box.y + box.height // 2) for box in drawing.boxes}
        begins = {(box.x, box.y + box.height // 2) for box in drawing.boxes}
        for link in drawing.links:
            found = re.fullmatch(r"M(\d+) (\d+)H\d+V(\d+)H(\d+)", link)
            assert found is not None
            x, y, to_y, to_x = map(int, found.groups())
            assert (x, y) in ends
            assert (to_x, to_y) in begins


def test_the_winner_of_a_pair_stands_between_the_two_boxes() -> None:
    (drawing,) = drawings(asked_for(8, "single_elimination"))
    middles = {box.slot: box.y + box.height / 2 for box in drawing.boxes}
    for level, row in (("1", 1), ("1", 2), ("2", 1)):
        after = "F" if level == "2" else f"W{int(level) + 1}-{row}"
        assert middles[after] == (middles[f"W{level}-{2 * row - 1}"] + middles[f"W{level}-{2 * row}"]) / 2


def test_the_third_place_is_played_under_the_final() -> None:
    (drawing,) = drawings(asked_for(8, "single_elimination", settings={"third_place": True}))
    boxes = {box.slot: box for box in drawing.boxes}
    assert boxes["3rd"].x == boxes["F"].x
    assert boxes["3rd"].y > boxes["F"].y + boxes["F"].height


def test_larger_tables_are_drawn_as_well() -> None:
    (drawing,) = drawings(asked_for(30, "single_elimination", seats=4, least=3))
    assert {len(box.lines) for box in drawing.boxes} <= {3, 4}
    assert sum(bool(line.no) for box in drawing.boxes for line in box.lines) == 30


# --- tables of everybody against everybody ----------------------------------------------------------------


def game(no: int, table: int, seats: tuple[int, int], places: tuple[int, int] | None) -> Table:
    result = None if places is None else Result(places)
    return Table(Pairing(RoundNo(no), table, tuple(EntrantNo(one) for one in seats), result=result))


def test_a_cross_table_has_both_sides_of_every_game() -> None:
    """Berger's first round of four: 1-4 and 2-3."""
    first = Round(RoundNo(1), {1: game(1, 1, (1, 4), (1, 2)), 2: game(1, 2, (2, 3), (1, 1))})
    (grid,) = cross.grids(asked_for(4, "round_robin", (first,)), "main", 1)
    order = [row.no for row in grid.rows]
    cells = {(row.no, order[at]): cell for row in grid.rows for at, cell in enumerate(row.cells)}
    assert (cells[1, 4].text, cells[4, 1].text) == ("1", "0")
    assert (cells[2, 3].text, cells[3, 2].text) == ("½", "½")
    assert (cells[1, 4].round, cells[1, 4].table) == (1, 1)
    assert all(cells[no, no].own for no in order)
    assert cells[1, 2].table == 0
    assert [row.points for row in grid.rows if row.no in (1, 4)] == ["1", "0"]


def test_every_pair_of_a_round_robin_has_a_round() -> None:
    (grid,) = cross.grids(asked_for(6, "round_robin"), "main", 1)
    order = [row.no for row in grid.rows]
    texts = {(row.no, order[at]): cell.text for row in grid.rows for at, cell in enumerate(row.cells)}
    for one, other in combinations(range(1, 7), 2):
        assert texts[one, other] == texts[other, one] != ""


def test_a_table_by_rounds_names_opponent_colour_and_result() -> None:
    first = Round(RoundNo(1), {1: game(1, 1, (1, 3), (1, 2)), 2: game(1, 2, (4, 2), (1, 1))})
    (grid,) = cross.grids(asked_for(4, "dutch", (first,), rounds=3), "main", 1)
    rank = {row.no: at for at, row in enumerate(grid.rows, 1)}
    cells = {row.no: row.cells[0] for row in grid.rows}
    assert re.fullmatch(rf"{rank[3]}\D 1", cells[1].text)
    assert re.fullmatch(rf"{rank[1]}\D 0", cells[3].text)
    assert cells[4].text.endswith("½")
    colour = {no: cells[no].text[-3] for no in (1, 3, 4, 2)}
    assert colour[1] == colour[4] != colour[3] == colour[2]


def test_a_long_table_is_shown_page_by_page() -> None:
    asked = asked_for(300, "dutch", rounds=9)
    assert cross.pages(asked, "main") == 3
    names = [row.no for page in (1, 2, 3) for row in cross.grids(asked, "main", page)[0].rows]
    assert sorted(names) == list(range(1, 301))


def test_each_group_has_its_own_table() -> None:
    grids = cross.grids(asked_for(12, "groups", settings={"groups": 3}), "main", 1)
    assert [grid.id for grid in grids] == ["A", "B", "C"]
    assert sorted(row.no for grid in grids for row in grid.rows) == list(range(1, 13))


# --- the pages --------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_picture_leads_to_its_tables_and_says_everything_in_a_list(alice: UUID, client_of: ClientOf) -> None:
    tournament = opened(alice)
    entered(tournament, alice, 4)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    play_round(tournament, alice)
    shown = client_of(None).get(f"/tournaments/{tournament}/picture/").content.decode()
    svg = re.search(r"<svg.*</svg>", shown, re.DOTALL)
    assert svg is not None
    linked = re.findall(rf'href="/tournaments/{tournament}/tables/main/(\d)/(\d)/"><title>([^<]+)</title>', svg[0])
    assert {(no, table) for no, table, _ in linked} >= {("1", "1"), ("1", "2")}
    for _, _, label in linked:
        assert f">{label}</a>" in shown


def test_a_round_robin_of_128_is_cut_into_pages_that_show_everybody_once() -> None:
    """128 rows of 127 rounds are 16,256 cells, each with a link: six megabytes of page."""
    rounds = tuple(Round(RoundNo(no), {}, {}) for no in range(1, 128))
    asked = asked_for(128, "round_robin", rounds)
    pages = [cross.grids(asked, "main", page)[0] for page in range(1, cross.pages(asked, "main") + 1)]
    assert sorted(row.no for grid in pages for row in grid.rows) == list(range(1, 129))
    assert all(len(grid.rows) * len(rounds) <= cross.MAX_CELLS for grid in pages)
    assert cross.pages(asked_for(40, "round_robin"), "main") == 1
