"""Playing on from any decision of a match that is over: with the real cards, or dealt again as one seat saw them."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from elekt_core.record.playing_on import check_branch
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_game
from matches.models import Match
from matches.models import Table as Row
from matches.play import branches, queries, verification
from matches.play.timeline import timelines
from matches.tables import services as tables
from matches.tables.commands import SitDown
from players import services as players
from players.models import Player
from players.ratings.models import RatedGame
from web.errors import Conflict, NotFound

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db
GAMES = ("elekt", "enclave", "elector_counts")


def finished(game: str = "elekt", decisions: int = 8, **how: Any) -> Table:
    """Given up by Bob after some decisions."""
    table = started("Alice", "Bob", game=game, seed="branches", **how)
    for _ in range(decisions):
        table.go_on()
    table.decide(1, decision={"kind": "concede"})
    return table


def moment(table: Table) -> int:
    """The last event after which there are words for the position, and somebody had to decide."""
    shown = queries.match(match_id=table.match, player=table.players[0])
    timeline = queries.timeline_of(shown)
    game = timeline.game
    written = (end for end in reversed(timeline.ends(shown.version)[:-1]) if game.position_of(timeline.state(end)))
    return next(written, 1)


def play_on(table: Table, **asked: Any) -> branches.Branched:
    how: dict[str, Any] = {
        "match_id": table.match,
        "at": moment(table),
        "by": table.players[0],
        "seat": 0,
        "seen_by": None,
        "bots": {1: "random"},
    }
    return branches.play_on(**how | asked)


def match_of(done: branches.Branched) -> UUID:
    assert done.opened.match is not None
    return done.opened.match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seen_by", [None, 1])
def test_it_goes_on_there_and_its_record_proves_it(game: str, seen_by: int | None) -> None:
    table = finished(game)
    done = play_on(table, seen_by=seen_by)
    assert done.at == moment(table)
    new = match_of(done)
    row = Row.objects.get(match=new)
    assert (row.source, row.source_at, row.source_seen_by) == (table.match, done.at, seen_by)
    assert (row.rated, row.access) == (False, Row.Access.LINK)
    records = [verification.whole(id_, Match.objects.get(id=id_)) for id_ in (new, table.match)]
    check_branch(get_game(game), *records)
    assert verify_record(records[0]).ok


def test_it_counts_for_nothing_and_ends_like_any_match() -> None:
    done = play_on(finished())
    playing = Table(done.opened.table, match_of(done), [Row.objects.get(id=done.opened.table).host, None])
    assert playing.play_out().ended_at is not None
    assert not RatedGame.objects.exists()


def test_a_friend_takes_the_other_seat_by_the_link_and_neither_sees_the_others_hand() -> None:
    table = finished()
    done = play_on(table, bots={})
    assert done.opened.match is None
    charlie = person("Charlie")
    match = tables.change(done.opened.table, SitDown(1), by=charlie).match
    assert match is not None
    for seat, player in enumerate((table.players[0], charlie)):
        here = queries.position(match_id=match, player=player)
        assert here.perspective == seat
        assert set(here.view.hands[1 - seat]) == {-1}
        client = Client(headers={"accept-language": "en"})
        client.force_login(Player.objects.get(id=str(player)))
        assert client.get(f"/matches/{match}/replay/1/?as=open").status_code == 403
        assert "position" not in client.get(f"/matches/{match}/record/").content.decode().split("\n")[0]


@pytest.mark.parametrize("seen_by", [0, 1])
def test_as_one_seat_saw_it_the_view_is_the_same_and_the_rest_is_another_deal(seen_by: int) -> None:
    table = finished()
    new = match_of(play_on(table, seen_by=seen_by))
    game = get_game("elekt")
    old = timelines.get(table.match, lambda: game)
    branch = timelines.get(new, lambda: game)
    branch.catch_up()
    first = branch.state(branch.ends(branch.version)[0])
    real = old.state(moment(table))
    seat = SeatNo(seen_by)
    assert game.encode_state(game.view(first, seat)) == game.encode_state(game.view(real, seat))
    assert first.hands[1 - seen_by] != real.hands[1 - seen_by]


def test_where_there_are_no_words_it_goes_on_from_the_last_moment_that_has_some() -> None:
    table = finished("enclave", decisions=25)
    shown = queries.match(match_id=table.match, player=None)
    timeline = queries.timeline_of(shown)
    game = timeline.game
    wordless = next(end for end in timeline.ends(shown.version) if game.position_of(timeline.state(end)) is None)
    done = play_on(table, at=wordless)
    assert done.at < wordless
    page = table.client(0).post(f"/matches/{table.match}/play-on/", form(table, at=wordless), follow=True)
    assert f"The match goes on after event {done.at}: later events cannot" in page.content.decode()


def test_who_may_not_plays_nothing_on() -> None:
    running = started("Alice", "Bob", game="elekt")
    with pytest.raises(Conflict, match="match_not_over"):
        play_on(running, at=1)
    hidden = finished(access="named")
    with pytest.raises(NotFound):
        play_on(hidden, by=person("Charlie"))
    assert Client().post(f"/matches/{hidden.match}/play-on/", form(hidden)).status_code == 404
    for wrong in ({"seat": 2}, {"seen_by": 5}, {"at": 10_000}):
        with pytest.raises(NotFound):
            play_on(finished(), **wrong)
    wordless = started("Alice", "Bob")
    wordless.play_out()
    with pytest.raises(Conflict, match="no_position_to_set_up"):
        play_on(wordless, at=2)


def test_nobody_can_bring_a_position_to_a_table_that_others_sit_down_at() -> None:
    table = finished()
    position = get_game("elekt").position_of(timelines.get(table.match, lambda: get_game("elekt")).state(moment(table)))
    token = players.issue_token(player=Player.objects.get(id=str(table.players[0])), label="x", now=_now()).secret
    branch = {"source": str(table.match), "event": 1, "head": "", "seen_by": None}
    for more in ({}, {"branch": branch}):
        body = {"game": "elekt", "seats": 2, "options": {"position": position}, "access": "link", **more}
        answer = Client(headers={"authorization": f"Bearer {token}"}).post(
            "/api/v1/tables/", body, content_type="application/json"
        )
        assert answer.status_code == 400


def test_the_pages_lead_both_ways() -> None:
    table, at = finished(), 0
    at = moment(table)
    client = table.client(0)
    page = client.get(f"/matches/{table.match}/replay/{at}/").content.decode()
    assert "Play on from here" in page
    assert "dealt again, as Bob saw it" in page
    assert 'value="level3" selected' in page
    sent = form(table, seen_by="0")
    begun = client.post(f"/matches/{table.match}/play-on/", sent)
    new = Row.objects.get(source=table.match)
    assert begun["Location"] == f"/matches/{new.match}/"
    assert client.post(f"/matches/{table.match}/play-on/", sent)["Location"] == begun["Location"], "sent twice"
    told = client.get(begun["Location"]).content.decode()
    assert f"Played on from another match, after event {at}" in told
    assert "What Alice did not know was dealt again." in told
    assert f"/matches/{table.match}/replay/{at}/" in told
    assert f"/tables/{new.id}/" in client.get(f"/matches/{table.match}/replay/{at}/").content.decode()
    others = table.client(1).get(f"/matches/{table.match}/replay/{at}/").content.decode()
    assert str(new.id) not in others, "who has the link of a table gives it to whom they like"
    end = client.get(f"/matches/{table.match}/replay/").content.decode()
    assert "Play on from here" not in end


def test_programs_play_on_too() -> None:
    table = finished()
    token = players.issue_token(player=Player.objects.get(id=str(table.players[0])), label="x", now=_now()).secret
    program = Client(headers={"authorization": f"Bearer {token}"})
    body = {"at": moment(table), "seat": 1, "seen_by": 1, "bots": {"0": "random"}, "decision_id": str(uuid4())}
    address = f"/api/v1/matches/{table.match}/branches/"
    done = program.post(address, body, content_type="application/json")
    assert done.status_code == 201, done.content
    new = done.json()["match"]
    assert program.get(address).json() == [
        {"table": done.json()["table"], "match": new, "event": body["at"], "seat": "Bob"}
    ]
    shown = program.get(f"/api/v1/matches/{new}/").json()
    assert shown["goes_on_from"] == {"match": str(table.match), "event": body["at"], "seen_by": 1}


def test_a_rematch_begins_at_the_beginning() -> None:
    table = finished()
    done = play_on(table, bots={})
    charlie = person("Charlie")
    match = tables.change(done.opened.table, SitDown(1), by=charlie).match
    playing = Table(done.opened.table, UUID(str(match)), [table.players[0], charlie])
    playing.decide(1, decision={"kind": "concede"})
    assert playing.client(0).post(f"/matches/{match}/rematch/").status_code == 302
    assert Row.objects.order_by("-opened_at").first().options == {}  # type: ignore[union-attr]


def test_each_seat_is_offered_its_own_bot_and_can_have_another_one() -> None:
    """The match is elector_counts for three, against a bot of another kind on each seat."""
    table = started("Alice", "bot:greedy", "bot:random", game="elector_counts", seed="branches")
    at = moment_of_alice(table)
    client = table.client(0)
    page = client.get(f"/matches/{table.match}/replay/{at}/").content.decode()
    chosen = [re.search(rf'name="against_{n}".*?value="(\w+)" selected', page, re.DOTALL) for n in (0, 1, 2)]
    assert [one and one[1] for one in chosen] == ["level3", "greedy", "random"]
    sent = {"at": at, "seat": 0, "against_0": "level3", "against_1": "greedy", "against_2": "level1"}
    client.post(f"/matches/{table.match}/play-on/", sent | {"seen_by": "", "decision_id": str(uuid4())})
    new = Row.objects.get(source=table.match)
    assert list(new.seat_rows.order_by("number").values_list("bot", flat=True)) == ["", "greedy", "level1"]


def moment_of_alice(table: Table) -> int:
    """Alice has given up; the last moment before."""
    while table.awaited() != 0:
        table.go_on()
    at = table.version()
    table.decide(0, decision={"kind": "concede"})
    table.play_out()
    return at


def form(table: Table, **changed: Any) -> dict[str, Any]:
    sent = {
        "at": moment(table),
        "seat": 0,
        "against_0": "random",
        "against_1": "random",
        "seen_by": "",
        "decision_id": str(uuid4()),
    }
    return sent | changed


def _now() -> Any:
    from django.utils import timezone

    return timezone.now()
