"""Spectators who see a match late: nothing that they can fetch changes before the delay is over."""

from __future__ import annotations

import re
from random import Random
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone, translation

from matches.company import chat, news, takebacks
from matches.company.chat import Say
from matches.company.takeback_rules import AskTakeback
from matches.play import warm_rows
from matches.play.timeline import timelines
from matches.tables import services
from matches.tables.commands import OpenTable, SitDown
from matches.watching import delay, live
from matches.watching.rules import SpectatorRule
from players import services as players
from players.models import Player
from tests.matches.factories import Table, account
from tests.sampling import sample
from web.live.audience import Audience, frames

from .test_web_leaks import answer, clean, play

BESIDE = r"(?<=after=)\d+|(?<=id: )\d+"
"""How much was said and asked beside the match: its stream counts that, also where a line is not for who looks."""

pytestmark = pytest.mark.django_db


def begun(rule: SpectatorRule) -> Table:
    alice, bob = account("Alice"), account("Bob")
    opened = services.open_table(OpenTable(game="elekt", seats=2, spectators=rule, rated=False), by=alice)
    done = services.change(opened.table, SitDown(agrees=True), by=bob)
    assert done.match
    return Table(opened.table, done.match, [alice, bob])


def fetched(table: Table, player: UUID | None, seen: int, hands: bool) -> dict[str, str]:
    """Every page, stream, list and export of the match for this spectator, by addresses that do not move."""
    timelines.forget()
    warm_rows.forget()
    client, token = Client(), {}
    if player is not None:
        person = Player.objects.get(id=player)
        client.force_login(person)
        secret = players.issue_token(player=person, label="leak", now=timezone.now()).secret
        token = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}
    match, from_seats = table.match, ("seat-1", "seat-2") if hands else ()
    pages = [f"/matches/{match}/", f"/matches/{match}/replay/", f"/matches/{match}/record/", "/"]
    pages += ["/watch/", f"/watch/?table={match}"]
    pages += [f"/matches/{match}/replay/{at}/" for at in (1, seen, seen + 1, seen + 5)]
    pages += [f"/matches/{match}/?as={who}" for who in from_seats]
    pages += [f"/matches/{match}/replay/{seen}/?as={who}" for who in (*from_seats, "open")]
    picture = f"/matches/{match}/picture/en/{'0' * 16}.png"
    pages += [picture, f"/matches/{match}/verification/", f"/tables/{table.id}/"]
    pages += [f"/matches/{match}/terms/?place={zone}.0" for zone in ("missions", "influences", "court")]
    names = ("", "position/", "events/", "record/", "record/short/", "chat/", "stream/")
    api = [f"/api/v1/matches/{match}/{name}" for name in names]
    api += [f"/api/v1/matches/{match}/position/?at={seen + 1}", "/api/v1/matches/", "/api/v1/matches/?over=false"]
    found = {address: answer(client, address, HTTP_ACCEPT_LANGUAGE="en") for address in pages}
    found |= {address: answer(Client(), address, **token) for address in api}
    live.advance(match)
    for form in ("html", "json"):
        for who in ("spectator", *(("0", "1") if hands else ())):
            _, sent = frames(Audience("watched", live.stream_of(match), f"{match}/{who}", "en", form), 0)
            found[f"{form} stream {who}"] = clean("".join(frame.data.decode() for frame in sent))
    _, sent = frames(Audience("watched", live.stream_of(match), f"{match}/spectator", "en", "small"), 0)
    found["small stream"] = "".join(frame.data.decode() for frame in sent)
    with translation.override("en"):
        _, sent = frames(Audience("company", news.stream_of(match), f"{match}/spectator", "en", "html"), 0)
    found["beside"] = re.sub(BESIDE, "", clean("".join(f.data.decode().partition("event: version")[0] for f in sent)))
    at = f"/live/{news.stream_of(match)}"
    found[f"/matches/{match}/"] = re.sub(rf"{at}[^\"]*", at, found[f"/matches/{match}/"])
    for who in from_seats:
        address = f"/matches/{match}/?as={who}"
        found[address] = re.sub(rf"{at}[^\"]*", at, found[address])
    return found


@pytest.mark.parametrize("hands", [False, True])
def test_nothing_that_a_spectator_fetches_changes_before_the_delay_is_over(hands: bool) -> None:
    table = begun(SpectatorRule(minutes=30, open_hands=hands))
    alice, bob = table.players
    assert alice
    assert bob
    warm = warm_rows.get(table.match)
    assert warm
    seen = delay.as_seen(warm, SpectatorRule(minutes=30)).version
    looks_on = account("Dora") if hands else None
    news.tell(table.match)
    before = fetched(table, looks_on, seen, hands)
    assert before[f"/api/v1/matches/{table.match}/position/?at={seen + 1}"].startswith("404")
    play(table, sample(9, 40), Random(5))
    chat.say(table.match, Say("I hold the king"), by=alice)
    takebacks.change(table.match, AskTakeback(to=seen), by=bob)
    after = fetched(table, looks_on, seen, hands)
    assert [where for where, body in after.items() if before[where] != body] == []


def test_a_seat_is_in_nothing_of_a_spectator_without_an_account() -> None:
    table = begun(SpectatorRule(minutes=30, open_hands=True))
    warm = warm_rows.get(table.match)
    assert warm
    state = delay._timeline(warm.row).state(warm.row.version)
    seen = delay.as_seen(warm, SpectatorRule(minutes=30)).version
    assert state
    found = fetched(table, None, seen, False)
    assert not any("as=seat-" in body for body in found.values())
    for seat in (1, 2):
        client = Client()
        assert client.get(f"/matches/{table.match}/replay/{seen}/?as=seat-{seat}").status_code == 403
        assert client.get(f"/api/v1/matches/{table.match}/position/?perspective={seat - 1}").status_code == 403
