"""Spectators who see a match late: what they see, when, and who sees hands."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from ledger.projections import named, rebuild
from matches.company import chat, rematch, takebacks
from matches.company.chat import Say
from matches.company.takeback_rules import AgreeToTakeback, AskTakeback
from matches.models import Match, Watched
from matches.models import Table as Row
from matches.play import queries, warm_rows
from matches.tables import queries as tables
from matches.tables import services
from matches.tables.commands import OpenTable, SitDown
from matches.watching import delay, live
from matches.watching.rules import SpectatorRule
from players.models import Player
from web.errors import BadRequest, Conflict, NotAllowed, NotFound
from web.live import audience
from web.live.audience import Audience

from .factories import Table, account, person
from .test_api import Program

pytestmark = pytest.mark.django_db
LATE = SpectatorRule(decisions=3)
OPEN = SpectatorRule(decisions=3, open_hands=True)


def begun(
    rule: SpectatorRule | None,
    *,
    decisions: int = 8,
    rated: bool | None = False,
    names: tuple[str, str] = ("Alice", "Bob"),
) -> Table:
    alice, bob = map(account, names)
    opened = services.open_table(OpenTable(game="elekt", seats=2, spectators=rule, rated=rated), by=alice)
    done = services.change(opened.table, SitDown(agrees=True), by=bob)
    assert done.match
    table = Table(opened.table, done.match, [alice, bob])
    for _ in range(decisions):
        table.go_on()
    return table


def version_for(table: Table, player: UUID | None) -> int:
    return queries.match(match_id=table.match, player=player).version


def decided(table: Table) -> list[int]:
    warm = warm_rows.get(table.match)
    assert warm
    batches = delay._batches(delay._timeline(warm.row), warm.row.version)
    return [one.first for one in batches if one.seat >= 0]


def test_spectators_see_the_match_before_the_last_decisions_and_players_see_all_of_it() -> None:
    table = begun(LATE)
    alice, charlie = table.players[0], person("Charlie")
    head = version_for(table, alice)
    assert version_for(table, charlie) == version_for(table, None) == decided(table)[-3] - 1 < head
    shown = queries.match(match_id=table.match, player=charlie)
    assert shown.late
    assert not queries.match(match_id=table.match, player=alice).late
    position = queries.position(match_id=table.match, player=None)
    assert position.at == shown.version
    assert {one.seat for one in position.awaiting if not one.optional} == set(shown.awaited)
    with pytest.raises(NotFound):
        queries.position(match_id=table.match, player=None, at=shown.version + 1)
    assert len(queries.events(match_id=table.match, player=charlie)) == shown.version
    assert rebuild(named("matches"), compare=True).differences == []


def test_before_so_many_decisions_they_see_the_beginning() -> None:
    table = begun(LATE, decisions=1)
    assert version_for(table, None) == decided(table)[0] - 1


def test_decisions_that_were_taken_back_bring_spectators_no_nearer_to_the_present() -> None:
    table = begun(OPEN)
    before = version_for(table, None)
    alice, bob = table.players
    assert alice
    assert bob
    firsts = decided(table)
    live.advance(table.match)
    takebacks.change(table.match, AskTakeback(to=firsts[-3] - 1), by=alice)
    takebacks.change(table.match, AgreeToTakeback(), by=bob)
    assert version_for(table, None) == firsts[-6] - 1 < before, "three decisions before the one that is the last now"
    live.advance(table.match)
    assert Watched.objects.get().version == version_for(table, None)
    late = Audience("watched", live.stream_of(table.match), f"{table.match}/spectator", "en", "html")
    assert audience.frames(late, before)[1] == [], "an open page waits"
    for left in (-5, -4, -3):
        table.go_on()
        assert version_for(table, None) == firsts[left] - 1 if left < -3 else before < version_for(table, None)
    live.advance(table.match)
    assert audience.frames(late, before)[0] == version_for(table, None)
    assert audience.frames(late, before)[1]


def test_a_delay_by_minutes_is_over_when_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(SpectatorRule(minutes=5))
    first = decided(table)[0] - 1
    assert version_for(table, None) == first
    live.advance(table.match)
    row = Watched.objects.get()
    assert row.version == first
    assert row.due_at
    assert live.advance_due() == 0
    later = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert version_for(table, None) == version_for(table, table.players[0])
    assert live.advance_due() == 1
    row.refresh_from_db()
    assert row.version == version_for(table, None)
    assert not Watched.objects.filter(due_at__isnull=False).exists()
    assert live.advance_due() == 0


def test_the_end_is_seen_by_all_at_once() -> None:
    table = begun(LATE)
    live.advance(table.match)
    table.play_out()
    assert version_for(table, None) == version_for(table, table.players[0])
    shown = queries.match(match_id=table.match, player=None)
    assert (shown.late, shown.is_over) == (False, True)
    live.advance(table.match)
    assert Watched.objects.get().version == shown.version
    assert live.may_hear(live.stream_of(table.match), f"{table.match}/spectator", [None]) == {None}


def test_the_stream_of_spectators_stands_where_they_are() -> None:
    table = begun(LATE)
    live.advance(table.match)
    stream = live.stream_of(table.match)
    late = Audience("watched", stream, f"{table.match}/spectator", "en", "html")
    version, frames = audience.frames(late, 0)
    assert version == version_for(table, None)
    assert frames
    assert audience.frames(late, version)[1] == []
    table.go_on()
    live.advance(table.match)
    assert audience.frames(late, version)[0] > version
    facts = Audience("watched", stream, f"{table.match}/spectator", "en", "json")
    assert max(frame.version for frame in audience.frames(facts, 0)[1]) == version_for(table, None)
    assert queries.may_hear_match(table.match, "spectator", [None, person("Charlie")]) == set()
    seated = set(table.players)
    assert live.may_hear(stream, f"{table.match}/spectator", {*seated, None}) == {None}


def test_lists_rooms_and_records_are_late_too() -> None:
    table = begun(LATE)
    alice, charlie = table.players[0], person("Charlie")
    assert alice
    chat.say(table.match, Say("I have the king"), by=alice)
    shown = queries.match(match_id=table.match, player=charlie)
    assert chat.lines_of(shown) == ()
    (listed,) = tables.matches(player=charlie, over=False)
    assert (listed.version, listed.last_at, listed.late) == (shown.version, shown.last_at, True)
    record = Program(None).get(f"matches/{table.match}/record/")
    assert json.loads(record.content.splitlines()[-1])["events"] == shown.version
    told = Program(None).get(f"matches/{table.match}/").json()
    assert (told["version"], told["late"], told["spectators"]["decisions"]) == (shown.version, True, 3)
    moved = Program(None).get(f"matches/{table.match}/stream/")["Location"]
    assert f"/live/{live.stream_of(table.match)}" in moved


def test_hands_are_seen_late_by_accounts_that_do_not_sit_there() -> None:
    table = begun(OPEN)
    alice, dora, guest = table.players[0], account("Dora"), person("Edgar")
    seen = {who: queries.perspectives(queries.match(match_id=table.match, player=who)) for who in (dora, guest, alice)}
    assert seen[dora] == ("spectator", 0, 1)
    assert seen[guest] == ("spectator",)
    assert seen[alice] == (0, "spectator")
    for player in (None, guest, alice):
        with pytest.raises(NotAllowed):
            queries.position(match_id=table.match, player=player, perspective=1)  # type: ignore[arg-type]
    late = queries.position(match_id=table.match, player=dora, perspective=1)  # type: ignore[arg-type]
    assert late.at == version_for(table, None)
    assert late.options == ()
    stream = live.stream_of(table.match)
    everybody = {None, guest, dora, *table.players}
    assert live.may_hear(stream, f"{table.match}/1", everybody) == {dora}
    assert queries.may_hear_match(table.match, "1", everybody) == {table.players[1]}


def test_somebody_elses_profile_of_a_player_sees_no_hand() -> None:
    table = begun(OPEN)
    second = account("Alicia")
    Player.objects.filter(id=str(table.players[0])).update(merged_into=second)
    assert queries.perspectives(queries.match(match_id=table.match, player=second))[:2] != ("spectator", 0)


def test_open_hands_need_a_delay_consent_and_no_rating() -> None:
    alice, bob = account("Alice"), account("Bob")
    with pytest.raises(BadRequest, match="bad_spectator_rule"):
        services.open_table(OpenTable(game="elekt", seats=2, spectators=SpectatorRule(open_hands=True)), by=alice)
    with pytest.raises(BadRequest, match="bad_spectator_rule"):
        services.open_table(
            OpenTable(game="elekt", seats=2, spectators=SpectatorRule(decisions=1, minutes=1)), by=alice
        )
    with pytest.raises(Conflict, match="cannot_be_rated"):
        services.open_table(OpenTable(game="elekt", seats=2, spectators=OPEN, rated=True), by=alice)
    opened = services.open_table(OpenTable(game="elekt", seats=2, spectators=OPEN), by=alice)
    assert not Row.objects.get(id=opened.table).rated
    with pytest.raises(Conflict, match="open_hands_need_consent"):
        services.change(opened.table, SitDown(), by=bob)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.get(id=bob))
    page = client.get(f"/tables/{opened.table}/").content.decode()
    assert 'name="agrees"' in page
    assert "3 decisions late, with open hands" in page
    client.post(f"/tables/{opened.table}/sit/", {"seat": "1", "agrees": "true"})
    assert Match.objects.filter(table=opened.table).exists()


def test_the_page_shows_the_chosen_seat_late_and_the_form_asks_for_it() -> None:
    table = begun(OPEN)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.get(id=account("Dora")))
    page = client.get(f"/matches/{table.match}/?as=seat-2").content.decode()
    assert "3 decisions late" in page
    assert "as=seat-1" in page
    assert str(live.stream_of(table.match)) in page
    form = client.get("/tables/open/?game=elekt").content.decode()
    assert "10 decisions late" in form
    ruleset = form.split('name="ruleset"')[1].split('value="')[1].split('"')[0]
    sent: dict[str, Any] = {"ruleset": ruleset, "seats": "2", "access": "anyone"}
    assert client.post("/tables/open/?game=elekt", {**sent, "open_hands": "on"}).status_code == 422
    client.post("/tables/open/?game=elekt", {**sent, "spectators": "5 minutes"})
    assert Row.objects.get(status="open").spectators == {"decisions": 0, "minutes": 5, "open_hands": False}


def test_a_rematch_agrees_on_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(OPEN)
    table.play_out()
    assert table.players[0]
    assert table.players[1]
    opened = rematch.ask(table.match, by=table.players[0])
    assert rematch.ask(table.match, by=table.players[1]).match
    agreed = Row.objects.get(id=opened.table).spectators
    assert agreed
    assert agreed["open_hands"]


def test_nothing_of_what_is_hidden_by_the_delay_is_on_any_page_of_a_spectator() -> None:
    """Every number and moment that a spectator can fetch is that of where they are."""
    table = begun(LATE, decisions=10)
    head = version_for(table, table.players[0])
    charlie = person("Charlie")
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.get(id=charlie))
    seen = version_for(table, charlie)
    for path in ("", "replay/", f"replay/{seen}/", "record/", f"picture/en/{'0' * 16}.png"):
        body = client.get(f"/matches/{table.match}/{path}").content.decode()
        for number in range(seen + 1, head + 1):
            for written in (f'data-seq="{number}"', f'"seq":{number},', f"/replay/{number}/", f'after={number}"'):
                assert written not in body, (path, written)
    assert client.get(f"/matches/{table.match}/replay/{head}/").status_code == 404
    for path in ("position/", "events/", "record/"):
        body = client.get(f"/api/v1/matches/{table.match}/{path}").content.decode()
        assert f'"seq":{head}' not in body.replace(" ", ""), path
    assert json.loads(client.get(f"/api/v1/matches/{table.match}/position/").content)["version"] == seen
    home = client.get("/").content.decode()
    assert str(table.match) in home


def test_a_match_whose_game_is_gone_keeps_no_other_from_its_spectators(client: Client) -> None:
    """It is due for ever, and first."""
    gone, other = (begun(SpectatorRule(minutes=5), names=names) for names in (("Alice", "Bob"), ("Carol", "Dan")))
    for table in (gone, other):
        live.advance(table.match)
    Watched.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    Watched.objects.filter(match=gone.match).update(due_at=timezone.now() - timedelta(hours=1))
    Match.objects.filter(id=gone.match).update(game="gone")
    warm_rows.forget()
    assert live.advance_due() == 1
    still_due = Watched.objects.filter(due_at__lt=timezone.now())
    assert [row.match for row in still_due] == [gone.match]
    assert client.get(f"/matches/{gone.match}/").status_code == 200, "what is stored is shown plainly"
