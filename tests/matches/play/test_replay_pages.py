"""A replay's steps as differences, and logs by pages: a page puts together what it would have been sent whole."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from matches.play import narration
from matches.play.shapes import LogLine
from players.models import Player
from tests.sampling import sample
from web.live.patches import patched

from ...white_space import one_line
from .. import factories
from ..factories import Table

pytestmark = pytest.mark.django_db

NOTE = "  a plan,\n\n   in <lines>"


@pytest.fixture
def table() -> Table:
    return factories.started("Alice", "Bob", seed="a match for steps")


def client_of(table: Table, seat: int, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(Player.objects.get(id=str(table.players[seat])))
    return client


def steps(client: Client, match: UUID, *to: int, **held: Any) -> Any:
    asked = {"to": list(to), **held}
    answer = client.get(f"/matches/{match}/replay/steps/", asked)
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "private, no-store"
    return answer.json()


def texts(told: Any, base: str = "") -> list[str]:
    """What a page makes of the answer."""
    found = []
    for step in told["steps"]:
        base = patched(base, step["patch"])
        found.append(base)
    return found


def shown(html: str) -> str:
    """The markup without form tokens and ids that are drawn anew."""
    html = re.sub(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>', "", html)
    return re.sub(r'(name="decision_id" value=")[^"]*', r"\1", html)


@pytest.mark.parametrize("language", sample(["pl"], ["en", "pl"]))
@pytest.mark.parametrize("game", ["elekt", "enclave", "elector_counts"])
def test_steps_put_together_are_the_pages_themselves(game: str, language: str) -> None:
    table = factories.started("Alice", "Bob", game=game, seed="steps of all games")
    table.decide()
    client, last = client_of(table, 0, language), table.version()
    base, have, at = "", "", 0
    for wanted in (1, 2, last, last - 1, last):
        held: dict[str, Any] = {"from": at, "have": have} if at else {}
        told = steps(client, table.match, wanted, **held)
        assert told["holds"] == bool(at)
        base, have, at = texts(told, base)[0], told["steps"][0]["digest"], wanted
        page = client.get(f"/matches/{table.match}/replay/{wanted}/").content.decode()
        assert shown(one_line(base)) in shown(page)


def test_neighbours_come_in_one_answer_each_told_by_the_one_before(table: Table) -> None:
    client = client_of(table, 0)
    whole = texts(steps(client, table.match, 3))[0]
    assert texts(steps(client, table.match, 4, 5, 3))[2] == whole
    told = steps(client, table.match, 4, 5, 3)
    sizes = [len(json.dumps(step["patch"])) for step in told["steps"]]
    assert max(sizes[1:]) < sizes[0] / 3


def test_a_page_that_holds_something_else_is_sent_all_of_it(table: Table) -> None:
    client = client_of(table, 0)
    held: dict[str, Any] = {"from": 2, "have": steps(client, table.match, 2)["steps"][0]["digest"]}
    assert steps(client, table.match, 3, **held)["holds"]
    assert not steps(client, table.match, 3, **held | {"have": "0" * 18})["holds"]
    assert not steps(client_of(table, 1), table.match, 3, **held)["holds"], "another's page"
    table.decide()
    grown = steps(client, table.match, 3, **held)
    assert not grown["holds"], "the replay has become longer"
    assert f'max="{table.version()}"' in texts(grown)[0]


def test_what_one_has_noted_keeps_its_lines(table: Table) -> None:
    client = client_of(table, 0)
    client.post(f"/matches/{table.match}/note/", {"event": 2, "text": "first" + NOTE, "seen_from": "seat-1"})
    text = texts(steps(client, table.match, 2))[0]
    assert "first  a plan,&#10;&#10;   in &lt;lines&gt;</textarea>" in text
    page = client.get(f"/matches/{table.match}/replay/2/").content.decode()
    assert "first  a plan,&#10;&#10;   in &lt;lines&gt;</textarea>" in page
    assert "a plan" not in texts(steps(client_of(table, 1), table.match, 2))[0]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("to=1&to=2&to=3&to=4", 400),
        ("to=x", 400),
        ("to=1&from=x", 400),
        ("to=0", 404),
        ("to=9999", 404),
        ("to=1&from=9999", 404),
        ("to=1&as=open", 403),
        ("to=1&as=seat-2", 403),
        ("to=1&as=moon", 400),
    ],
)
def test_steps_ask_for_positions_that_one_may_see(table: Table, query: str, status: int) -> None:
    assert client_of(table, 0).get(f"/matches/{table.match}/replay/steps/?{query}").status_code == status


# --- logs by pages ----------------------------------------------------------------------------------------


def lines(*seqs: int) -> tuple[LogLine, ...]:
    return tuple(LogLine(seq, "", 0, "") for seq in seqs)


LONG = lines(*range(2, 902, 2))
"""450 lines: events 2, 4, ..., 900."""


def test_a_page_of_a_log_lies_around_an_event_and_is_full_at_both_ends() -> None:
    middle = narration.around(LONG, 401)
    assert (middle.lines[0].seq, middle.lines[-1].seq) == (352, 450)
    assert (middle.older, middle.newer) == (350, 452)
    for at, first in ((1, 2), (900, 802)):
        page = narration.around(LONG, at)
        assert (len(page.lines), page.lines[0].seq) == (narration.LINES, first)
    assert narration.around(LONG, 1).older is None
    assert narration.around(LONG, 900).newer is None
    assert narration.around(lines(1, 2), 1) == narration.latest(lines(1, 2))


def test_reading_on_both_ways_from_the_middle_gives_the_whole_log_once() -> None:
    page = narration.around(LONG, 401)
    read, older, newer = list(page.lines), page.older, page.newer
    while older is not None:
        before = narration.older(LONG, older)
        read, older = [*before.lines, *read], before.older
    while newer is not None:
        after = narration.newer(LONG, newer)
        read, newer = [*read, *after.lines], after.newer
    assert tuple(read) == LONG


def test_the_last_page_holds_all_that_is_news() -> None:
    assert narration.latest(LONG).lines[0].seq == 802
    assert narration.latest(LONG, since=500).lines[0].seq == 500
    assert narration.latest(LONG, since=890).lines[0].seq == 802


def test_the_pages_of_a_log_lead_on_with_and_without_scripts(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narration, "LINES", 4)
    for _ in range(6):
        table.decide()
    client, last = client_of(table, 0), table.version()
    for address in ("", f"replay/{last}/?as=seat-1"):
        page = client.get(f"/matches/{table.match}/{address}").content.decode()
        assert page.count('class="line ') == 4
        link = re.search(r'href="([^"]*)" data-log="([^"]*)"[^>]*>Earlier events', page)
        assert link, page
        plain, script = (part.replace("&amp;", "&") for part in link.groups())
        assert client.get(plain).status_code == 200
        more = client.get(script).content.decode()
        assert 'class="line ' in more
        assert "Later events" not in more
        assert not set(re.findall('id="line-[0-9]+"', more)) & set(re.findall('id="line-[0-9]+"', page))


def test_a_log_is_read_by_those_who_may_look_from_there(table: Table) -> None:
    address = f"/matches/{table.match}/log/"
    assert client_of(table, 0).get(f"{address}?as=open").status_code == 403
    assert client_of(table, 0).get(f"{address}?as=seat-2").status_code == 403
    assert client_of(table, 0).get(f"{address}?at=x").status_code == 400
    assert Client().get(f"{address}?at=99999").status_code == 200
