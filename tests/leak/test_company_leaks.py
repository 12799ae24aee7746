"""What goes on beside a match tells nothing of what is hidden in it, and players nothing of what spectators say (E4).

The stream beside a match has its own frames: a request to go back lists what would be undone, and talk stands there.
"""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.utils import translation

from elekt_core.contract import SeatNo
from matches.company import chat, live, news, takebacks
from matches.company.chat import Say
from matches.company.takeback_rules import AskTakeback
from matches.play import queries
from matches.play.timeline import timelines
from players.models import Player
from tests.matches.factories import Table, person, started
from tests.sampling import ON_POSTGRES, sample
from web.live.audience import Audience, frames

from .redeal import Viewer
from .test_web_leaks import answer, clean, everything, other_game, play, rewrite, stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("seats", "decisions"), sample([(3, 9)] if ON_POSTGRES else [(2, 12), (3, 9)], [(2, 40), (4, 25)])
)
def test_a_request_to_go_back_tells_nothing_of_what_is_hidden(seats: int, decisions: int) -> None:
    table = started(*("Alice", "Bob", "Charlie", "Dana")[:seats], game="elekt", seed=f"takeback {seats}")
    play(table, decisions, Random(decisions))
    match = queries.match(match_id=table.match, player=table.players[0])
    first = queries.timeline_of(match).ends(match.version)[0]
    assert table.players[0]
    takebacks.change(table.match, AskTakeback(to=first), by=table.players[0])
    original = stored(table.match)
    for viewer in (None, *(SeatNo(seat) for seat in range(seats))):
        rewrite(table.match, original)
        before = beside(table, viewer)
        assert before["en frames"].count("<li") > decisions, "what would be undone is listed"
        rewrite(table.match, other_game(original, viewer, Random(seats)))
        assert beside(table, viewer) == before, viewer


def test_what_spectators_say_is_in_nothing_that_a_player_can_fetch_before_the_end() -> None:
    table = started("Alice", "Bob", game="elekt", seed="talk")
    play(table, 6, Random(1))
    chat.say(table.match, Say("she-holds-the-king"), by=person("Charlie"))
    assert table.players[0]
    chat.say(table.match, Say("good-morning"), by=table.players[0])
    for viewer in (None, SeatNo(0), SeatNo(1)):
        told = beside(table, viewer)
        assert all("good-morning" in body for body in told.values()), viewer
        assert [("she-holds-the-king" in body) for body in told.values()] == [viewer is None] * len(told), viewer
        if viewer is not None:
            assert not [where for where, body in everything(table, viewer).items() if "she-holds" in body]
    stream, seated = news.stream_of(table.match), set(table.players)
    assert live.may_hear(stream, f"{table.match}/spectator", {*seated, None}) == {None}


def test_talk_and_hands_are_never_in_one_frame() -> None:
    table = started("Alice", "Bob", game="elekt", seed="talk")
    assert table.players[1]
    chat.say(table.match, Say("good-morning"), by=table.players[1])
    table.go_on()
    for viewer in ("0", "1", "spectator"):
        sent = frames(Audience("match", table.match, viewer, "en", "html"), 0)[1]
        assert sent
        assert "good-morning" not in "".join(frame.data.decode() for frame in sent)
        assert "position" not in live.frames(news.stream_of(table.match), f"{table.match}/{viewer}", 0, 1)


def test_talk_and_what_a_request_to_go_back_lists_are_never_in_one_frame() -> None:
    table = started("Alice", "Bob", game="elekt", seed="takeback 2")
    play(table, 12, Random(12))
    alice, bob = table.players
    assert alice
    assert bob
    match = queries.match(match_id=table.match, player=alice)
    first = queries.timeline_of(match).ends(match.version)[0]
    takebacks.change(table.match, AskTakeback(to=first), by=alice)
    chat.say(table.match, Say("good-morning"), by=bob)
    stream = news.stream_of(table.match)
    for viewer in ("0", "1", "spectator"):
        for after in (0, news.version_of(table.match) - 1):
            _, sent = frames(Audience("company", stream, f"{table.match}/{viewer}", "en", "html"), after)
            events = [_named(frame.data) for frame in sent]
            assert events[0] == ["chat"], "the talk alone"
            assert events[1][-1] == "version", "a page that has this has the talk, too"
            assert "takeback" in events[1]
            assert len(events) == 2
            assert ["good-morning" in frame.data.decode() for frame in sent] == [True, False]
            assert [frame.version for frame in sent] == [0, news.version_of(table.match)]


def _named(data: bytes) -> list[str]:
    return [line.removeprefix("event: ") for line in data.decode().splitlines() if line.startswith("event: ")]


def beside(table: Table, viewer: Viewer) -> dict[str, str]:
    """The page itself, and all that the stream beside the match brings to whoever looks from there."""
    timelines.forget()
    client, place = Client(headers={"accept-language": "en"}), "spectator" if viewer is None else str(viewer)
    if viewer is not None:
        client.force_login(Player.objects.get(id=str(table.players[viewer])))
    found = {"page": answer(client, f"/matches/{table.match}/")}
    for language in ("en", "pl"):
        on = Audience("company", news.stream_of(table.match), f"{table.match}/{place}", language, "html")
        with translation.override(language):
            _, sent = frames(on, 0)
        found[f"{language} frames"] = clean("".join(frame.data.decode() for frame in sent))
    return found
