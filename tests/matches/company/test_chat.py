"""Talk beside a match: who reads what, what is kept, and who can put an end to it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone, translation

from matches.after_commit import in_process
from matches.company import chat, live, news
from matches.company.chat import Say
from matches.models import ChatLine, ChatReport
from matches.play import queries
from players import services as players
from players.friends import shunning
from players.models import Player
from web.errors import BadRequest, Conflict, NotAllowed, NotFound
from web.limits import TooMany
from web.live import audience
from web.live.audience import Audience

from ..factories import Table, account, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob")


def read(table: Table, player: UUID | None) -> list[str]:
    with translation.override("en"):
        match = queries.match(match_id=table.match, player=player)
        return [line.text for line in chat.shown(match, player).lines]


def say(table: Table, by: UUID | None, text: str = "", **how: str) -> int:
    assert by
    chat.say(table.match, Say(text, **how), by=by)
    return ChatLine.objects.latest("number").pk


def test_players_read_the_table_and_spectators_both_rooms(table: Table) -> None:
    alice, bob = table.players
    charlie = person("Charlie")
    say(table, alice, "I am here")
    say(table, charlie, "Alice holds the king")
    assert read(table, bob) == ["I am here"]
    assert read(table, charlie) == read(table, None) == ["I am here", "Alice holds the king"]


def test_nothing_of_a_spectator_reaches_a_players_page_or_stream_before_the_end(
    table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    alice, bob = table.players
    charlie = person("Charlie")
    line = say(table, charlie, "Alice-holds-the-king")
    assert alice
    version, stream = news.version_of(table.match), news.stream_of(table.match)
    for seat, player in enumerate(table.players):
        assert player
        page = table.client(seat).get(f"/matches/{table.match}/").content.decode()
        frames = live.frames(stream, f"{table.match}/{seat}", 0, version)
        assert "Alice-holds-the-king" not in page + "".join(frames.values())
        for what in ("report", "mute", "block", "remove"):
            answer = table.client(seat).post(f"/matches/{table.match}/chat/line/", {"line": line, "what": what})
            assert answer.status_code == 404, what
    chat.report(table.match, line, by=charlie)
    assert chat.reported(alice) == [], "the host plays"
    for_others = live.frames(stream, f"{table.match}/spectator", 0, version)["chat"]
    assert "Alice-holds-the-king" in for_others
    with django_capture_on_commit_callbacks(execute=True), in_process():
        table.play_out()
    assert news.version_of(table.match) > version, "their pages are told"
    assert "Alice-holds-the-king" in live.frames(stream, f"{table.match}/0", version, version + 1)["chat"]
    assert read(table, bob) == ["Alice-holds-the-king"]


def test_a_phrase_is_read_in_the_language_of_who_reads(table: Table) -> None:
    say(table, table.players[0], phrase="good_luck")
    assert ChatLine.objects.get().text == ""
    match = queries.match(match_id=table.match, player=table.players[1])
    with translation.override("pl"):
        assert [line.text for line in chat.lines_of(match)] == ["Powodzenia!"]
    with translation.override("en"):
        assert [line.text for line in chat.lines_of(match)] == ["Good luck!"]


@pytest.mark.parametrize("text", ["", "   ", "\u202e", "x" * 301])
def test_what_is_no_line_is_refused(table: Table, text: str) -> None:
    with pytest.raises(BadRequest):
        say(table, table.players[0], text)
    with pytest.raises(BadRequest):
        say(table, table.players[0], phrase="spam")


def test_a_line_is_one_line_without_hidden_signs(table: Table) -> None:
    say(table, table.players[0], " one\n two\u202ethree  ")
    assert ChatLine.objects.get().text == "one twothree"


def test_who_says_too_much_is_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(chat.SAID_OFTEN.most):
        say(table, table.players[0], str(number))
    with pytest.raises(TooMany):
        say(table, table.players[0], "more")


def test_spectators_who_fill_their_room_push_out_their_own_lines_and_silence_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = table.players[0]
    monkeypatch.setattr(chat, "MAX_LINES", 5)
    monkeypatch.setattr(chat, "MAX_OWN", 2)
    loud = [person(name) for name in ("Charlie", "Dora")]
    for number in range(3):
        for who in loud:
            say(table, who, f"{number}")
    say(table, alice, "at the table")
    quiet = person("Edgar")
    for text in ("hello", "who plays?"):
        say(table, quiet, text)
    assert read(table, None) == ["1", "2", "2", "at the table", "hello", "who plays?"]
    say(table, person("Frank"), "me too")
    said = read(table, None)
    assert {"at the table", "me too"} <= {*said}
    assert len(said) == 6


def test_what_was_reported_cannot_be_talked_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MAX_OWN", 2)
    charlie, dora = person("Charlie"), person("Dora")
    chat.report(table.match, say(table, charlie, "an insult"), by=dora)
    for text in "abc":
        say(table, charlie, text)
    assert read(table, None) == ["an insult", "c"]
    chat.report(table.match, ChatLine.objects.get(text="c").pk, by=dora)
    with pytest.raises(Conflict, match="said_enough"):
        say(table, charlie, "d")
    monkeypatch.setattr(chat, "MAX_LINES", 2)
    with pytest.raises(Conflict, match="too_many_chat_lines"):
        say(table, dora, "d")


def test_in_a_busy_room_everybody_gets_a_word_in(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "BUSY", 4)
    charlie, dora, edgar = (person(name) for name in ("Charlie", "Dora", "Edgar"))
    for number in range(2):
        for who in (charlie, dora):
            say(table, who, str(number))
    say(table, charlie, "third")
    with pytest.raises(TooMany):
        say(table, charlie, "fourth")
    say(table, edgar, "mine")
    say(table, table.players[0], "the table is another room")


def test_much_talk_in_one_room_pushes_nothing_out_of_the_other(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "SHOWN", 2)
    say(table, table.players[0], "I am here")
    for text in "abc":
        say(table, person("Charlie"), text)
    assert read(table, None) == ["I am here", "b", "c"]


def test_rooms_that_open_are_sent_once_and_then_only_what_is_new(
    table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    alice = table.players[0]
    for text in ("of-a-spectator", "of-another"):
        say(table, person("Charlie"), text)
    before, stream = news.version_of(table.match), news.stream_of(table.match)
    with django_capture_on_commit_callbacks(execute=True), in_process():
        table.play_out()
    opened = news.version_of(table.match)
    assert "of-a-spectator" in live.frames(stream, f"{table.match}/1", before, opened)["chat"]
    say(table, alice, "well-played")
    frames = live.frames(stream, f"{table.match}/1", opened, opened + 1)
    assert "well-played" in frames["chat"]
    assert "of-a" not in frames["chat"]


def test_no_page_is_sent_a_patch_of_what_another_page_holds(table: Table) -> None:
    """One page has the last line, another has all: a change of lines of the one is none of the other."""
    alice = table.players[0]
    for number in range(4):
        say(table, alice, f"line {number}")
    on = Audience("company", news.stream_of(table.match), f"{table.match}/1", "en", "html")
    audience.frames(on, 3)
    audience.frames(on, 0)
    say(table, alice, "line 4")
    _, told = audience.frames(on, 4)
    sent = "".join(frame.form(holds=True, packed=False).decode() for frame in told)
    assert sent == "".join(frame.data.decode() for frame in told)
    assert [f"line {number}" in sent for number in range(5)] == [False, False, False, False, True]
    assert "event: patch" not in sent
    assert "event: takeback" in sent


def test_strangers_neither_read_nor_talk_at_a_table_of_named_players() -> None:
    table = started("Alice", "Bob", access="named")
    charlie = person("Charlie")
    line = say(table, table.players[0], "secret")
    for asked in (lambda: say(table, charlie, "hello"), lambda: chat.report(table.match, line, by=charlie)):
        with pytest.raises(NotFound):
            asked()


def test_muted_and_blocked_are_not_read_by_those_who_did_so(table: Table) -> None:
    alice, bob = table.players
    assert alice
    assert bob
    say(table, bob, "nonsense")
    shunning.shun(by=alice, other=bob, blocked=False)
    assert read(table, alice) == []
    assert read(table, bob) == ["nonsense"]
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert f'data-shunned="{bob} "' in page
    shunning.pardon(by=alice, other=bob)
    assert read(table, alice) == ["nonsense"]


def test_the_host_sees_what_was_reported_removes_it_and_ends_it(table: Table) -> None:
    alice, bob = table.players
    charlie = person("Charlie")
    assert alice
    assert bob
    line = say(table, bob, "rude")
    chat.report(table.match, line, by=charlie)
    chat.report(table.match, line, by=charlie)
    assert [(one.text, one.reports) for one in chat.reported(alice)] == [("rude", 1)]
    assert chat.reported(bob) == chat.reported(charlie) == []
    with pytest.raises(NotAllowed):
        chat.silence(table.match, line, by=charlie)
    with pytest.raises(NotAllowed):
        chat.remove(table.match, line, by=charlie)
    before = news.version_of(table.match)
    chat.silence(table.match, line, by=alice)
    chat.remove(table.match, line, by=alice)
    assert read(table, charlie) == [""]
    assert chat.reported(alice) == []
    assert ChatLine.objects.get().text == "rude", "for staff"
    assert "said-" in live.frames(news.stream_of(table.match), f"{table.match}/1", before, before + 1)["chat"]
    with pytest.raises(NotAllowed, match="silenced_here"):
        say(table, bob, "again")


@pytest.mark.parametrize("offender", [0, 1])
def test_who_removes_a_reported_line_does_not_take_it_away_from_staff(table: Table, offender: int) -> None:
    """Neither its author nor the host, who may be the same."""
    alice, bob = table.players
    charlie, staff = person("Charlie"), UUID(str(account("Staff", staff=True)))
    said_by = table.players[offender]
    assert alice
    assert said_by
    line = say(table, said_by, "rude")
    chat.report(table.match, line, by=charlie)
    chat.remove(table.match, line, by=said_by)
    chat.remove(table.match, line, by=alice)
    for reader in (alice, bob, charlie, staff, None):
        assert read(table, reader) == [""]
    assert chat.reported(alice) == []
    assert [(one.text, one.reports, one.removed) for one in chat.reported(staff, staff=True)] == [("rude", 1, True)]
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=str(staff)))
    assert "Removed at the table" in client.get("/reports/").content.decode()
    chat.remove(table.match, line, by=staff, staff=True)
    assert chat.reported(staff, staff=True) == []
    assert "rude" not in str(ChatLine.objects.values())


def test_a_removed_line_is_not_kept_for_a_report_that_is_gone(table: Table) -> None:
    alice, charlie = table.players[0], person("Charlie")
    assert alice
    line = say(table, alice, "rude")
    chat.report(table.match, line, by=charlie)
    chat.remove(table.match, line, by=alice)
    chat.forget(charlie)
    assert ChatLine.objects.get().text == ""


def test_what_nobody_has_reported_is_gone_once_it_is_removed(table: Table) -> None:
    alice = table.players[0]
    assert alice
    chat.remove(table.match, say(table, alice, "oops"), by=alice)
    assert ChatLine.objects.get().text == ""


def test_staff_sees_every_report(table: Table) -> None:
    charlie = person("Charlie")
    line = say(table, charlie, "spam")
    chat.report(table.match, line, by=person("Dora"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=account("Staff", staff=True)))
    assert "spam" in client.get("/reports/").content.decode()
    client.post(f"/matches/{table.match}/chat/line/", {"line": line, "what": "silence", "back": "reports"})
    client.post(f"/matches/{table.match}/chat/line/", {"line": line, "what": "remove", "back": "reports"})
    assert "spam" not in client.get("/reports/").content.decode()
    with pytest.raises(NotAllowed):
        say(table, charlie, "again")


def test_what_somebody_said_is_erased_with_them(table: Table) -> None:
    bob = table.players[1]
    line = say(table, bob, "my secret")
    chat.report(table.match, line, by=person("Charlie"))
    players.erase(player=Player.objects.get(id=str(bob)), now=timezone.now())
    assert not ChatLine.objects.exists()
    assert not ChatReport.objects.exists()


def test_who_was_silenced_is_so_with_a_merged_profile(table: Table) -> None:
    alice, charlie, other = table.players[0], person("Charlie"), person("Charlie at home")
    assert alice
    chat.silence(table.match, say(table, other, "rude"), by=alice, staff=True)
    chat.merged(charlie, other)
    with pytest.raises(NotAllowed, match="silenced_here"):
        say(table, charlie, "again")


def test_what_was_reported_stays_so_in_a_merger_but_nobody_reports_themselves(table: Table) -> None:
    charlie, other = person("Charlie"), person("Charlie at home")
    twice, once, own = (say(table, by, "rude") for by in (table.players[0], table.players[1], charlie))
    for line, by in ((twice, charlie), (twice, other), (once, other), (own, other)):
        chat.report(table.match, line, by=by)
    chat.merged(charlie, other)
    assert sorted(ChatReport.objects.values_list("line", "by")) == sorted([(twice, charlie), (once, charlie)])


@pytest.mark.parametrize("back", ["x", "", "matches:home", "/reports/", "\0"])
def test_what_is_done_about_a_line_leads_back_to_the_match(table: Table, back: str) -> None:
    line = say(table, table.players[0], "hello")
    asked = {"line": line, "what": "report", "back": back}
    answer = table.client(1).post(f"/matches/{table.match}/chat/line/", asked)
    assert answer.headers["Location"] == f"/matches/{table.match}/"


def test_talking_works_without_scripts_and_with_them(table: Table) -> None:
    url = f"/matches/{table.match}/chat/"
    assert table.client(0).post(url, {"text": "hello <b>"}).headers["Location"] == f"/matches/{table.match}/"
    assert table.client(0).post(url, {"phrase": "thanks"}, headers={"HX-Request": "true"}).status_code == 204
    page = table.client(1).get(f"/matches/{table.match}/").content.decode()
    assert "hello &lt;b&gt;" in page
    assert "Thank you!" in page
    assert Client().post(url, {"text": "hello"}).status_code == 302
    assert ChatLine.objects.count() == 2
