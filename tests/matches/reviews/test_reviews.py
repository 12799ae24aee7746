"""Reviews: asked for by who played, made in slices behind thoughts, finished by another worker, always the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from elekt_core.errors import CoreError
from matches import tasks
from matches.models import Match, Review, ReviewPart
from matches.reviews import judge, services, work
from matches.thinking import lane, queue
from players import services as players
from players.models import Player
from web import hooks
from web.errors import Conflict, NotAllowed, NotFound

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db
PARTS = 5


class Judge:
    """Stands in for the real one, which takes seconds: its parts count, and say what they were made from."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.fails_at: int | None = None

    def judged(self, match_id: UUID, version: int, budget: str, asker: str = "") -> judge.Judged:
        return judge.Judged(None, tuple(f"part:{n}" for n in range(PARTS)))

    def part(self, judged: judge.Judged, number: int, earlier: Mapping[str, Any], row: Review) -> Any:
        if number == self.fails_at:
            raise ZeroDivisionError("the queen of spades")
        self.made.append(number)
        assert list(earlier) == [f"part:{n}" for n in range(number)]
        return {"n": number, "sum": sum(one["n"] for one in earlier.values()), "seed": row.seed}

    def report(self, judged: judge.Judged, parts: Mapping[str, Any], row: Review) -> Any:
        return {"decisions": [], "budget": "usual", "parts": list(parts.values())}


@pytest.fixture(autouse=True)
def judging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Judge]:
    stand_in = Judge()
    for name in ("judged", "part", "report"):
        monkeypatch.setattr(judge, name, getattr(stand_in, name))
    monkeypatch.setattr(judge, "version", lambda: "1")
    monkeypatch.setattr(judge, "usual", lambda: "usual")
    monkeypatch.setattr(work, "SLICE", 0)  # one part in each
    work._earlier.clear()
    yield stand_in
    work._earlier.clear()


@pytest.fixture
def table() -> Table:
    played = started("Alice", "Bob", seed="reviewed")
    played.play_out()
    return played


def ask(table: Table, seat: int = 0) -> Review:
    by = table.players[seat]
    assert by is not None
    return services.ask(match_id=table.match, by=by)


def fresh(row: Review) -> Review:
    return Review.objects.get(id=row.id)


def test_who_played_asks_and_a_worker_makes_it(table: Table, sent: Any, judging: Judge) -> None:
    row = ask(table)
    assert (row.status, row.done, row.parts) == ("waiting", 0, PARTS)
    assert lane.has_work()
    tasks.think()
    done = fresh(row)
    assert (done.status, done.done, done.worker) == ("done", PARTS, "")
    assert judging.made == [*range(PARTS)]
    assert not ReviewPart.objects.exists(), "the report has all of them"
    assert json.loads(done.report)["parts"][-1]["sum"] == sum(range(PARTS - 1))
    assert not lane.has_work()


def test_it_is_made_once_whoever_asks(table: Table, judging: Judge) -> None:
    assert ask(table, 0).id == ask(table, 1).id
    tasks.think()
    assert ask(table, 1).status == "done"
    assert judging.made == [*range(PARTS)]


def test_made_again_it_is_the_same_to_the_last_byte(table: Table) -> None:
    row = ask(table)
    tasks.think()
    first = fresh(row).report
    Review.objects.all().delete()
    again = ask(table)
    for _ in range(PARTS):
        work._earlier.clear()  # each part by another process
        assert work.make_slice()
    assert (again.id, fresh(again).report) == (row.id, first)


def test_a_thought_goes_before_the_next_slice(table: Table, judging: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(table)
    order: list[str] = []
    slices = work.make_slice

    def make_slice() -> bool:
        order.append("slice")
        return slices()

    def think(*, for_people: bool) -> bool:
        order.append("looked for a thought" if for_people else "looked for one of bots alone")
        return False

    monkeypatch.setattr(work, "make_slice", make_slice)
    monkeypatch.setattr(lane, "_think", think)
    tasks.think()
    assert order == [*["looked for a thought", "slice"] * (PARTS + 1), "looked for one of bots alone"]


def test_a_review_whose_worker_died_is_finished_by_another_once(table: Table, judging: Judge) -> None:
    row = ask(table)
    work.make_slice()
    held = work._take("the dead")
    assert held is not None
    assert not work.make_slice(), "somebody is at it"
    Review.objects.update(seen_at=timezone.now() - work.LOST_AFTER - timedelta(seconds=1))
    work._earlier.clear()
    tasks.think()
    assert fresh(row).status == "done"
    assert judging.made == [*range(PARTS)]
    work._store(held, "the dead", [{"n": "late"}], "", 0)
    assert fresh(row).done == PARTS
    assert not ReviewPart.objects.exists()


def test_one_that_fails_says_so_without_a_card_and_can_be_asked_for_again(
    table: Table, judging: Judge, caplog: pytest.LogCaptureFixture
) -> None:
    judging.fails_at = 2
    row = ask(table)
    tasks.think()
    assert fresh(row).status == "failed"
    assert "ZeroDivisionError" in caplog.text
    assert "queen" not in caplog.text
    judging.fails_at = None
    ask(table)
    tasks.think()
    assert fresh(row).status == "done"


def test_a_slice_asks_nothing_of_the_database_while_it_is_watched(table: Table, no_queries: Any) -> None:
    row = ask(table)
    no_queries(work)
    tasks.think()
    assert fresh(row).status == "done"


def test_a_database_that_is_away_fails_no_review(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    row = ask(table)

    def is_away(row: Review) -> judge.Judged:
        raise OperationalError("the database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(work, "_judged", is_away)
        with pytest.raises(OperationalError):
            work.make_slice()
    assert fresh(row).status == "waiting"
    Review.objects.update(seen_at=timezone.now() - 2 * work.LOST_AFTER)
    tasks.think()
    assert fresh(row).status == "done"


def test_players_take_turns() -> None:
    """Who asks for one waits for one of those of who has asked for many."""
    first, second = (Review.objects.create(**_row(match, 7)) for match in (1, 2))
    third = Review.objects.create(**_row(3, 8))
    order = [row.match for row in (first, third, second)]
    assert [row.match for row in _waiting_of({first.match, second.match, third.match})] == order


def _row(number: int, by: int) -> dict[str, Any]:
    at = timezone.now() + timedelta(seconds=number)
    row = {"id": UUID(int=number), "match": UUID(int=number), "ruleset": "r", "version": "1", "budget": "b"}
    return row | {"seed": "", "asked_by": UUID(int=by), "asked_at": at, "parts": 1}


def _waiting_of(matches: set[UUID]) -> list[Review]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(work, "_playable", lambda asked: asked & matches)
        return work._waiting(timezone.now())


def test_what_an_earlier_version_has_begun_is_begun_anew_and_what_a_later_one_has_is_left(
    table: Table, judging: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = ask(table)
    work.make_slice()
    monkeypatch.setattr(judge, "version", lambda: "10")
    tasks.think()
    (new,) = Review.objects.all()
    assert (new.id == old.id, new.version, new.status, new.asked_by) == (False, "10", "done", old.asked_by)
    assert judging.made == [0, *range(PARTS)]
    Review.objects.update(status="waiting", version="11")
    assert not lane.has_work()


def test_who_may_not_gets_none() -> None:
    running = started("Alice", "Bob")
    with pytest.raises(Conflict, match="match_not_over"):
        ask(running)
    hidden = started("Alice", "Bob", access="named")
    hidden.play_out()
    charlie = person("Charlie")
    with pytest.raises(NotFound):
        services.ask(match_id=hidden.match, by=charlie)
    over = started("Alice", "Bob")
    over.play_out()
    with pytest.raises(NotAllowed, match="review_by_players_only"):
        services.ask(match_id=over.match, by=charlie)
    assert Client().get(f"/matches/{running.match}/review/").status_code == 403
    assert Client().get(f"/matches/{running.match}/review.json").status_code == 403
    assert Client().get(f"/matches/{hidden.match}/review/").status_code == 404
    assert not Review.objects.exists()


def test_nobody_asks_for_more_than_their_share(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = table.players[0]
    assert alice is not None
    rows = [Review.objects.create(**_row(number, 1) | {"asked_by": alice}) for number in range(1, 4)]
    with pytest.raises(Conflict, match="too_many_reviews"):
        ask(table)
    Review.objects.update(status="done")
    Review.objects.filter(id=rows[0].id).update(used=services.MAX_USED, asked_at=timezone.now() - timedelta(hours=1))
    with pytest.raises(Conflict, match="reviewed_enough"):
        ask(table)
    Review.objects.update(asked_at=timezone.now() - services.SPAN - timedelta(hours=1))
    assert ask(table).status == "waiting"


def test_the_page_shows_how_far_it_is_and_what_it_says(table: Table) -> None:
    client, address = table.client(0), f"/matches/{table.match}/review/"
    assert address in client.get(f"/matches/{table.match}/replay/").content.decode()
    assert "Ask for a review" in client.get(address).content.decode()
    assert "Ask for a review" not in Client(headers={"accept-language": "en"}).get(address).content.decode()
    assert client.post(address).status_code == 302
    work.make_slice()
    under_way = client.get(address).content.decode()
    assert f'max="{PARTS}" value="1"' in under_way
    assert client.get(f"/matches/{table.match}/review.json").status_code == 404
    tasks.think()
    over = client.get(address).content.decode()
    assert "Both judges agree on no mistake, and none is proved." in over
    assert client.get(f"/matches/{table.match}/review.json").content.decode() == Review.objects.get().report


def test_programs_ask_and_read_too(table: Table) -> None:
    alice = Player.objects.get(id=str(table.players[0]))
    token = players.issue_token(player=alice, label="x", now=timezone.now()).secret
    program, address = Client(headers={"authorization": f"Bearer {token}"}), f"/api/v1/matches/{table.match}/review/"
    assert program.get(address).json() == {"status": "none", "done": 0, "parts": 0, "report": None}
    asked = program.post(address, {}, content_type="application/json")
    assert (asked.status_code, asked.json()["status"]) == (201, "waiting")
    tasks.think()
    assert program.get(address).json()["report"]["decisions"] == []


def test_a_slow_thought_does_not_wait_for_a_whole_review(table: Table, judging: Judge) -> None:
    """The lane asks for thoughts after each slice, and a slice ends with the part that passes its time."""
    ask(table)
    assert work.make_slice()
    assert judging.made == [0]
    assert not queue.is_waiting()


def test_one_that_always_fails_is_given_up(table: Table, judging: Judge, sent: Any) -> None:
    judging.fails_at = 2
    for _ in range(services.MAX_FAILURES):
        row = ask(table)
        tasks.think()
        assert fresh(row).status == "failed"
    with pytest.raises(Conflict, match="review_fails"):
        ask(table)


def test_one_whose_workers_die_over_a_slice_fails(table: Table, judging: Judge, sent: Any) -> None:
    row = ask(table)
    assert work.make_slice()
    for _ in range(work.MAX_LOST):
        assert work._take("the dead") is not None
        Review.objects.update(seen_at=timezone.now() - work.LOST_AFTER - timedelta(seconds=1))
    assert not work.make_slice()
    assert (fresh(row).status, fresh(row).failures, fresh(row).done) == ("failed", 1, 1)
    ask(table)
    tasks.think()
    assert fresh(row).status == "done"


# --- by itself --------------------------------------------------------------------------------------------------


def played(rated: bool = True, reviewed: bool = True) -> Table:
    table = started("Alice", "Bob", seed="by itself", rated=rated, reviewed=reviewed)
    services.match_ended(table.play_out())
    return table


def test_a_table_can_say_that_its_match_is_reviewed_by_itself(judging: Judge, sent: Any) -> None:
    assert services.match_ended in hooks.given("match_ended")
    table = played()
    assert ("matches.tasks.review_by_itself", (str(table.match),)) in sent
    for _ in range(2):
        tasks.review_by_itself(str(table.match))
    assert Review.objects.get().automatic
    tasks.think()
    assert Review.objects.get().status == "done"
    assert judging.made == [*range(PARTS)]


@pytest.mark.parametrize(("rated", "reviewed"), [(True, False), (False, True)])
def test_no_other_match_is(rated: bool, reviewed: bool, sent: Any) -> None:
    table = played(rated=rated, reviewed=reviewed)
    assert not [task for task, _ in sent if task == "matches.tasks.review_by_itself"]
    tasks.review_by_itself(str(table.match))
    assert not Review.objects.exists()


def test_what_nobody_waits_for_comes_last_until_somebody_asks(sent: Any, table: Table) -> None:
    other = played()
    tasks.review_by_itself(str(other.match))
    asked = ask(table)
    assert next(row.id for row in work._waiting(timezone.now())) == asked.id
    Review.objects.filter(id=asked.id).update(asked_at=timezone.now() + timedelta(seconds=5))
    ask(other)
    assert next(row.match for row in work._waiting(timezone.now())) == other.match


def test_one_person_gets_only_so_many_by_themselves(sent: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_AUTOMATIC", 0)
    table = played()
    tasks.review_by_itself(str(table.match))
    assert not Review.objects.exists()
    assert ask(table).status == "waiting", "who played can ask"


def test_whoever_asks_for_one_that_began_by_itself_has_asked_for_it(sent: Any, table: Table) -> None:
    other = played()
    tasks.review_by_itself(str(other.match))
    bob = other.players[1]
    assert bob is not None
    rows = [Review.objects.create(**_row(number, 1) | {"asked_by": bob}) for number in range(1, 4)]
    with pytest.raises(Conflict, match="too_many_reviews"):
        ask(other, 1)
    Review.objects.filter(id=rows[0].id).delete()
    row = fresh(ask(other, 1))
    assert (row.asked_by, row.automatic) == (bob, False)


def test_what_cannot_begin_by_itself_keeps_no_other_waiting(
    sent: Any, judging: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played()
    Match.objects.update(ended_at=timezone.now() - timedelta(hours=1))
    assert services.due_by_itself(1) == [table.match]
    host = table.players[0]
    assert host is not None
    full = [Review.objects.create(**_row(number, 1) | {"asked_by": host, "automatic": True}) for number in (1, 2)]
    monkeypatch.setattr(services, "MAX_AUTOMATIC", 2)
    assert services.due_by_itself(1) == []
    Review.objects.filter(id=full[0].id).update(automatic=False, used=services.MAX_USED)
    assert services.due_by_itself(1) == []
    Review.objects.all().delete()

    def nothing(*_: object) -> Any:
        raise CoreError("nothing_asked")

    monkeypatch.setattr(judge, "judged", nothing)
    tasks.review_by_itself(str(table.match))
    assert services.due_by_itself(1) == []
    with pytest.raises(Conflict, match="nothing_to_review"):
        ask(table)


def test_what_a_dead_process_did_not_begin_is_begun_later(sent: Any) -> None:
    table = played()
    sent.clear()
    Match.objects.update(ended_at=timezone.now() - timedelta(hours=1))
    tasks.resend_archive()
    assert ("matches.tasks.review_by_itself", (str(table.match),)) in sent
