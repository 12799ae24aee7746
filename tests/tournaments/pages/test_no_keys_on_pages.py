"""Pages of events, clubs, rankings, the archive and the scribe speak in words, in both languages: no key of a program
and no name of a ruleset is read or heard there.

Every page that links lead to from the first ones is looked at once of its kind, as its organiser sees it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, deque
from contextlib import suppress
from datetime import timedelta
from enum import Enum
from html.parser import HTMLParser
from uuid import UUID

import pytest
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from elekt_core.messages import LANGUAGES
from elekt_core.registry import game_names, get_game
from matches.scribe import services as scribes
from matches.scribe.commands import BeginScribing
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.keys_on_pages import keys_on, values_said
from tests.matches.factories import account, started
from tests.sampling import sample
from tournaments import commands, services
from tournaments.circuits import commands as circuit_commands
from tournaments.circuits import services as circuits
from tournaments.decisions import rounds
from tournaments.decisions.field import Newcomer
from tournaments.evenings import commands as evening_commands
from tournaments.evenings import services as evenings
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings
from web.errors import Conflict

from ..factories import play_round, state_of
from ..leagues import made

pytestmark = pytest.mark.django_db
RULESETS = {ruleset.name for name in game_names() for ruleset in get_game(name).rulesets if ruleset.name != name}
FIRST = ("/tournaments/", "/leagues/", "/clubs/", "/ratings/", "/archive/", "/scribe/", "/watch/")
ELSEWHERE = re.compile(
    r"/(live|static|api|games|matches|login|logout|admin|offline)/|/export/.+|/record|\.(svg|csv|ics)"
)
MOST = sample(2, 12)
"""Pages of one view: they differ by what is chosen in their address."""
OURS = ("elekt_core", "matches", "players", "tournaments", "web")
VALUES = {
    one.value
    for name, module in [*sys.modules.items()]
    if name.partition(".")[0] in OURS
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Enum)
    for one in kind
    if isinstance(one.value, str) and one.value
}
"""Of every enumeration: words of programs, which are English and stand on no Polish page."""


class Links(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found += [value for name, value in attrs if name == "href" and value]


def event(alice: UUID, preset: str, club: UUID, seats: int) -> UUID:
    """One that has begun, with a round played and, where there is one, another paired."""
    opened = services.open_tournament(
        owner=alice,
        title=f"Turniej {preset.replace('_', ' ')}",
        game="elekt",
        stages=PRESETS[preset](Wish(seats, 2, 0)),
        settings=Settings(online=False, club=str(club), rated=True),
    ).tournament
    field = tuple(Newcomer(name=f"Osoba {number}", rating=1500 + number) for number in range(1, 9))
    services.change(opened, commands.Enter(field), by=alice)
    key = state_of(opened).planned[0].key
    services.change(opened, commands.StartStage(key, by_seeding=True), by=alice)
    if preset == "ladder":
        return opened
    services.change(opened, commands.Pair(key), by=alice)
    play_round(opened, alice, key, (1, 2, 3, 4))
    if preset in ("pods", "swiss"):
        while not rounds.is_stage_over(state_of(opened), key):
            services.change(opened, commands.Pair(key), by=alice)
            play_round(opened, alice, key, (2, 1, 4, 3))
        services.change(opened, commands.Close(), by=alice)
    else:
        with suppress(Conflict):  # a bracket has its next tables already
            services.change(opened, commands.Pair(key), by=alice)
    return opened


def world() -> UUID:
    """Everything that has pages, as Alice runs it."""
    alice, bob = account("Alice"), account("Bob")
    club = clubs.found(club_commands.FoundClub("Bastion", place="Sopot", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=bob)
    rosters.change(club, roster_commands.WriteDown(("Ola", "Jan")), by=alice)
    evenings.plan(evening_commands.PlanEvening(club, timezone.now() + timedelta(days=2), 8), by=alice)
    circuit = circuits.open_circuit(circuit_commands.OpenCircuit(club, "Cykl", (5, 3, 1), 1, 2), by=alice).circuit
    for preset in PRESETS:
        opened = event(alice, preset, club, 4 if preset == "pods" else 2)
        if preset == "pods":
            circuits.change(circuit, circuit_commands.CountTournament(opened), by=alice)
    league, people = made.league(alice)
    season = made.begun(league, alice)
    made.play(season, alice, people)
    scribes.begin(BeginScribing(game="elekt", seats=3), [f"Gracz {seat}" for seat in range(3)], by=alice)
    started("Celia", "Dora", game="elekt", seed="keys").play_out()
    return alice


def test_every_page_of_events_and_people_is_told_in_words() -> None:
    alice = world()
    for language in LANGUAGES:
        client = Client(headers={"accept-language": language})
        client.force_login(Player.objects.get(id=alice))
        found, looked = crawled(client, language)
        assert not found
        assert {"tournaments:tournament", "tournaments:league", "players:club", "matches:archive"} <= looked.keys()


def crawled(client: Client, language: str) -> tuple[dict[str, set[str]], Counter[str]]:
    """Keys by the page on which they are, and how many pages of each view were looked at."""
    queue, seen = deque(FIRST), {*FIRST}
    found, looked = dict[str, set[str]](), Counter[str]()
    while queue:
        path = queue.popleft()
        view = view_of(path)
        if not view or looked[view] >= MOST:
            continue
        answer = client.get(path)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        looked[view] += 1
        html = answer.content.decode()
        if keys := keys_on(html, RULESETS) | (values_said(html, VALUES) if language == "pl" else set()):
            found[path] = keys
        goes = [link.partition("#")[0] for link in Links(html).found]
        new = [link for link in dict.fromkeys(goes) if link.startswith("/") and not ELSEWHERE.search(link)]
        queue.extend(link for link in new if link not in seen)
        seen.update(new)
    return found, looked


def view_of(path: str) -> str:
    """Empty where there is none."""
    try:
        return resolve(path.partition("?")[0]).view_name
    except Resolver404:
        return ""


def test_a_word_of_a_program_is_found_where_it_is_all_that_is_said() -> None:
    assert {"open", "running"} <= VALUES
    assert values_said("<td>\n running </td><p>open the door</p>", VALUES) == {"running"}
