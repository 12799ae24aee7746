"""What officers and the people of a table wrote is theirs: nobody else gets a byte of it, nor its length."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from matches.models import Match, Secret
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from players.models import Player
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import person
from tests.tournaments.factories import AT_A_TABLE, at, entered, opened, stage, state_of, wins
from tournaments import commands, running, services
from tournaments.models import Remark
from tournaments.settings import Settings
from tournaments.state import Role

pytestmark = pytest.mark.django_db
PAGES = (
    "", "?version=8", "log/", "wall/", "print/", "print/tables/", "print/names/", "print/slips/", "print/standings/",
    "picture/", "entrants/1/", "entrants/2/", "tables/main/1/1/", "tables/main/1/1/?version=12", "tables/main/1/2/",
)  # fmt: skip
API = ("", "standings/?stage=main", "log/", "account/main/1/")


def client_of(player: UUID | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def disputed(settings: Settings = AT_A_TABLE) -> tuple[UUID, UUID, list[UUID]]:
    """Alice runs it, 1 and 4 sit at table 1, where 4 objects; she has made a note about 2, who sits at table 2."""
    alice = person("Alice")
    tournament = opened(alice, stage(), settings=settings)
    people = entered(tournament, alice, 4)
    services.change(tournament, commands.AddNote("was rude to the waiter", entrant=2), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    seats = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats
    first, other = (people[no - 1] for no in seats)
    services.change(tournament, commands.Report(at("main", 1, 1), wins(0)), by=first)
    services.change(tournament, commands.ObjectTo(at("main", 1, 1), "a card fell down"), by=other)
    return tournament, alice, [first, other, *(one for one in people if one not in (first, other))]


def everything(client: Client, tournament: UUID) -> dict[str, bytes]:
    """All that is there to be read, without what differs from one answer to the next whoever asks."""
    addresses = [f"/tournaments/{tournament}/{page}" for page in PAGES]
    addresses += [f"/api/v1/tournaments/{tournament}/{page}" for page in API]
    told = {}
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code in (200, 404), address
        told[address] = ONCE.sub(b"", answer.content)
        told[f"{address} by a script"] = ONCE.sub(b"", client.get(address, headers={"hx-request": "true"}).content)
    return told


ONCE = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]+"|"X-CSRFToken": "[^"]+"|token=[^"&]+|data-now="[^"]+"|sheet-foot">[^<]+'
)


def test_nobody_else_reads_a_word_and_their_pages_are_the_same_to_the_byte_whatever_was_written() -> None:
    tournament, _, people = disputed()
    outsiders = [client_of(None), client_of(person("Charlie")), client_of(people[2])]
    before = [everything(client, tournament) for client in outsiders]
    for pages in before:
        tells_nothing(pages)
    assert Remark.objects.filter(tournament=tournament).count() == 2
    Remark.objects.filter(tournament=tournament).update(text="quite another thing, and longer than before " * 9)
    assert [everything(client, tournament) for client in outsiders] == before


def tells_nothing(pages: dict[str, bytes]) -> None:
    told = b"".join(pages.values())
    assert b"a card fell down" not in told
    assert b"rude" not in told
    assert b"Statements" not in told


def test_those_whom_it_concerns_read_it_and_another_player_does_not() -> None:
    tournament, alice, people = disputed()
    tells_nothing(everything(client_of(people[3]), tournament))
    for reader, note in ((alice, True), (people[0], False), (people[1], False)):
        told = b"".join(everything(client_of(reader), tournament).values())
        assert b"a card fell down" in told
        assert (b"rude" in told) is note


def test_whoever_lost_an_office_or_left_the_table_reads_no_more_also_in_the_past() -> None:
    tournament, alice, _ = disputed()
    bob = person("Bob")
    services.change(tournament, commands.GrantRole(bob, Role.ARBITER), by=alice)
    version = state_of(tournament).version
    services.change(tournament, commands.GrantRole(bob, None), by=alice)
    client = client_of(bob)
    for page in ("tables/main/1/1/", "", "log/"):
        told = client.get(f"/tournaments/{tournament}/{page}?version={version}").content
        assert b"a card fell down" not in told
        assert b"rude" not in told


def test_an_unlisted_tournament_is_in_no_list_of_others() -> None:
    tournament, alice, people = disputed(Settings(online=False, listed=False))
    for reader in (None, person("Charlie")):
        client = client_of(reader)
        for address in ("/", "/tournaments/", "/tournaments/?status=running", "/api/v1/tournaments/"):
            assert str(tournament).encode() not in client.get(address).content, address
    for reader in (alice, people[0]):
        assert str(tournament).encode() in client_of(reader).get("/tournaments/").content


def test_pages_tell_nothing_of_what_is_hidden_in_a_match_that_runs() -> None:
    """The tournament's pages are the same whatever was dealt: the seed of a running match decides nothing there."""
    alice = person("Alice")
    tournament = opened(alice, stage(settings={"draws": "seed"}), settings=Settings())
    people = entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    table = state_of(tournament).stages["main"].rounds[0].tables[1]
    where = table.games[1].opened
    assert where is not None
    for seat, no in enumerate(table.pairing.seats):
        table_services.change(where, SitDown(seat), by=people[no - 1])
    match = Match.objects.get(table=where)
    seed = bytes(Secret.objects.get(match=match.id).seed).hex().encode()
    told = b"".join(everything(client_of(None), tournament).values())
    assert str(where).encode() in told
    assert seed not in told
