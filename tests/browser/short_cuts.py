"""Where a test begins: somebody has come in, a match is under way. The pages that lead there have tests of their own
(test_short_ways.py, meeting.py, test_play.py); here their forms are sent without a page being drawn."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.person import Person

SECRET = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
DECISION = re.compile(r'name="decision_id" value="([\w-]+)"')


def send(context: BrowserContext, page: str, to: str = "", **fields: str) -> str:
    """The form of a page, to itself or where the form leads ``to``; the address that this leads to."""
    shown = context.request.get(page).text()
    for name, found in (("csrfmiddlewaretoken", SECRET.search(shown)), ("decision_id", DECISION.search(shown))):
        if found:
            fields.setdefault(name, found[1])
    answer = context.request.post(to or page, form=dict(fields), max_redirects=0)
    assert answer.status == 302, answer.text()[:500]
    return answer.headers["location"]


def come_in(context: BrowserContext, name: str) -> Page:
    """A page of a guest; nothing is shown on it yet."""
    send(context, "/guest/", name=name)
    return context.new_page()


def as_person(context: BrowserContext, person: Person) -> None:
    """The browser is theirs whose program has played so far."""
    context.add_cookies([{"name": one.name, "value": one.value or "", "url": person.url} for one in person.cookies])


def against_bots(page: Page, seats: int) -> None:
    page.goto(send(page.context, "/", "/play/", seats=str(seats)))
    expect(page.locator("#prompt")).to_be_visible()


def at_one_table(first: Page, *others: Page, game: str = "elekt", time: str = "", seats: int = 2) -> None:
    """The first opens it, the others sit down; their match has begun, and all look at it."""
    table = send(first.context, f"/tables/open/?game={game}", seats=str(seats), access="anyone", time=time)
    for other in others:
        send(other.context, table, f"{table}sit/")
    for page in (first, *others):
        page.goto(table)  # which has become their match
        expect(page.locator("#prompt")).to_be_visible()
