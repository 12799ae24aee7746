"""The second evening of a club knows the first. Alice runs the club and does not play; seven regulars have an account,
five have none, two of these have the same name, and one of the five claims their profile after the second evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from ledger.projections import named, rebuild
from players import services as accounts
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from players.ratings.models import Rating
from players.ratings.outcome import person
from players.rosters import adding, services
from players.rosters import commands as roster_commands
from players.rosters.book import book_of
from tests.matches.conftest import high_card as high_card
from tournaments import commands, rating
from tournaments import services as tournaments
from tournaments.claims import services as claims
from tournaments.desk import entries
from tournaments.formats.contract import Result
from web.errors import Refused

from .factories import AT_A_TABLE, at, opened, stage, state_of

pytestmark = pytest.mark.django_db
WITH_ACCOUNT = ("Basia", "Celina", "Dawid", "Edek", "Franek", "Gosia", "Hania")


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def club(alice: UUID) -> UUID:
    club = clubs.found(club_commands.FoundClub("Meeples", place="Gdynia", open_entry=True), by=alice).club
    for name in WITH_ACCOUNT:
        clubs.change(club, club_commands.Join(), by=account(name))
    return club


class Club:
    """The evenings, and our own tally of who has played how many games."""

    def __init__(self, club: UUID, alice: UUID, capture: DjangoCaptureOnCommitCallbacks) -> None:
        self.club, self.alice, self.capture = club, alice, capture
        self.games: Counter[UUID] = Counter()

    def read(self, evening: UUID, text: str) -> entries.Pasted:
        state = state_of(evening)
        entered = {entry.player for entry in state.entries.values() if entry.player}
        return entries.read(
            text, accounts=False, only_accounts=False, here=(), entered=entered, club=entries.club_of(state)
        )

    def enter(self, evening: UUID, read: entries.Pasted) -> None:
        newcomers = commands.named((line.name, line.newcomer) for line in read.lines)
        tournaments.change(evening, commands.Enter(newcomers), by=self.alice)

    def evening(self) -> UUID:
        return opened(
            self.alice,
            stage(form="club_swiss", rounds=1),
            settings=replace(AT_A_TABLE, club=str(self.club), rated=True),
        )

    def play(self, evening: UUID) -> None:
        with self.capture(execute=True):
            tournaments.change(evening, commands.StartStage("main"), by=self.alice)
            tournaments.change(evening, commands.Pair("main"), by=self.alice)
            state = state_of(evening)
            for table in state.stages["main"].rounds[0].tables.values():
                won = commands.EnterResult(at("main", 1, table.no), Result((1, 2)))
                tournaments.change(evening, won, by=self.alice)
                self.games.update(state.entries[no].player for no in table.pairing.seats)  # type: ignore[misc]
            tournaments.change(evening, commands.Close(), by=self.alice)

    def rated(self) -> dict[UUID, int]:
        rows = Rating.objects.filter(games__gt=0)
        return {UUID(row.who.removeprefix("player:")): row.games for row in rows}


def test_three_evenings_of_one_club(
    club: UUID, alice: UUID, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    us = Club(club, alice, django_capture_on_commit_callbacks)
    first = adding.add(club, "Jan Kowalski\nJan Kowalski\nOla Nowak\nPiotr Zając", by=alice, accounts=False)
    assert (first.written, [flaw.code for flaw in first.read.flaws]) == (3, ["doubled_line"])
    assert adding.add(club, first.read.left, by=alice, accounts=False, doubles=True).written == 1
    book = book_of(club)
    jans = book.named("jan kowalski")
    assert [(one.name, one.mark) for one in jans] == [("Jan Kowalski", "#1"), ("Jan Kowalski (2)", "#4")]
    services.change(club, roster_commands.Rename(jans[1].player, "Jan Kowalski (Rudy)"), by=alice)

    # the first evening: whoever is known is looked at once, who is new is entered at once
    names = "\n".join([*WITH_ACCOUNT, "Jan Kowalski", "Jan Kowalski (Rudy)", "ola nowak", "Piotr Zając", "Ewa Lis"])
    evening = us.evening()
    read = us.read(evening, names)
    assert [line.name for line in read.lines] == ["Ewa Lis"]
    assert Counter(flaw.reason.code for flaw in read.flaws) == {"known_person": 10, "several_known": 1}
    us.enter(evening, read)
    again = us.read(evening, read.left.replace("Jan Kowalski\n", "Jan Kowalski #1\n"))
    assert (len(again.lines), again.flaws) == (11, ())
    us.enter(evening, again)
    us.play(evening)
    ewa = book_of(club).named("Ewa Lis")[0]
    assert (ewa.mark, Player.objects.get(id=ewa.player).written_in) == ("#5", club), "she has played, so she is listed"

    # the second: twelve known names, told when they were here and what they are rated
    second = us.evening()
    read = us.read(second, names.replace("Jan Kowalski\n", "Jan Kowalski #1\n"))
    known = [flaw for flaw in read.flaws if flaw.reason.code == "known_person"]
    assert (len(known), len(read.lines)) == (11, 1)
    assert all("last here on" in str(flaw.reason.data["told"]) for flaw in known)
    assert all("rating" in str(flaw.reason.data["told"]) for flaw in known)
    us.enter(second, read)
    us.enter(second, us.read(second, read.left))
    us.play(second)
    assert us.rated() == dict(us.games), "each of the twelve has two games, under one profile"
    assert set(us.games.values()) == {2}

    # one of the five has an account now, and everything stays theirs
    hanna = accounts.sign_up(username="ewa", name="Ewa Lis-Nowak", password="three-ravens-on-a-gate").id
    merger = services.claim(club, ewa.player, by=hanna)
    with pytest.raises(Refused, match="needs_club_role"):
        services.answer(club, merger, by=hanna, confirmed=True)
    services.answer(club, merger, by=alice, confirmed=True)
    us.games[hanna] = us.games.pop(ewa.player)
    assert clubs.existing(club).invited == [hanna], "nobody becomes a member without their own yes"
    clubs.change(club, club_commands.Join(), by=hanna)

    # the third: the old name still finds her
    third = us.evening()
    read = us.read(third, names.replace("Jan Kowalski\n", "Jan Kowalski #1\n"))
    assert "Ewa Lis-Nowak #5" in read.left
    us.enter(third, read)
    us.enter(third, us.read(third, read.left))
    assert {entry.player for entry in state_of(third).entries.values()} == set(us.games)
    us.play(third)
    assert us.rated() == dict(us.games)
    assert set(us.games.values()) == {3}
    assert Rating.objects.get(who=person(hanna), ladder__game=state_of(third).game).games == 3

    # the club's rating list has all twelve, and nobody else's has those without an account
    on = f"{rating.key_of(state_of(third)).game}"
    page = Client(headers={"accept-language": "en"}).get(f"/ratings/?club={club}").content.decode()
    everybody = Client(headers={"accept-language": "en"}).get("/ratings/").content.decode()
    assert on in page
    for name in ("Jan Kowalski (Rudy)", "Ola Nowak", "Ewa Lis-Nowak", "Basia"):
        assert name in page
    assert ("Ola Nowak" in everybody, "Basia" in everybody) == (False, True)
    for projection in ("rosters", "ratings", "mergers", "clubs"):
        assert rebuild(named(projection), compare=True).differences == []
    assert not claims.count(third)
