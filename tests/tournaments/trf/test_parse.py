"""Reading reports: what TRF16 (FIDE, C.04 annex 2), TRF26 and the extensions of JaVaFo and bbpPairings mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.tie_breaks.examples import GOLDEN
from tournaments.formats.contract import Bye, Result, Scoring
from tournaments.scoring import points
from tournaments.trf import Flaw, decode, format_trf, parse
from tournaments.trf.document import Acceleration

SAMPLES = sorted(path.name for path in GOLDEN.glob("*.trf"))


def player(no: int, games: str, points: str = "0.0", rating: str = "2000", title: str = "") -> str:
    name = f"Player {no}"
    return f"001 {no:>4} m{title:>3} {name:<33} {rating:>4} POL {no:>11} 1990/01/01 {points:>4} {no:>4}{games}"


def report(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


DUEL = (player(1, "     2 w 1", "1.0"), player(2, "     1 b 0"))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_public_sample_is_given_back_as_it_was(name: str, end: str) -> None:
    text = (GOLDEN / name).read_text("utf-8").replace("\n", end)
    assert format_trf(parse(text)) == text


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "many_unplayed_rounds.trf"])
def test_a_public_sample_has_no_flaw(name: str) -> None:
    assert parse((GOLDEN / name).read_text("utf-8")).flaws == ()


@pytest.mark.parametrize("name", SAMPLES)
def test_the_games_give_the_points_that_the_sample_states(name: str) -> None:
    text = (GOLDEN / name).read_text("utf-8")
    stated = {int(line[4:8]): float(line[80:84]) for line in text.splitlines() if line.startswith("001")}
    assert {no: float(half) / 2 for no, half in points(parse(text).stage).items()} == stated


@given(st.text(st.sampled_from("001 23wb=-+HZUF\n\r#XRéż\x1c\u2028"), max_size=300))
def test_any_text_can_be_read_and_is_given_back(text: str) -> None:
    assert format_trf(parse(text)) == text


def test_white_sits_first_and_every_kind_of_result_has_its_meaning() -> None:
    text = report(
        player(1, "     2 w 1     3 b =     4 w +  0000 - F", "3.5"),
        player(2, "     1 b 0     4 w -     3 b -  0000 - Z"),
        player(3, "  0000 - H     1 w =     2 w -     4 b W", "2.0"),
        player(4, "  0000 - U     2 b +     1 b -     3 w L", "2.0"),
    )
    parsed = parse(text)
    assert parsed.flaws == ()
    games = [(one.round, one.seats, one.result) for one in parsed.stage.pairings()]
    assert games == [
        (1, (1, 2), Result((1, 2))),
        (2, (3, 1), Result((1, 1))),
        (2, (2, 4), Result((2, 1), forfeited=frozenset({0}))),
        (3, (1, 4), Result((1, 2), forfeited=frozenset({1}))),
        (3, (3, 2), Result((1, 1), forfeited=frozenset({0, 1}))),
        (4, (4, 3), Result((2, 1))),
    ]
    byes = [dict(one.byes) for one in parsed.stage.rounds]
    assert byes == [{3: Bye.HALF, 4: Bye.PAIRING}, {}, {}, {1: Bye.FULL, 2: Bye.ZERO}]


def test_a_column_in_which_nobody_is_paired_asks_for_byes_in_the_coming_round() -> None:
    text = report(
        player(1, "     2 w 1", "1.0"),
        player(2, "     1 b 0  0000 - H"),
        player(3, "  0000 - U  0000 - Z", "1.0"),
    )
    stage = parse(text).stage
    assert len(stage.rounds) == 1
    assert stage.absent == {2: Bye.HALF, 3: Bye.ZERO}


def test_a_round_that_is_paired_but_not_played_has_no_results() -> None:
    stage = parse(report(player(1, "     2 w  "), player(2, "     1 b *"))).stage
    assert [(one.seats, one.result) for one in stage.pairings()] == [((1, 2), None)]


def test_records_of_trf26_and_of_extensions_mean_the_same() -> None:
    new = report("142 9", "152 B", "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0", *DUEL)
    old = report("XXR 9", "XXC rank black1", "BBW  3.0", "BBD  1.0", "BBU  3.0", *DUEL)
    javafo = report("XXR 9", "XXC black1", "XXS W=3 D=1.0 PAB=3", *DUEL)
    found = [parse(text) for text in (new, old, javafo)]
    for one in found:
        assert (one.header.rounds, one.stage.plan.rounds, one.header.initial_colour) == (9, 9, "b")
    byes = {Bye.PAIRING: 6, Bye.FULL: 6, Bye.HALF: 2, Bye.ZERO: 0}
    assert {str(one.stage.plan.scoring) for one in found} == {str(Scoring({2: (6, 0)}, byes=byes, draw=2))}


def test_byes_penalties_accelerations_and_forbidden_pairs_are_read() -> None:
    text = report(
        "202 BH:MP/C1,BH/C1,SB",
        "240 H 002    1    2",
        "250      01.0 001 002 0001 0002",
        "260 001 003    1    2",
        "299           1.5    1    2",
        "299          -0.5    1    1",
        *DUEL,
    )
    parsed = parse(text)
    assert parsed.stage.absent == {1: Bye.HALF, 2: Bye.HALF}
    assert parsed.header.accelerations == (Acceleration(2, 1, 2, 1, 2),)  # type: ignore[arg-type]
    assert parsed.header.forbidden == ((1, 3, (1, 2)),)
    assert parsed.stage.plan.tie_breaks == ("BH-C1", "SB")
    assert [(one.entrant, one.round, one.points) for one in parsed.stage.penalties] == [(2, 1, -3), (1, 1, 1)]
    assert [(flaw.line, flaw.code) for flaw in parsed.flaws] == [
        (1, "unknown_tie_breaks"),
        (7, "points_differ"),
        (8, "points_differ"),
    ]


def test_accelerations_of_javafo_are_one_for_each_round() -> None:
    parsed = parse(report("XXA    1  1.0  1.0  0.0  0.5", *DUEL))
    assert [(one.points, one.first_round) for one in parsed.header.accelerations] == [(2, 1), (2, 2), (1, 4)]


def test_titles_and_people_are_read_in_any_spelling() -> None:
    parsed = parse(report(player(1, "", title="g"), player(2, "", title="WIM", rating="")))
    assert [(one.title, one.rating) for one in parsed.stage.entrants] == [("GM", 2000), ("WIM", 0)]
    person = parsed.people[parsed.stage.entrants[0].no]
    assert (person.name, person.federation, person.sex, person.birth) == ("Player 1", "POL", "m", "1990/01/01")


def test_a_round_robin_is_recognised() -> None:
    assert parse(report("092 Individual: Round-Robin", *DUEL)).stage.plan.format == "round_robin"
    assert parse(report("192 BERGER_ROUNDROBIN", *DUEL)).stage.plan.format == "round_robin"
    assert parse(report("092 Swiss Dutch", *DUEL)).stage.plan.format == "dutch"


BROKEN = [
    (["001    x m", *DUEL], Flaw(1, "starting_number_unreadable", {"record": "001", "text": "x"})),
    ([*DUEL, player(2, "")], Flaw(3, "starting_number_twice", {"record": "001", "entrant": 2, "first": 2})),
    ([*DUEL, player(3, "", rating="20x0")], Flaw(3, "rating_unreadable", {"record": "001", "text": "20x0"})),
    (
        [*DUEL, player(3, "    2? w 1")],
        Flaw(3, "opponent_unreadable", {"record": "001", "entrant": 3, "round": 1, "text": "2?"}),
    ),
    (
        [*DUEL, player(3, "  0000 w 1")],
        Flaw(3, "round_unreadable", {"record": "001", "entrant": 3, "round": 1, "text": "0000 w 1"}),
    ),
    ([*DUEL, player(3, "     1 w 1")], Flaw(3, "opponent_disagrees", {"entrant": 3, "round": 1, "opponent": 1})),
    ([*DUEL, player(3, "     3 w 1")], Flaw(3, "opponent_is_itself", {"entrant": 3, "round": 1, "opponent": 3})),
    ([*DUEL, player(3, "     9 w 1")], Flaw(3, "opponent_disagrees", {"entrant": 3, "round": 1, "opponent": 9})),
    (
        [*DUEL, player(3, " " * 9992 + "  0000 - Z")],
        Flaw(3, "line_too_long", {"record": "001", "entrant": 3, "rounds": 999}),
    ),
    (["142 " + "9" * 5000, *DUEL], Flaw(1, "number_unreadable")),
    (["BBW 1." + "0" * 5000, *DUEL], Flaw(1, "points_unreadable")),
    (["142 nine", *DUEL], Flaw(1, "number_unreadable", {"record": "142", "text": "nine"})),
    (["152 green", *DUEL], Flaw(1, "colour_unreadable", {"record": "152", "text": "green"})),
    (["162  W 1.0    D 0.25", *DUEL], Flaw(1, "points_not_halves", {"record": "162", "text": "0.25"})),
    (["162  W one", *DUEL], Flaw(1, "points_unreadable", {"record": "162", "text": "W one"})),
    (["240 Q 001    1", *DUEL], Flaw(1, "bye_unreadable", {"record": "240", "text": "Q"})),
    (["250      01.0 003 002 0001 0002", *DUEL], Flaw(1, "acceleration_unreadable")),
    (["299 W         2.0    1    1", *DUEL], Flaw(1, "abnormal_points_not_used")),
    (["299           2.0    1    7", *DUEL], Flaw(1, "unknown_entrant", {"entrant": 7})),
    (["what is this?", *DUEL], Flaw(1, "unknown_record", {"record": "wha", "text": "what is this?"})),
    (["012 Nobody"], Flaw(1, "no_players")),
    (
        [player(1, "     2 w 1", "2.0"), DUEL[1]],
        Flaw(1, "points_differ", {"entrant": 1, "said": "2.0", "counted": "1.0"}),
    ),
    ([player(1, "     2 w 1", "1.x"), DUEL[1]], Flaw(1, "points_unreadable")),
]


@pytest.mark.parametrize(("lines", "flaw"), BROKEN, ids=lambda value: value.code if isinstance(value, Flaw) else "")
def test_a_broken_line_is_named_and_the_rest_is_kept(lines: list[str], flaw: Flaw) -> None:
    parsed = parse(report(*lines))
    (found,) = parsed.flaws
    assert (found.line, found.code) == (flaw.line, flaw.code)
    assert not flaw.data or dict(found.data) == dict(flaw.data)
    assert [one.seats for one in parsed.stage.pairings()] == ([] if flaw.code == "no_players" else [(1, 2)])
    assert format_trf(parsed) == report(*lines)


def test_two_lines_that_contradict_each_other_keep_the_game_without_a_result() -> None:
    parsed = parse(report(player(1, "     2 w 1", "0.0"), player(2, "     1 b 1")))
    assert [(one.seats, one.result) for one in parsed.stage.pairings()] == [((1, 2), None)]
    assert [(flaw.line, flaw.code, flaw.data["results"]) for flaw in parsed.flaws] == [(1, "results_disagree", "1/1")]
    parsed = parse(report(player(1, "     2 w 1", "1.0"), player(2, "     1 w 0")))
    assert [(one.seats, one.result) for one in parsed.stage.pairings()] == [((1, 2), Result((1, 2)))]
    assert [(flaw.line, flaw.code) for flaw in parsed.flaws] == [(1, "colours_disagree")]


def test_a_file_in_latin_1_is_read_too() -> None:
    assert decode("012 Łódź".encode()) == "012 Łódź"
    assert decode("012 Malmö".encode("latin-1")) == "012 Malmö"
