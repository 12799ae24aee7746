"""Writing reports: what is written is read again as the same stage."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.stages import stage_of, stages
from tests.tournaments.tie_breaks.examples import GOLDEN
from tournaments.formats.contract import Bye, EntrantNo, Pairing, Result, Round, RoundNo, Scoring, Stage
from tournaments.scoring import History
from tournaments.standings import standings
from tournaments.trf import Edition, Header, Person, compose, format_trf, parse, with_stage
from tournaments.trf.document import Acceleration

FOOTBALL = Scoring({2: (6, 0)}, byes={Bye.PAIRING: 6, Bye.FULL: 6, Bye.HALF: 2, Bye.ZERO: 0}, draw=2)
ABSENCE_COSTS = Scoring({2: (4, 2)}, byes={Bye.PAIRING: 3, Bye.FULL: 4, Bye.HALF: 3, Bye.ZERO: 1}, forfeit=1)
TEAMS = ("013 Wieża Łódź                         1    2", "310   1 Wieza Lodz                       WIEZA   1    2")
EDITIONS = pytest.mark.parametrize("edition", list(Edition))


@EDITIONS
@given(stage=stages(scoring=st.sampled_from([Scoring(), FOOTBALL, ABSENCE_COSTS])), codes=st.booleans())
def test_a_stage_of_duels_is_read_as_it_was_written(edition: Edition, stage: Stage, codes: bool) -> None:
    stage = replace(stage, plan=replace(stage.plan, tie_breaks=("BH-C1", "KS-L-2", "DE-P") if codes else ()))
    parsed = parse(compose(stage, edition=edition))
    assert parsed.flaws == ()
    assert parsed.stage == stage


@EDITIONS
@given(
    header=st.builds(
        Header,
        fields=st.fixed_dictionaries({"012": st.just(("Zawody, Łódź",)), "112": st.just(("IA A. A.", "FA B. B."))}),
        initial_colour=st.sampled_from(["", "w", "b"]),
        forbidden=st.sampled_from(
            [(), ((1, 3, (EntrantNo(1), EntrantNo(2))),), ((0, 0, (EntrantNo(1), EntrantNo(2))),)]
        ),
        teams=st.sampled_from([(), TEAMS]),
        accelerations=st.lists(
            st.builds(
                lambda points, first, no: Acceleration(points, first, first, EntrantNo(no), EntrantNo(no)),
                st.integers(1, 4),
                st.integers(1, 9),
                st.integers(1, 99),
            ),
            unique_by=lambda one: (one.first, one.first_round),
        ).map(lambda found: tuple(sorted(found, key=lambda one: (one.first, one.first_round)))),
    )
)
def test_a_header_is_read_as_it_was_written(edition: Edition, header: Header) -> None:
    stage = stage_of([[((1, 2), Result((1, 2)))]], rounds=3)
    people = {EntrantNo(1): Person("Kowalska, Żaneta", "f", "POL", "1100001", "1990/01/02"), EntrantNo(2): Person("B")}
    found = parse(compose(stage, header, people, edition))
    assert found.people == people
    assert (found.header.name, found.header.fields["112"]) == ("Zawody, Łódź", ("IA A. A.", "FA B. B."))
    assert found.header.rounds == 3
    assert found.header.initial_colour == header.initial_colour
    assert found.header.accelerations == header.accelerations
    assert found.header.forbidden == header.forbidden
    assert found.header.teams == header.teams


@EDITIONS
def test_a_game_that_both_lost_is_written_and_read(edition: Edition) -> None:
    stage = stage_of([[((1, 2), Result((2, 2)))]])
    text = compose(stage, edition=edition)
    assert [line[91:99] for line in text.splitlines() if line.startswith("001")] == ["   2 w 0", "   1 b 0"]
    parsed = parse(text)
    assert parsed.flaws == ()
    assert parsed.stage == stage
    assert [row.points for row in standings(stage)] == [0, 0]
    assert {game.won for games in History(stage).games.values() for game in games} == {(0,)}


@given(stages())
def test_writing_twice_gives_the_same_text(stage: Stage) -> None:
    text = compose(stage)
    assert compose(parse(text).stage, parse(text).header) == text


def test_columns_are_those_of_the_format() -> None:
    """Positions from TRF26's table of the player section, counted from 1."""
    stage = stage_of([[((1, 2), Result((1, 2)))]], byes=[{3: Bye.PAIRING}], ratings={1: 2203})
    stage = replace(stage, entrants=(replace(stage.entrants[0], title="WGM"), *stage.entrants[1:]))
    line = compose(stage, people={EntrantNo(1): Person("Nowak, Jan", "m", "POL", "1123456", "1991/02/03")}).split("\n")[
        0
    ]

    def at(first: int, last: int) -> str:
        return line[first - 1 : last]

    assert (at(1, 3), at(5, 8), at(10, 10), at(11, 13)) == ("001", "   1", "m", "WGM")
    assert (at(15, 47).rstrip(), at(49, 52), at(54, 56)) == ("Nowak, Jan", "2203", "POL")
    assert (at(58, 68), at(70, 79), at(81, 84), at(86, 89)) == ("    1123456", "1991/02/03", " 1.0", "   1")
    assert (at(92, 95), at(97, 97), at(99, 99)) == ("   2", "w", "1")


def test_points_of_trf26_stand_where_its_table_says() -> None:
    """162: letters at 6, 15, 24..., points in the four columns after each."""
    stage = stage_of([[((1, 2), Result((1, 1)))]], scoring=FOOTBALL)
    line = next(line for line in compose(stage).split("\n") if line.startswith("162"))
    assert line == "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0"


def test_larger_tables_and_points_that_a_report_cannot_say_are_refused() -> None:
    with pytest.raises(ValueError, match="not a duel"):
        compose(stage_of([[((1, 2, 3), Result((1, 2, 3)))]], seats=3))
    with pytest.raises(ValueError, match="one worth"):
        compose(stage_of([[((1, 2), Result((1, 1)))]], scoring=Scoring(forfeit=1)))


def test_a_report_is_brought_up_to_date_and_its_other_lines_stay() -> None:
    text = (GOLDEN / "dutch_2025_C9.trf").read_text("utf-8") + "013 A team that nobody reads         1    2\n"
    parsed = parse(text)
    assert format_trf(with_stage(parsed, parsed.stage)) == text
    more = stage_of([[((1, 4), Result((2, 1))), ((2, 3), None)]], byes=[{5: Bye.PAIRING}]).rounds[0]
    more = replace(more, no=2, pairings=tuple(replace(one, round=2) for one in more.pairings))  # type: ignore[arg-type]
    written = format_trf(with_stage(parsed, replace(parsed.stage, rounds=(*parsed.stage.rounds, more))))
    assert parse(written).stage.rounds == (*parsed.stage.rounds, more)
    assert [line for line in written.split("\n") if not line.startswith("001")] == [
        line for line in text.split("\n") if not line.startswith("001")
    ]
    assert "001    4      Test0004 Player0004               2689                             1.0    1" in written


def test_a_report_that_is_brought_up_to_date_says_what_is_new_against_the_rules() -> None:
    """1 and 2 have played in round 1; by hand they meet again."""
    lines = ["012 Test", *(f"001 {no:4}      Player {no:<26} {2500 - no:4}" for no in (1, 2)), "XXR 3"]
    cells = {1: "     2 w 1", 2: "     1 b 0"}
    rows = [f"{line[:80]:<89}{cells[int(line[4:8])]}" if line.startswith("001") else line for line in lines]
    parsed = parse("\n".join(rows))
    again = Round(RoundNo(2), (Pairing(RoundNo(2), 1, (EntrantNo(2), EntrantNo(1))),))
    told = with_stage(parsed, replace(parsed.stage, rounds=(*parsed.stage.rounds, again)))
    comment = "### round 2: 1 and 2 meet again after round 1, by the arbiter\n"
    assert format_trf(told).endswith(f"XXR 3\n{comment}")
    assert format_trf(with_stage(parse(format_trf(told)), told.stage)).count(comment) == 1
