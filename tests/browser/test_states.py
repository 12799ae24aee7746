"""The states of a table that last for moments only, and pages that few people see: nothing is wider than the window,
the question and the hand stay in sight.

``PICTURES=DIR`` takes a picture of each in both themes and in three sizes of a window; without it one of them is looked
at, with ``LONG_TESTS=1`` all of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from matches.clocks import flags
from matches.clocks.asking import CallBot, EndUnrated, EndWithout, Pause
from matches.clocks.controls import TimeControl
from matches.company import chat
from matches.company.chat import Say
from matches.company.models import ChatLine
from matches.records.models import RecordImport
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from players.ratings.outcome import person as rated
from players.ratings.services import record
from players.rosters import services as rosters
from players.rosters.commands import WriteDown
from tests.matches.clocks.conftest import Machine
from tests.matches.clocks.conftest import machine as machine
from tests.matches.clocks.test_asking import ask, away
from tests.matches.clocks.test_asking import nobody_has_a_stream as nobody_has_a_stream
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import Table, account, started
from tests.matches.records.test_importing import ONE_SEAT, RUNNING, WHOLE, handed_in
from tests.sampling import sample
from tests.tournaments.factories import state_of
from tests.tournaments.test_strangers import enter, evening
from tournaments import rating
from tournaments.claims import services as claims

from .test_tables_fit import FITTED, MEASURE, show

pytestmark = pytest.mark.django_db

PICTURES = os.environ.get("PICTURES", "")
SIZES = ((1440, 900), (1024, 768), (390, 844))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark") if PICTURES else ("light",)
NAMES = ("Alice", "Bartholomew", "Celina", "Darek")
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth
    ? [`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`] : []"""
OPEN = """() => document.querySelector(".drawer-button")?.checkVisibility()
    && document.querySelector("#side").showPopover()"""
TALK = """() => document.querySelector("#chat")?.scrollIntoView({block: "end"})"""


def timed(seats: int = 2, base: int = 60, game: str = "elekt", flag: Any = "default") -> Table:
    return started(*NAMES[:seats], game=game, seed="states", time=TimeControl(mode="increment", base=base, flag=flag))


# --- what there is to see: each makes a table or the address of a page, and who looks ------------------------------


def running(machine: Machine) -> Table:
    table = timed(4, base=900)
    machine.pass_(7)
    return table


def low(machine: Machine) -> Table:
    table = timed(4)
    machine.pass_(48)
    return table


def flagged(machine: Machine) -> Table:
    table = timed(4)
    machine.pass_(62)
    flags.carry_out_due()
    return table


def paused(machine: Machine) -> Table:
    table = timed()
    for seat in (0, 1):
        ask(table, Pause(), seat)
    return table


def pause_wanted(machine: Machine) -> Table:
    table = timed()
    ask(table, Pause(), 1)
    return table


def just_gone(machine: Machine) -> Table:
    table = timed(base=900)
    away(table, machine, 1 - table.awaited(), 24)
    return table


def soon(machine: Machine) -> Table:
    table = timed(base=900)
    away(table, machine, table.awaited(), 32)
    return table


def gone(machine: Machine) -> Table:
    table = timed(base=900)
    away(table, machine, table.awaited(), 90)
    return table


def stood_in(machine: Machine) -> Table:
    table = gone(machine)
    ask(table, CallBot(table.awaited()), 1 - table.awaited())
    return table


def ended(machine: Machine) -> Table:
    table = gone(machine)
    ask(table, EndWithout(table.awaited()), 1 - table.awaited())
    return table


def left_long(machine: Machine) -> Table:
    table = timed(base=1800)
    away(table, machine, table.awaited(), 620)
    return table


def ended_unrated(machine: Machine) -> Table:
    table = left_long(machine)
    ask(table, EndUnrated(table.awaited()), 1 - table.awaited())
    return table


def talked(machine: Machine) -> Table:
    table = timed(base=900)
    for n, text in enumerate(("Good luck!", "You too. I have not played for a year, so be gentle with me.", "Ha.")):
        player = table.players[n % 2]
        assert player is not None
        chat.say(table.match, Say(text), by=player)
    return table


STATES: Mapping[str, Callable[[Machine], Table]] = {
    made.__name__: made
    for made in (
        running,
        low,
        flagged,
        paused,
        pause_wanted,
        just_gone,
        soon,
        gone,
        left_long,
        stood_in,
        ended,
        ended_unrated,
        talked,
    )
}


def looked_from(name: str, table: Table) -> int:
    """Whoever is away cannot look."""
    if name == "just_gone":
        return table.awaited()
    return 1 - table.awaited() if name in ("soon", "gone", "left_long", "stood_in") else 0


@pytest.mark.parametrize("name", sample(["soon"], list(STATES)) if not PICTURES else list(STATES))
def test_a_state_of_the_table_fits(browser: Browser, machine: Machine, name: str) -> None:
    table = STATES[name](machine)
    page = browser.new_context().new_page()
    client = table.client(looked_from(name, table))
    measure = TOO_WIDE if name.startswith("ended") else MEASURE
    found = looked_at(page, client, f"/matches/{table.match}/", name, measure)
    if name == "talked" and PICTURES:
        looked_at(page, client, f"/matches/{table.match}/", "drawer", TOO_WIDE, OPEN)
        looked_at(page, client, f"/matches/{table.match}/", "chat", TOO_WIDE, OPEN, TALK)
    page.context.close()
    assert found == {}


@pytest.mark.parametrize("game", ["elekt", "enclave", "elector_counts"] if PICTURES else [])
def test_each_game_fits_a_small_desktop(browser: Browser, machine: Machine, game: str) -> None:
    table = timed(4, base=900, game=game)
    for _ in range(24):
        table.go_on()
    page = browser.new_context().new_page()
    found = looked_at(page, table.client(table.awaited()), f"/matches/{table.match}/", game, MEASURE)
    page.context.close()
    assert found == {}


# --- pages that few people see ---------------------------------------------------------------------------------


def signed_in(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def claims_page() -> tuple[Client, str]:
    alice, ola = account("Alice"), account("Ola")
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    jan, ewa = rosters.change(club, WriteDown(("Jan Kowalski", "Ewa")), by=alice).people
    tournament = evening(alice, club)
    enter(tournament, alice, jan, ewa)
    record(
        game=uuid4(), ladder=rating.key_of(state_of(tournament)), seats=[rated(jan), rated(ewa)], places=[1, 2],
        played_at=timezone.now(), actor="clock",
    )  # fmt: skip
    claims.claim(tournament_id=tournament, player=ola, no=1)
    claims.claim(tournament_id=tournament, player=account("Celina"), no=2)
    return signed_in(alice), f"/tournaments/{tournament}/claims/"


def reports_page() -> tuple[Client, str]:
    table = started("Alice", "Bob", game="elekt", seed="reported")
    alice, bob = table.players
    assert alice is not None
    assert bob is not None
    for text in ("You play like my grandmother, and she has never seen a card.", "Nonsense!", "x" * 200):
        chat.say(table.match, Say(text), by=bob)
        chat.report(table.match, ChatLine.objects.latest("number").pk, by=alice)
    return table.client(0), "/reports/"


def imports() -> tuple[Client, RecordImport]:
    alice = account("Alice")
    faulty = WHOLE.replace(b'"kind":"round_started"', b'"kind":"round_starte"', 1)
    row = handed_in(b"\n".join((WHOLE, WHOLE, ONE_SEAT, faulty, RUNNING, b"nonsense")), alice, name="evening.jsonl")
    return signed_in(alice), row


def import_page() -> tuple[Client, str]:
    client, _row = imports()
    return client, "/archive/import/"


def imported_page() -> tuple[Client, str]:
    client, row = imports()
    return client, f"/archive/import/{row.id}/"


def imported_match() -> tuple[Client, str]:
    client, row = imports()
    match = row.item_rows.exclude(match=None).order_by("number").last()
    assert match is not None
    return client, f"/matches/{match.match}/replay/9/"


PAGES: Mapping[str, Callable[[], tuple[Client, str]]] = {
    made.__name__: made for made in (claims_page, reports_page, import_page, imported_page, imported_match)
}


@pytest.mark.parametrize("name", sample(["imported_page"], list(PAGES)) if not PICTURES else list(PAGES))
@pytest.mark.usefixtures("high_card")
def test_a_page_fits(browser: Browser, name: str) -> None:
    client, path = PAGES[name]()
    page = browser.new_context().new_page()
    found = looked_at(page, client, path, name, TOO_WIDE)
    page.context.close()
    assert found == {}


# --- looking ----------------------------------------------------------------------------------------------------


def looked_at(page: Page, client: Client, path: str, name: str, measure: str, *before: str) -> dict[str, Any]:
    """What does not fit, by size of the window. ``before`` is done on the page first."""
    answer = client.get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200, (path, answer.status_code, answer.content[:300])
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        show(page, answer.content, refuses=False)
        for script in before:
            page.evaluate(script)
        page.evaluate(FITTED)
        if wrong := page.evaluate(measure):
            found[f"{name} {width}x{height}"] = wrong
        if PICTURES:
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                whole = not path.startswith("/matches/")
                page.screenshot(path=Path(PICTURES) / f"{name}-{width}-{theme}.png", full_page=whole)
    return found
