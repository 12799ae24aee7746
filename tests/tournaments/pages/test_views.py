"""What everybody sees of a tournament, and what its players do there."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from tests.busy import busy
from tests.matches.factories import person
from tests.tournaments.factories import AT_A_TABLE, at, entered, opened, play_round, stage, state_of, wins
from tournaments import commands, queries, services
from tournaments.formats.contract import Result
from tournaments.settings import Settings, Source
from tournaments.state import Progress, Role, Status
from web.costly import CHECKING

from .conftest import ClientOf

pytestmark = pytest.mark.django_db


def paired(alice: UUID, how_many: int = 8, form: str = "pods", **plan: Any) -> tuple[UUID, list[UUID]]:
    chosen: dict[str, Any] = plan or {"seats": 4, "least": 3, "rounds": 3, "tie_breaks": ("WIN", "BH")}
    tournament = opened(alice, stage(form=form, **chosen))
    people = entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament, people


def page(client: Client, tournament: UUID, path: str = "") -> str:
    answer = client.get(f"/tournaments/{tournament}/{path}")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


PAGES = (
    "", "log/", "wall/", "print/", "print/tables/", "print/names/", "print/slips/", "print/standings/", "picture/",
    "entrants/1/", "tables/main/1/1/",
)  # fmt: skip


def test_everybody_may_look(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    for looks in (None, person("Charlie"), people[0], alice):
        client = client_of(looks)
        for path in PAGES:
            assert "Player 1" in page(client, tournament, path) or path in ("print/", "log/"), path


def test_the_rules_are_called_by_their_name(alice: UUID, client_of: ClientOf) -> None:
    made = services.open_tournament(owner=alice, title="Cup", game="elekt", stages=(stage(),), settings=AT_A_TABLE)
    shown = page(client_of(None), made.tournament)
    assert "<dd>Second edition</dd>" in shown
    assert "elekt-2e" not in shown


def test_a_tournament_that_does_not_exist_is_not_found(client_of: ClientOf) -> None:
    for path in PAGES:
        assert client_of(None).get(f"/tournaments/{uuid4()}/{path}").status_code == 404, path


def test_what_is_not_there_is_named(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice)
    for path, status in (
        ("entrants/99/", 404), ("tables/main/1/9/", 404), ("tables/other/1/1/", 404), ("print/other/", 404),
        ("print/tables/?round=7", 404), ("?version=x", 400), ("?version=0", 404), ("?round=x", 400),
        ("log/?page=x", 400),
    ):  # fmt: skip
        assert client_of(None).get(f"/tournaments/{tournament}/{path}").status_code == status, path


def test_an_unlisted_tournament_is_found_by_its_address_alone(alice: UUID, client_of: ClientOf) -> None:
    hidden = opened(alice, settings=Settings(online=False, listed=False), title="Quiet evening")
    entered(hidden, alice, 2)
    stranger, owner = client_of(None), client_of(alice)
    assert "Quiet evening" not in stranger.get("/tournaments/").content.decode()
    assert "Quiet evening" in owner.get("/tournaments/").content.decode()
    assert "Quiet evening" in page(stranger, hidden)


def test_the_list_is_filtered_by_status(alice: UUID, client_of: ClientOf) -> None:
    paired(alice)
    opened(alice, title="Next week")
    running = client_of(None).get("/tournaments/?status=running").content.decode()
    assert "Club evening" in running
    assert "Next week" not in running
    assert "Club evening" not in client_of(None).get("/tournaments/?game=elekt").content.decode()


def test_somebody_enters_a_division_and_withdraws(alice: UUID, client_of: ClientOf) -> None:
    stages = [stage(key=one, source=Source(division=one)) for one in ("A", "B")]
    tournament = opened(alice, *stages)
    bob = person("Bob")
    client = client_of(bob)
    assert "<option>B</option>" in page(client, tournament)
    assert client.post(f"/tournaments/{tournament}/enter/", {"division": "B"}).status_code == 302
    entry = state_of(tournament).entry_of(bob)
    assert entry is not None
    assert entry.division == "B"
    assert "You are in." in page(client, tournament)
    client.post(f"/tournaments/{tournament}/withdraw/")
    left = state_of(tournament).entry_of(bob)
    assert left is None or left.withdrawn


def test_one_enters_oneself_by_a_button_that_says_so_in_polish(alice: UUID, client_of: ClientOf) -> None:
    tournament = opened(alice)
    told = client_of(person("Bob")).get(f"/tournaments/{tournament}/", headers={"Accept-Language": "pl"})
    assert ">Zgłoś się</button>" in told.content.decode()


def test_whoever_cannot_enter_is_told_why(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice, form="single_elimination", seats=2)
    shown = page(client_of(person("Charlie")), tournament)
    assert "It is too late to enter: play has begun." in shown
    assert "/enter/" not in shown


def test_a_player_checks_in(alice: UUID, client_of: ClientOf) -> None:
    tournament = opened(alice, settings=Settings(online=False, check_in=True))
    bob = person("Bob")
    client = client_of(bob)
    client.post(f"/tournaments/{tournament}/enter/")
    assert "I am here" in page(client, tournament)
    client.post(f"/tournaments/{tournament}/check-in/", {"here": "yes"})
    assert state_of(tournament).entries[1].checked_in  # type: ignore[index]
    client.post(f"/tournaments/{tournament}/check-in/", {"here": "no"})
    assert not state_of(tournament).entries[1].checked_in  # type: ignore[index]


def test_a_player_sees_the_table_and_the_seat_first(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    table = next(iter(state_of(tournament).stages["main"].rounds[0].tables.values()))
    no = table.pairing.seats[2]
    shown = page(client_of(people[no - 1]), tournament)
    top = shown[: shown.index('class="terms"')]
    assert re.search(rf"Your table</span><b>{table.no}</b>", top)
    assert "Seat 3" in top
    assert "Your table" not in page(client_of(None), tournament)


def test_home_calls_a_player_to_the_table(alice: UUID, client_of: ClientOf) -> None:
    _, people = paired(alice)
    assert "Your tables in tournaments" in client_of(people[0]).get("/").content.decode()
    assert "Your tables in tournaments" not in client_of(alice).get("/").content.decode()


REPORT = {"place_0": "1", "place_1": "2", "place_2": "2", "place_3": "4", "score_0": "5", "score_1": "3"}


def test_places_are_reported_by_all_seats_and_stand(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    address = f"/tournaments/{tournament}/tables/main/1/1/"
    seats = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats
    for no in seats:
        answer = client_of(people[no - 1]).post(f"{address}report/", REPORT, follow=True)
        assert answer.status_code == 200
    table = state_of(tournament).stages["main"].rounds[0].tables[1]
    assert table.pairing.result == Result((1, 2, 2, 4), (5, 3, 0, 0))
    assert table.source == "agreed"
    assert b"You all agree" in answer.content


def test_reports_that_differ_stop_one_table_and_say_what_comes(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    address = f"/tournaments/{tournament}/tables/main/1/1/"
    first, second = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats[:2]
    client_of(people[first - 1]).post(f"{address}report/", REPORT)
    answer = client_of(people[second - 1]).post(
        f"{address}report/", REPORT | {"place_0": "2", "place_1": "1", "place_2": "3"}, follow=True
    )
    shown = answer.content.decode()
    assert "Your reports differ" in shown
    assert "If the arbiter does not rule before" in shown
    tables = state_of(tournament).stages["main"].rounds[0].tables
    assert (tables[1].progress, tables[2].progress) == (Progress.DISPUTED, Progress.PAIRED)


def test_a_report_that_cannot_be_changes_nothing(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    no = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats[0]
    version, client = state_of(tournament).version, client_of(people[no - 1])
    for data in ({}, REPORT | {"place_3": "9"}, REPORT | {"place_0": "2"}, {"duel": "1-0"}):
        answer = client.post(f"/tournaments/{tournament}/tables/main/1/1/report/", data)
        assert answer.status_code == 400, data
        assert state_of(tournament).version == version


def test_an_outsider_reports_nothing(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice)
    address = f"/tournaments/{tournament}/tables/main/1/1/"
    assert "/report/" not in page(client_of(person("Charlie")), tournament, "tables/main/1/1/")
    assert client_of(person("Charles")).post(f"{address}report/", REPORT).status_code == 403
    assert client_of(None).post(f"{address}report/", REPORT).status_code == 302
    assert client_of(alice).get(f"{address}report/").status_code == 405


def test_a_duel_is_reported_by_a_button(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice, 4, "single_elimination", seats=2)
    for no in state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats:
        client_of(people[no - 1]).post(f"/tournaments/{tournament}/tables/main/1/1/report/", {"duel": "0-1"})
    assert state_of(tournament).stages["main"].rounds[0].tables[1].pairing.result == wins(1)


def test_an_objection_is_read_by_the_table_and_the_officers(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    address = f"/tournaments/{tournament}/tables/main/1/1/"
    tables = state_of(tournament).stages["main"].rounds[0].tables
    seats, others = tables[1].pairing.seats, tables[2].pairing.seats
    client_of(people[seats[0] - 1]).post(f"{address}report/", REPORT)
    client_of(people[seats[1] - 1]).post(f"{address}object/", {"text": "The Titles were counted twice."})
    readers = {who: page(client_of(who), tournament, "tables/main/1/1/") for who in (alice, people[seats[3] - 1])}
    strangers = [page(client_of(who), tournament, "tables/main/1/1/") for who in (None, people[others[0] - 1])]
    assert all("The Titles were counted twice." in shown for shown in readers.values())
    assert not any("counted twice" in shown or "Statements" in shown for shown in strangers)


def test_the_past_is_shown_as_it_stood_and_says_so(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice)
    before = state_of(tournament).version
    play_round(tournament, alice, places=(1, 2, 3, 4))
    client = client_of(alice)
    then, now = page(client, tournament, f"?version={before}"), page(client, tournament)
    assert "This is the tournament as it was on" in then
    assert "View the current state" not in now
    assert then.count("not played yet") == 2
    assert "not played yet" not in now
    assert "/live/" in now
    assert "/live/" not in then
    assert f"/entrants/1/?version={before}" in then


def test_few_may_look_at_the_past_at_once(alice: UUID, client_of: ClientOf) -> None:
    """The present can be looked at meanwhile."""
    tournament, _ = paired(alice)
    before = state_of(tournament).version
    play_round(tournament, alice, places=(1, 2, 3, 4))
    client = client_of(None)
    for path in PAGES:
        with busy(CHECKING):
            answer = client.get(f"/tournaments/{tournament}/{path}?version={before}")
            assert (answer.status_code, answer["Retry-After"]) == (503, str(CHECKING.seconds)), path
            page(client, tournament, path)
        page(client, tournament, f"{path}?version={before}")


def test_few_may_have_a_long_change_log_told_at_once(
    alice: UUID, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short one is told whoever else asks."""
    tournament, _ = paired(alice)
    client, length = client_of(None), state_of(tournament).version
    monkeypatch.setattr(queries, "LONG_LOG", length)
    with busy(CHECKING):
        page(client, tournament, "log/")
        assert client.get(f"/api/v1/tournaments/{tournament}/log/").status_code == 200
    monkeypatch.setattr(queries, "LONG_LOG", length - 1)
    with busy(CHECKING):
        answer = client.get(f"/tournaments/{tournament}/log/")
        assert (answer.status_code, answer["Retry-After"]) == (503, str(CHECKING.seconds))
        page(client, tournament)
        told = client.get(f"/api/v1/tournaments/{tournament}/log/")
        assert (told.status_code, told.json()["code"], told["Retry-After"]) == (503, "busy", str(CHECKING.seconds))
    page(client, tournament, "log/")
    assert len(client.get(f"/api/v1/tournaments/{tournament}/log/").json()) > 1


def test_a_former_officer_reads_nothing_in_the_past(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice)
    bob = person("Bob")
    services.change(tournament, commands.GrantRole(bob, Role.ARBITER), by=alice)
    no = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats[0]
    client = client_of(people[no - 1])
    client.post(f"/tournaments/{tournament}/tables/main/1/1/report/", REPORT)
    client.post(f"/tournaments/{tournament}/tables/main/1/1/object/", {"text": "Not so."})
    then = state_of(tournament).version
    assert "Not so." in page(client_of(bob), tournament, "tables/main/1/1/")
    services.change(tournament, commands.GrantRole(bob, None), by=alice)
    assert "Not so." not in page(client_of(bob), tournament, f"tables/main/1/1/?version={then}")


def test_slips_are_for_tables_without_a_result(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice, 20)
    services.change(tournament, commands.EnterResult(at("main", 1, 3), Result((1, 2, 3, 4))), by=alice)
    shown = page(client_of(None), tournament, "print/slips/")
    assert shown.count('class="slip"') == 4
    assert "Table 3" not in shown
    assert shown.count('class="slips"') == 1


def test_the_wall_turns_to_standings_between_rounds(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice)
    playing = page(client_of(None), tournament, "wall/")
    assert "By name" in playing
    play_round(tournament, alice, places=(1, 2, 3, 4))
    resting = page(client_of(None), tournament, "wall/")
    assert "By name" not in resting
    assert "wall-standings" in resting


def test_the_wall_says_by_table_who_has_the_bye(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice, 3, "dutch", seats=2, least=2, rounds=2)
    by_table, by_name = re.findall(r"<ol.*?</ol>", page(client_of(None), tournament, "wall/"), re.DOTALL)
    assert re.search(r'class="wall-out">.*Player 3 <i>', by_table)
    assert "Player 3" in by_name


def test_the_wall_counts_down(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice)
    services.change(tournament, commands.StartTimer("main", 1, 50), by=alice)
    ends = re.search(r'data-ends="([^"]+)"', page(client_of(None), tournament, "wall/"))
    assert ends is not None


def test_a_script_gets_the_page_without_its_frame(alice: UUID, client_of: ClientOf) -> None:
    tournament, _ = paired(alice)
    for path in ("", "entrants/1/", "tables/main/1/1/", "log/", "picture/", "wall/"):
        answer = client_of(None).get(f"/tournaments/{tournament}/{path}", headers={"hx-request": "true"})
        text = answer.content.decode().strip()
        assert text.startswith("<div id="), path
        assert "<html" not in text, path
        assert f'data-version="{state_of(tournament).version}"' in text, path


def test_a_finished_tournament_is_shown(alice: UUID, client_of: ClientOf) -> None:
    tournament, people = paired(alice, 4, "single_elimination", seats=2)
    play_round(tournament, alice)
    play_round(tournament, alice)
    services.change(tournament, commands.Close(), by=alice)
    assert state_of(tournament).status is Status.CLOSED
    shown = page(client_of(people[0]), tournament)
    assert "Finished" in shown
    assert "Withdraw" not in shown


def test_why_two_meet_is_told_in_full_as_the_tournament_stood(alice: UUID, client_of: ClientOf) -> None:
    """Round 2 of four by the Dutch system: 1 and 2 have won, so they meet; a later correction changes nothing of it."""
    tournament, _ = paired(alice, 4, "dutch", seats=2, least=2, rounds=3)
    play_round(tournament, alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    one = state_of(tournament).stages["main"].rounds[1].tables[1]
    assert "/why/main/2/" in page(client_of(None), tournament, "tables/main/2/1/")
    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1)), by=alice)
    told = page(client_of(None), tournament, f"why/main/2/{one.pairing.seats[0]}/")
    assert "The bracket of 1 points has 2 players" in told
    assert "begins, by article 5.2." in told


@pytest.mark.parametrize("path", ["why/main/9/1/", "why/main/1/99/", "why/other/1/1/"])
def test_there_is_no_account_of_what_is_not_paired(alice: UUID, client_of: ClientOf, path: str) -> None:
    tournament, _ = paired(alice, 4, "dutch", seats=2, least=2, rounds=3)
    assert client_of(None).get(f"/tournaments/{tournament}/{path}").status_code == 404


def test_what_an_arbiter_seated_by_hand_is_not_said_to_follow_from_the_rules(alice: UUID, client_of: ClientOf) -> None:
    """Round 1 of four is 1-3 and 2-4 (4.2); the arbiter lets 2 and 3 change places."""
    tournament, _ = paired(alice, 4, "dutch", seats=2, least=2, rounds=3)
    assert "The rules alone do not give" not in page(client_of(None), tournament, "why/main/1/1/")
    services.change(tournament, commands.Swap(stage="main", one=2, other=3), by=alice)
    assert "The rules alone do not give" in page(client_of(None), tournament, "why/main/1/1/")
    assert "/why/main/1/" not in page(client_of(None), tournament, "tables/main/1/1/")
