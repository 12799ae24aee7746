"""The page of a finished review: chart, marks, numbers, and the way to its marks in the replay."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from elekt_core.record.record import encode_meta_decision
from matches.models import Match, Review
from matches.play import narration
from matches.play import queries as play
from matches.reviews import judge, lines, reading, services
from matches.reviews.chart import Chart, chart_of
from tests.busy import busy
from web.costly import CHECKING, Busy

from ..factories import Table, started
from . import made_up

pytestmark = pytest.mark.django_db


def report_of(table: Table) -> dict[str, Any]:
    """Two marks, one of each seat, at real questions of the match."""
    timeline = play.timeline_of(play.match(match_id=table.match, player=None))
    game = timeline.game
    marked: dict[int, tuple[int, list[dict[str, Any]]]] = {}
    for at in timeline.ends(timeline.version):
        for question in game.awaiting(timeline.state(at)):
            options = [encode_meta_decision(game, one) for one in game.options(timeline.state(at), question.seat)]
            bare = [{key: value for key, value in one.items() if key != "seat"} for one in options]
            if len(bare) > 1:
                marked.setdefault(int(question.seat), (at, bare))
    decisions: list[dict[str, Any]] = [
        {
            "at": at, "seat": seat, "mark": mark, "played": options[-1], "chance": 4000, "loss": 1840, "error": 90,
            "judges": [1840, 2010], "spread": 170, "worlds": 88, "sample": 2400, "weighted": False, "only": False,
            "terms": [], "as_good": [], "line": None, "best": [{"decision": options[0], "chance": 5840, "line": []}],
        }
        for (seat, (at, options)), mark in zip(sorted(marked.items()), ("blunder", "inaccuracy"), strict=True)
    ]  # fmt: skip
    halves: list[Any] = [[1, [5000, 5000]], [timeline.version, [10000, 0]]]
    seats = [[[at, chances[seat]] for at, chances in halves] for seat in (0, 1)]
    sums: dict[str, Any] = {name: {"seats": [5000, -5000]} for name in ("luck", "skill", "revealed")}
    sums["luck"]["error"] = [300, 300]
    row: dict[str, Any] = {"value": 8830, "low": 8100, "high": 9400, "decisions": 9}
    marks = {"inaccuracy": 0, "mistake": 0, "blunder": 1}
    return {
        "budget": "usual",
        "decisions": sorted(decisions, key=lambda one: one["at"]),
        "curves": {"table": halves, "seats": seats, "open": halves},
        "accuracy": [row | {"seat": 0, "marks": marks}, row | {"seat": 1, "marks": marks, "value": None}],
        **sums, "initial": [5000, 5000], "final": [10000, 0],
    }  # fmt: skip


@pytest.fixture
def table() -> Table:
    played = started("Alice", "Bob", seed="reviewed")
    played.play_out()
    row = Match.objects.get(id=played.match)
    alice = played.players[0]
    assert alice is not None
    Review.objects.create(
        id=services.review_id(played.match, row.ruleset), match=played.match, ruleset=row.ruleset, version="1",
        budget="usual", seed="", asked_by=alice, asked_at=timezone.now(), parts=1, done=1, status="done",
        report=judge.text(report_of(played)),
    )  # fmt: skip
    return played


def page(table: Table, query: str = "", language: str = "en") -> str:
    return Client(headers={"accept-language": language}).get(f"/matches/{table.match}/review/{query}").content.decode()


@pytest.mark.parametrize(("language", "word"), [("en", "Round"), ("pl", "Runda")])
def test_marks_and_chart_say_in_which_round_and_phase_they_lie(language: str, word: str) -> None:
    played = started("Alice", "Bob", game="elekt", seed="rounds")
    with override(language):
        match = play.match(match_id=played.match, player=played.players[0])
        log = play.log(match_id=match.id, player=played.players[0])
        while sum(line.chapter == 1 for line in log) < 3:
            played.go_on()
            log = play.log(match_id=match.id, player=played.players[0])
        begins = [line for line in log if line.chapter == 1]
        chart = made_chart(played.version())
        match = replace(play.match(match_id=match.id, player=played.players[0]), practice=True)
        rounds = reading._rounds(match, chart)
        assert [(one.at, one.number) for one in rounds] == [(line.seq, str(n)) for n, line in enumerate(begins, 1)]
        phase = next(line for line in log if line.chapter == 2 and line.seq > begins[1].seq)
        place = narration.place(log, phase.seq)
        assert place == f"{begins[1].text.rstrip('.')} · {phase.text.rstrip('.')}"
        assert word in place
        assert narration.place(log, begins[2].seq) == begins[2].text.rstrip(".")
        assert narration.place(log, 1) == ""


def made_chart(last: int) -> Chart:
    found = chart_of({"curves": {"table": [[1, [5000, 5000]], [last, [10000, 0]]]}}, "table")
    assert found is not None
    return found


def test_the_chart_has_the_curve_asked_for_and_marks_that_lead_to_the_replay(table: Table) -> None:
    first, second = (one["at"] for one in report_of(table)["decisions"])
    shown = page(table)
    assert shown.count("<polygon") == 4
    legend = shown[shown.index("legend") : shown.index("</ul>", shown.index("legend"))]
    assert legend.index("Alice") < legend.index("Bob")
    assert 'class="mark-sign blunder"' in shown
    assert shown.index(f"/replay/{first}/?as=open") < shown.index(f"/replay/{second}/?as=open")
    assert "Alice: blunder (−18.4)" in shown
    assert "The two judges see losses of 18.4 / 20.1 points, 1.7 apart; 18.4 ± 0.9 counts." in shown
    assert "<td>88%</td>" in shown
    assert "81–94%" in shown
    assert "A single game proves little" in shown
    assert "+50.0 ± 3.0" in shown
    own = page(table, "?curve=players")
    assert (own.count("<polyline"), own.count("<polygon")) == (2, 0)


def test_a_seat_has_its_own_marks(table: Table) -> None:
    shown = page(table, "?curve=open&seat=1")
    assert shown.count("review-mark") == 1
    assert "inaccuracy (" in shown
    assert "blunder (" not in shown


@pytest.mark.parametrize("query", ["?curve=hands", "?seat=2", "?seat=x", "?seat=-1"])
def test_what_there_is_not_is_refused(table: Table, query: str) -> None:
    assert Client().get(f"/matches/{table.match}/review/{query}").status_code == 400


def test_it_speaks_polish(table: Table) -> None:
    shown = page(table, language="pl")
    assert "Jedna partia" in shown
    assert "−18,4" in shown


def test_the_replay_leads_from_mark_to_mark(table: Table) -> None:
    first, second = (one["at"] for one in report_of(table)["decisions"])
    client = Client(headers={"accept-language": "en"})
    at_first = client.get(f"/matches/{table.match}/replay/{first}/").content.decode()
    assert "Next mistake" in at_first
    assert 'data-key="n"' in at_first
    assert "Previous mistake" not in at_first
    assert "Previous mistake" in client.get(f"/matches/{table.match}/replay/{second}/").content.decode()
    Review.objects.update(status="waiting", report="")
    assert "Next mistake" not in client.get(f"/matches/{table.match}/replay/{first}/").content.decode()


def test_the_replay_shows_a_mark_beside_its_position_to_viewpoints_that_know_the_hand(table: Table) -> None:
    one = report_of(table)["decisions"][0]
    client = Client(headers={"accept-language": "en"})

    def shown(at: int, seen_from: str) -> bool:
        answer = client.get(f"/matches/{table.match}/replay/{at}/?as={seen_from}")
        assert answer.status_code == 200
        html = answer.content.decode()
        return "marked-here" in html and f'class="verdict {one["mark"]}"' in html and "58%" in html

    assert shown(one["at"], "open")
    assert shown(one["at"], str(one["seat"]))
    assert not shown(one["at"], str(1 - one["seat"]))
    assert not shown(one["at"], "spectator")
    assert not shown(one["at"] + 1, "open")


def test_a_match_that_goes_on_has_no_way_to_marks(table: Table) -> None:
    running = started("Alice", "Bob")
    assert "Next mistake" not in Client().get(f"/matches/{running.match}/replay/").content.decode()


def test_marks_close_together_hide_none_of_each_other(table: Table) -> None:
    match = play.match(match_id=table.match, player=None)
    mark = reading.reading_of(match, report_of(table), "table", None, "").marks[0]
    rows = reading.in_rows([replace(mark, x=x, y=134) for x in (10, 15, 40, 50, 90)])
    assert [one.y for one in rows] == [134, 161, 134, 161, 134]


def test_copies_of_a_card_are_one_choice_in_the_list() -> None:
    """The played one is listed for itself, as its loss is its own."""
    first, second, played = ({"kind": "recruit", "copy": n} for n in range(3))
    rows = [{"decision": one, "chance": 5000, "loss": 0, "error": 0} for one in (first, second)]
    one = {"best": rows, "played": played, "chance": 4000, "loss": 1000, "error": 10, "judges": [1000], "as_good": []}
    shown = [*reading._choices(one, lambda decision: "Keep Acolyte")]
    assert [(row.chance, row.is_played) for row in shown] == [(50, False), (40, True)]


def test_bands_fill_the_whole() -> None:
    """From the very beginning, although the first chances are known only after the deal."""
    chart = chart_of({"curves": {"table": [[4, [2500, 7500]], [10, [10000, 0]]]}}, "table")
    assert chart is not None
    assert [shape.points for shape in chart.shapes] == [
        "0,0.0 144,0.0 360,0.0 360,120.0 144,30.0 0,30.0",
        "0,30.0 144,30.0 360,120.0 360,120.0 144,120.0 0,120.0",
    ]
    assert chart_of({}, "open") is None


def test_a_seat_has_every_decision_to_walk_along(table: Table) -> None:
    shown = page(table, "?seat=1")
    assert "Every decision of Bob" in shown
    assert shown.count('class="review-decision"') == 1
    assert 'class="review-decision"' not in page(table)


def test_the_replay_leads_along_the_decisions_of_a_seat(table: Table) -> None:
    (first,) = (one["at"] for one in report_of(table)["decisions"] if one["seat"] == 0)
    client = Client(headers={"accept-language": "en"})
    before = client.get(f"/matches/{table.match}/replay/{first - 1}/?as=seat-1").content.decode()
    assert "Next decision of Alice" in before
    assert 'data-key="]"' in before
    assert 'data-key="["' not in before


def test_luck_what_was_revealed_and_skill_of_each_player_by_phase_sum_to_the_difference(table: Table) -> None:
    report = report_of(table)
    brought = {"luck": (100, 350), "revealed": (-40, -60), "skill": (300, 50)}
    for name, (first, then) in brought.items():
        rows = [("", first), ("play", then), ("", 1000)]
        report[name]["by_phase"] = [{"round": 1, "phase": phase, "seats": [n, -n]} for phase, n in rows]
        report[name]["seats"] = [first + then + 1000, -first - then - 1000]
    report |= {"initial": [5000, 5000], "final": [8700, 1300]}
    Review.objects.update(report=judge.text(report))
    shown = page(table)
    told = shown[shown.index("Luck and skill by phase") :]
    shown_rows = [cells(row) for row in told.split("<tr>")[1:]]
    alice, bob = shown_rows[1:4], shown_rows[5:8]
    assert alice == [
        ["Start", "+11.0", "+9.6", "+13.0", "+33.6"],
        ["Play", "+3.5", "−0.6", "+0.5", "+3.4"],
        ["The whole match", "+14.5", "+9.0", "+13.5", "+37.0"],
    ]
    assert [row[-1] for row in bob] == ["−33.6", "−3.4", "−37.0"]


def cells(row: str) -> list[str]:
    return re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row)


@pytest.mark.parametrize(
    ("game", "phase", "english", "polish"),
    [
        ("enclave", "actions", "Action phase", "Faza działania"),
        ("elector_counts", "end", "End phase", "Faza „Końca Gry”"),
        ("elekt", "round_end", "End of round phase", "Faza zakończenia rundy"),
    ],
)
def test_phases_have_their_names_in_every_game(table: Table, game: str, phase: str, english: str, polish: str) -> None:
    match, report = play.match(match_id=table.match, player=None), report_of(table)
    for name in reading.PARTS:
        report[name]["by_phase"] = [{"round": 1, "phase": one, "seats": [0, 0]} for one in ("", phase)]
    for language, said in (("en", english), ("pl", polish)):
        with override(language):
            shown = reading._phases(replace(match, game=game), report)[0]
        assert said in [one.name for one in shown]


def with_a_line(table: Table, monkeypatch: pytest.MonkeyPatch) -> int:
    """The best choice of the first mark goes on by the two next decisions of the match."""
    timeline = play.timeline_of(play.match(match_id=table.match, player=None))
    game, report = timeline.game, report_of(table)
    one = report["decisions"][0]
    best = one["best"][0]["decision"]
    played = game.decode_decision(one["seat"], best)
    state = timeline.state(one["at"])
    one["best"][0] |= {"line": [{"seat": one["seat"], "decision": best}], "world": 0}
    Review.objects.update(report=judge.text(report))
    line = judge.Line(((played, state),), timeline.state(timeline.version))
    monkeypatch.setattr(judge, "line", lambda *_: line)
    return int(one["at"])


def test_a_line_is_played_out_on_the_board(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at = with_a_line(table, monkeypatch)
    client = Client(headers={"accept-language": "en"})
    first = client.get(f"/matches/{table.match}/review/{at}/best/0/").content.decode()
    assert 'data-key="ArrowRight"' in first
    assert 'data-assumed=""' in first, "nothing is assumed where the seat chose"
    last = client.get(f"/matches/{table.match}/review/{at}/best/1/").content.decode()
    assert "would have seen it" in last
    assert 'data-key="ArrowLeft"' in last
    assert 'data-key="ArrowRight"' not in last


def test_a_finished_review_is_shown_though_its_lines_cannot_be_worked_out_now(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_a_line(table, monkeypatch)

    def busy(*_: object) -> None:
        raise Busy(5)

    monkeypatch.setattr(judge, "line", busy)
    answer = Client().get(f"/matches/{table.match}/review/")
    assert (answer.status_code, "blunder" in answer.content.decode()) == (200, True)


@pytest.mark.parametrize("where", ["{}/best/2/", "{}/worst/0/", "{}/second/0/", "1/best/0/"])
def test_what_is_in_no_line_is_not_found(table: Table, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    at = with_a_line(table, monkeypatch)
    assert Client().get(f"/matches/{table.match}/review/{where.format(at)}").status_code == 404


@pytest.mark.parametrize(
    ("weighted", "language", "said"),
    [
        (False, "en", "Sample: 24 deals (88 were dealt), not weighted."),
        (True, "en", "Effective sample: 24 deals (88 were dealt), weighted by how likely the rivals’ choices are"),
        (False, "pl", "Próba: 24 rozdania (rozdano 88), bez wag."),
        (True, "pl", "Próba efektywna: 24 rozdania (rozdano 88), z wagami według tego, jak prawdopodobne są"),
    ],
)
def test_a_loss_says_on_how_large_a_sample_it_rests(table: Table, weighted: bool, language: str, said: str) -> None:
    report = report_of(table)
    for one in report["decisions"]:
        one["weighted"] = weighted
    Review.objects.update(report=judge.text(report))
    shown = page(table, language=language)
    mark = shown[shown.index('id="mark-') :]
    assert said in mark[: mark.index("</article>")]


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ("usual", "in up to 4 deals as if all cards lay open;"),
        ("usual", "is compared with the one played in 4 to 16 other deals."),
        ("usual", "they are not weighted by how likely"),
        ("thorough", "Deals are weighted by how likely the rivals’ last choices would be in them"),
        ("thorough", "Each point of the chart is the average of 32 deals."),
        ("quick", "Each point of the chart is the average of 8 deals."),
    ],
)
def test_how_it_was_calculated_is_told_for_each_budget(table: Table, budget: str, said: str) -> None:
    """The numbers are those of docs/review.md and of ``budgets``."""
    Review.objects.update(report=judge.text(report_of(table) | {"budget": budget}))
    assert said in page(table)


def test_a_review_of_a_budget_that_there_is_no_more_is_shown_all_the_same(table: Table) -> None:
    Review.objects.update(report=judge.text(report_of(table) | {"budget": "of old"}))
    shown = page(table)
    assert "blunder" in shown
    assert "How this was calculated" not in shown


@pytest.fixture
def short() -> Table:
    """A few decisions of Elekt, then Alice gives up; its review has made-up numbers and one mark."""
    played = started("Alice", "Bob", game="elekt", seed="judged")
    for _ in range(4):
        played.go_on()
    played.decide(0, decision={"kind": "concede"})
    made_up.store(played.match, most=1)
    return played


def test_every_decision_has_its_best_choices_with_chances_and_errors(short: Table) -> None:
    report = made_up.report_of(short.match, most=1)
    for seat in (0, 1):
        own = [one for one in report["decisions"] if one["seat"] == seat]
        shown = page(short, f"?seat={seat}")
        listed = shown[shown.index('class="decisions"') :].split('<li id="decision-')[1:]
        assert [int(part.split('"')[0]) for part in listed] == [one["at"] for one in own]
        for one, part in zip(own, listed, strict=True):
            named = [row["decision"] for row in one["best"]]
            expected = 0 if one["only"] else len(named) + (one["played"] not in named)
            assert part.count('class="chance"') == expected
        some = next(part for one, part in zip(own, listed, strict=True) if one["best"])
        assert "<b>58%</b>" in some
        assert re.search(r"<small>−\d+\.\d ± \d\.\d</small>", some)
        assert "were dealt), not weighted." in some


def test_the_line_of_any_of_the_best_choices_is_played_out_on_the_board(short: Table) -> None:
    report = made_up.report_of(short.match, most=1)
    client = Client(headers={"accept-language": "en"})
    plain = next(one for one in report["decisions"] if not one["only"] and not one["mark"] and len(one["best"]) == 3)
    where = f"/matches/{short.match}/review/{plain['at']}"
    for which in lines.lines_of(plain):
        shown = client.get(f"{where}/{which}/1/").content.decode()
        judge._line_from.cache_clear()
        judge._line.cache_clear()
        again = client.get(f"{where}/{which}/1/").content.decode()
        begin = shown.index('<div class="replay-page">')
        assert shown[begin:] == again[again.index('<div class="replay-page">') :], "the same each time"
        assert 'aria-current="step"' in shown
        assert f"?seat={plain['seat']}#decision-{plain['at']}" in shown
    assert client.get(f"{where}/played/0/").status_code == 200
    assert client.get(f"{where}/played/99/").status_code == 404
    forced = next((one["at"] for one in report["decisions"] if one["only"]), None)
    assert forced is None or client.get(f"/matches/{short.match}/review/{forced}/best/0/").status_code == 404


def test_lines_that_are_worked_out_are_not_when_the_machine_is_busy(short: Table) -> None:
    report = made_up.report_of(short.match, most=1)
    plain = next(one for one in report["decisions"] if not one["only"] and not one["mark"])
    judge._line_from.cache_clear()
    judge._line.cache_clear()
    with busy(CHECKING):
        answer = Client().get(f"/matches/{short.match}/review/{plain['at']}/played/0/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_a_line_is_hidden_while_the_review_is_not_there(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at = with_a_line(table, monkeypatch)
    Review.objects.update(status="waiting", report="")
    assert Client().get(f"/matches/{table.match}/review/{at}/best/0/").status_code == 404
