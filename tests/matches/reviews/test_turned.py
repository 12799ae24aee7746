"""The end of a match names the decisions that turned it, to whoever may see its review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from elekt_core.registry import get_game
from matches.models import Match, Review
from matches.play import queries as play
from matches.play.redaction import seen_from
from matches.reviews import judge, services, turned
from players.models import Player

from ..factories import Table, person, started
from .test_reviews import judging  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    played = started("Alice", "Bob", game="elekt", seed="turned")
    for _ in range(12):
        played.go_on()
    played.decide(0, decision={"kind": "concede"})
    return played


def decisions(table: Table) -> Sequence[dict[str, Any]]:
    """The questions of the match, each with its first answer."""
    timeline = play.timeline_of(play.match(match_id=table.match, player=None))
    game, found = timeline.game, []
    for at in timeline.ends(timeline.version):
        for question in game.awaiting(timeline.state(at)):
            chosen = game.options(timeline.state(at), question.seat)[0]
            found.append(
                {"at": at, "seat": int(question.seat), "played": dict(game.encode_decision(chosen)), "mark": None,
                 "loss": 0, "only": False}
            )  # fmt: skip
    return found


def store(table: Table, report: Mapping[str, Any]) -> None:
    row, alice = Match.objects.get(id=table.match), table.players[0]
    assert alice is not None
    Review.objects.create(
        id=services.review_id(table.match, row.ruleset), match=table.match, ruleset=row.ruleset, version="1",
        budget="usual", seed="", asked_by=alice, asked_at=timezone.now(), parts=1, done=1, status="done",
        report=judge.text(report),
    )  # fmt: skip


def told(table: Table) -> turned.Turned:
    found = turned.shown(play.match(match_id=table.match, player=None), None)
    assert found is not None
    return found


def end(table: Table, client: Client | None = None) -> str:
    """What the end of the match says of its review."""
    client = client or Client(headers={"accept-language": "en"})
    page = client.get(f"/matches/{table.match}/").content.decode()
    if 'id="turned"' not in page:
        return ""
    start = page.index('<section id="turned"')
    return page[start : page.index("</section>", start)]


def marked(one: dict[str, Any], mark: str, loss: int) -> None:
    one |= {"mark": mark, "loss": loss}


def test_the_three_largest_losses_are_named_in_the_order_of_the_match(table: Table) -> None:
    found = decisions(table)
    for one, (mark, loss) in zip(
        found, (("mistake", 1230), ("inaccuracy", 510), ("blunder", 3010), ("inaccuracy", 560)), strict=False
    ):
        marked(one, mark, loss)
    store(table, {"decisions": found, "curves": {}})
    points = told(table).points
    assert [(one.at, one.seat, one.mark) for one in points] == [
        (found[n]["at"], found[n]["seat"], found[n]["mark"]) for n in (0, 2, 3)
    ]
    assert [one.lost for one in points] == ["12,3", "30,1", "5,6"]
    match = play.match(match_id=table.match, player=None)
    game, timeline = get_game("elekt"), play.timeline_of(match)
    for point, stored in zip(points, (found[0], found[2], found[3]), strict=True):
        decision = game.decode_decision(stored["seat"], stored["played"])
        assert point.choice == game.words("pl", match.names).decision(decision, timeline.state(point.at))
    page = end(table)
    assert [page.index(f"/replay/{one.at}/?as=open") for one in points] == sorted(
        page.index(f"/replay/{one.at}/?as=open") for one in points
    )
    for point in points:
        assert f'class="banner s{point.seat}"' in page
    assert "−30.1" in page
    assert "blunder" in page
    assert "What cost most" in page
    assert "spectators" not in page


def test_where_the_marks_are_fewer_the_largest_swings_follow_and_it_is_said_which(table: Table) -> None:
    found = decisions(table)
    first, second, third, fourth = found[:4]
    marked(second, "inaccuracy", 600)
    third["only"] = True
    ends = [one["at"] for one in found]
    now, curve = [5000, 5000], []
    for at, change in zip(ends, (0, 700, 0, 4000, -2000), strict=False):
        now = [now[0] + change, now[1] - change]
        curve.append([at, now])
    store(table, {"decisions": found, "curves": {"table": curve}})
    points = told(table).points
    assert [(one.at, one.mark) for one in points] == [
        (first["at"], ""),
        (second["at"], "inaccuracy"),
        (fourth["at"], ""),
    ]
    chances = (50, 57) if first["seat"] == 0 else (50, 43)
    assert (points[0].before, points[0].after) == chances
    page = end(table)
    assert f"{chances[0]} → {chances[1]}%" in page
    assert "Others: the largest swings in a player’s chances, as spectators saw them." in page
    assert f"/replay/{third['at']}/" not in page, "there was nothing to choose"


def test_nothing_turned_a_match_without_marks_and_swings(table: Table) -> None:
    found = decisions(table)
    store(table, {"decisions": found, "curves": {"table": [[one["at"], [5000, 5000]] for one in found]}})
    assert told(table).points == ()
    assert "No single decision turned the match." in end(table)


def test_whoever_played_may_ask_there_and_nobody_else(table: Table, judging: Any, sent: Any) -> None:  # noqa: F811
    assert "Ask for a review" in end(table, table.client(1))
    assert "<button" not in end(table)
    outsider = Client(headers={"accept-language": "en"})
    outsider.force_login(Player.objects.get(id=person("Charlie")))
    assert "<button" not in end(table, outsider)
    url = reverse("matches:turning_points", args=[table.match])
    assert outsider.post(url, headers={"hx-request": "true"}).status_code == 403
    assert not Review.objects.exists()
    answer = table.client(1).post(url, headers={"hx-request": "true"})
    assert "the review is being made" in answer.content.decode()
    assert Review.objects.get().asked_by == table.players[1]
    assert 'hx-trigger="every 3s"' in end(table), "everybody's page looks again"
    assert table.client(1).post(url, headers={"hx-request": "true"}).status_code == 200
    assert Review.objects.count() == 1
    assert table.client(1).post(url)["Location"] == reverse("matches:review", args=[table.match]), "without scripts"


def test_a_match_that_goes_on_tells_nothing(judging: Any) -> None:  # noqa: F811
    running = started("Alice", "Bob")
    assert end(running, running.client(0)) == ""
    match = play.match(match_id=running.match, player=running.players[0])
    assert turned.shown(match, running.players[0]) is None
    answer = running.client(0).get(
        reverse("matches:turning_points", args=[running.match]), headers={"hx-request": "true"}
    )
    assert answer.status_code == 404


def test_whoever_does_not_see_all_is_told_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    found = decisions(table)
    marked(found[0], "blunder", 3010)
    store(table, {"decisions": found, "curves": {}})
    match = play.match(match_id=table.match, player=None)
    assert seen_from(match) in play.perspectives(match)
    monkeypatch.setattr(play, "perspectives", lambda match: ("spectator",))
    assert turned.shown(match, None) is None
    monkeypatch.undo()
    assert turned.shown(replace(match, ended_at=None), None) is None


def test_it_speaks_polish(table: Table) -> None:
    found = decisions(table)
    marked(found[0], "blunder", 3010)
    store(table, {"decisions": found, "curves": {}})
    page = end(table, Client(headers={"accept-language": "pl"}))
    assert "−30,1" in page
    assert "What" not in page
    assert "Turning" not in page
