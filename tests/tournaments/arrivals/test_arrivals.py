"""Coming in by a scanned code. Alice organises, Bob and Dora have accounts, Ola and Jan are names, Charlie is a
stranger with a phone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from unittest import mock
from uuid import UUID, uuid4

import pytest
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger import projections
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.models import Club
from players.models import Player
from players.ratings.models import RatedGame
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.tournaments.factories import AT_A_TABLE, opened, stage, state_of
from tests.tournaments.factories import at as at_table
from tournaments import commands, services, silent
from tournaments import queries as tournaments
from tournaments.arrivals import places, queries
from tournaments.arrivals import services as arrivals
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Result
from tournaments.models import Arrival
from tournaments.settings import Settings
from tournaments.state import Role
from web import limits, short_codes
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db
CHECKED = replace(AT_A_TABLE, check_in=True, rated=True)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


def browser(player: UUID | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def event(alice: UUID, *people: UUID | str, settings: Settings = CHECKED, club: UUID | None = None) -> UUID:
    """A round robin of duels."""
    if club is not None:
        settings = replace(settings, club=str(club))
    made = opened(alice, stage(form="round_robin", seats=2, least=2), settings=settings)
    newcomers = tuple(Newcomer(name=one) if isinstance(one, str) else Newcomer(one) for one in people)
    services.change(made, commands.Enter(newcomers), by=alice)
    return made


def code(of: UUID, table: int = 0) -> str:
    return f"/in/{short_codes.code_of(of)}/" + (f"{table}/" if table else "")


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def here(tournament: UUID) -> dict[int, bool]:
    return {entry.no: entry.checked_in for entry in state_of(tournament).entries.values()}


def paired(tournament: UUID, alice: UUID) -> None:
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)


def waiting(tournament: UUID) -> list[Arrival]:
    return list(Arrival.objects.filter(tournament=tournament, looked=False))


def test_codes_are_read_as_people_type_them() -> None:
    id_ = uuid4()
    written = short_codes.code_of(id_)
    assert short_codes.read(f"{written[:4]}-{written[4:].lower()}") == written
    assert short_codes.read(written.replace("0", "O").replace("1", "l")) == written
    assert short_codes.read("U") == short_codes.read("UUUUUUUU") == ""


def test_accounts_check_in_report_and_confirm_by_scanning(alice: UUID, bob: UUID) -> None:
    dora = account("Dora")
    made = event(alice, bob, dora)
    at = code(made)
    for player in (bob, dora):
        assert "I am here" in text(browser(player), at)
        assert browser(player).post(f"{at}come/", {"do": "check_in"}).status_code == 302
    assert here(made) == {1: True, 2: True}
    assert "Your table will appear here" in text(browser(bob), at)
    paired(made, alice)
    table = code(made, 1)
    assert "How did it end?" in text(browser(bob), table)
    assert "This is not your table" in text(browser(bob), code(made, 7))
    where = {"stage": "main", "round": 1, "table": 1}
    assert browser(bob).post(f"{at}report/", {**where, "duel": "1-0"}).status_code == 302
    assert "You reported" in text(browser(bob), table)
    page = text(browser(dora), table)
    assert "Yes, that is right" in page
    assert browser(dora).post(f"{at}report/", {**where, "place_0": "1", "place_1": "2"}).status_code == 302
    done = state_of(made).stages["main"].rounds[0].tables[1]
    assert done.is_done
    assert done.source == "agreed"
    assert RatedGame.objects.count() == 1, "both have agreed"
    assert "Table 1, round 1" in text(browser(dora), table)


def test_a_name_that_one_entrant_has_is_checked_in_until_an_organiser_looks(alice: UUID, bob: UUID) -> None:
    made = event(alice, "Ola", "Jan", bob)
    phone, at = browser(), code(made)
    assert "Who are you?" in text(phone, at)
    assert phone.post(f"{at}name/", {"name": " OLA "}).status_code == 302
    assert here(made) == {1: True, 2: False, 3: False}
    assert "on the organisers" in text(phone, at)
    (row,) = waiting(made)
    assert "checked in until you look" in text(browser(alice), f"/tournaments/{made}/desk/")
    assert phone.post(f"{at}name/", {"name": "Bob"}).status_code == 302
    assert here(made)[3] is False, "nobody checks in an account by its name"
    assert [one.id for one in waiting(made)] == [row.id], "one browser waits once"
    with pytest.raises(NotAllowed):
        arrivals.let_in(made, row.id, by=bob)
    arrivals.let_in(made, row.id, by=alice, no=1)
    assert waiting(made) == []
    assert "Your table will appear here" in text(phone, at)
    assert "Who are you?" in text(browser(), at), "another phone is nobody"


def test_one_phone_checks_in_one_name_at_a_time(alice: UUID) -> None:
    made = event(alice, "Ola", "Jan", "Ewa")
    phone, at = browser(), f"{code(made)}name/"
    for name, there in (("Ola", 1), ("Jan", 2), ("Jan", 2), ("Ewa", 3), ("EWA", 3)):
        phone.post(at, {"name": name})
        assert [no for no, is_here in here(made).items() if is_here] == [there], name
    (row,) = waiting(made)
    assert (row.name, row.no) == ("EWA", 3)
    arrivals.decline(made, [row.id], by=alice)
    assert not any(here(made).values()), "sent twice, it is still known whom it checked in"
    services.change(made, commands.CheckIn((1,)), by=alice)
    phone.post(at, {"name": "Ola"})
    phone.post(at, {"name": "Zenon"})
    assert here(made)[1], "whom an organiser has checked in, no phone checks out"


def test_a_phone_that_was_let_in_says_its_name_again_on_the_second_day(alice: UUID, bob: UUID) -> None:
    made = event(alice, bob, "Ola")
    phone, at = browser(), code(made)
    phone.post(f"{at}name/", {"name": "Ola"})
    arrivals.let_in(made, waiting(made)[0].id, by=alice)
    services.change(made, commands.CheckIn((1,)), by=alice)
    paired(made, alice)
    table = state_of(made).stages["main"].rounds[0].tables[1]
    seat = table.pairing.seats.index(2)
    assert silent.of_table(state_of(made), table) == ()
    Arrival.objects.update(changed_at=timezone.now() - timedelta(hours=25))
    assert silent.of_table(state_of(made), table) == (seat,), "nobody waits for a phone that cannot answer"
    assert "Who are you?" in text(phone, at)
    phone.post(f"{at}name/", {"name": "Ola"})
    assert "on the organisers" in text(phone, at)
    arrivals.let_in(made, waiting(made)[0].id, by=alice, no=2)
    assert "How did it end?" in text(phone, code(made, 1))
    assert silent.of_table(state_of(made), table) == ()


def test_an_answer_that_was_cut_off_is_asked_for_again(alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    made = event(alice, bob)
    browser().post(f"{code(made)}name/", {"name": "Zofia"})
    (row,) = waiting(made)
    with monkeypatch.context() as broken:
        broken.setattr(services, "change", mock.Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            arrivals.let_in(made, row.id, by=alice)
    assert [one.id for one in waiting(made)] == [row.id], "whatever went wrong"
    asked = tournaments.tournament(tournament_id=made, player=alice)
    Arrival.objects.update(status=Arrival.Status.HERE, looked=True, changed_at=timezone.now())
    assert queries.waiting(asked) == [], "an organiser is at it just now"
    with pytest.raises(Conflict, match="arrival_answered"):
        arrivals.let_in(made, row.id, by=alice)
    Arrival.objects.update(changed_at=timezone.now() - arrivals.BEING_LET_IN)
    assert [one.id for one in queries.waiting(asked)] == [row.id], "the process was killed"
    arrivals.let_in(made, row.id, by=alice)
    assert here(made)[2]
    assert queries.waiting(asked) == []


def test_whoever_is_refused_keeps_nobody_else_waiting(alice: UUID) -> None:
    made = event(alice, "Ola", settings=replace(CHECKED, capacity=2))
    for name in ("Zofia", "Igor", "OLA"):
        browser().post(f"{code(made)}name/", {"name": name})
    client, desk = browser(alice), f"/tournaments/{made}/desk/arrivals/"
    page = client.post(desk, {"do": "let_in_all"}, follow=True).content.decode()
    assert "2 people let in." in page
    assert "1 person could not be let in" in page
    assert [row.name for row in waiting(made)] == ["Igor"]
    assert here(made) == {1: True, 2: True}


def test_the_desk_asks_as_much_for_many_names_as_for_two(alice: UUID) -> None:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    rosters.change(club, roster_commands.WriteDown(("Zenobia", "Igor")), by=alice)
    made = event(alice, "Ola", "Jan", club=club)
    asked, counts = tournaments.tournament(tournament_id=made, player=alice), []
    for names in (("Zenobia", "Ola"), ("Igor", "Jan", "Nobody", "Else", "At", "All")):
        for name in names:
            browser().post(f"{code(made)}name/", {"name": name})
        with CaptureQueriesContext(connection) as asked_for:
            shown = queries.waiting(asked)
        counts.append(len(asked_for))
    assert counts[0] == counts[1]
    assert [[one.label for one in line.candidates] for line in shown[:3]] == [["Zenobia #1"], ["Ola (1)"], ["Igor #2"]]


def test_two_organisers_at_once_let_somebody_in_once(alice: UUID, bob: UUID) -> None:
    made = event(alice, "Ola", "Jan")
    services.change(made, commands.GrantRole(bob, Role.SCORER), by=alice)
    browser().post(f"{code(made)}name/", {"name": "Zofia"})
    (row,) = waiting(made)
    arrivals.let_in(made, row.id, by=alice)
    with pytest.raises(Conflict, match="arrival_answered"):
        arrivals.let_in(made, row.id, by=bob)
    arrivals.decline(made, [row.id], by=bob)
    assert len(state_of(made).entries) == 3
    assert here(made)[3]


def test_a_declined_name_is_checked_out_and_a_refused_one_waits_again(alice: UUID) -> None:
    made = event(alice, "Ola", "Jan")
    phone = browser()
    phone.post(f"{code(made)}name/", {"name": "Ola"})
    (row,) = waiting(made)
    with pytest.raises(Conflict, match="not_a_name_here"):
        arrivals.let_in(made, row.id, by=alice, no=services.change(
            made, commands.Enter((Newcomer(account("Dora")),)), by=alice
        ).events[0].no)  # type: ignore[union-attr]  # fmt: skip
    assert [one.id for one in waiting(made)] == [row.id]
    arrivals.decline(made, [row.id], by=alice)
    assert here(made)[1] is False
    assert "please go to the desk" in text(phone, code(made))


def test_players_without_an_account_are_not_waited_for(alice: UUID, bob: UUID) -> None:
    made = event(alice, bob, "Ola")
    assert arrivals.check_in_names(made, by=alice) == 1
    services.change(made, commands.CheckIn((1,)), by=alice)
    paired(made, alice)
    ref = at_table("main", 1, 1)
    seat = state_of(made).stages["main"].rounds[0].tables[1].pairing.seats.index(1)
    services.change(made, commands.NotePresence(ref, (seat,)), by=bob)
    assert state_of(made).stages["main"].rounds[0].tables[1].has_started, "play begins without Ola's click"
    result = Result((1, 2)) if seat == 0 else Result((2, 1))
    services.change(made, commands.Report(ref, result), by=bob)
    table = state_of(made).stages["main"].rounds[0].tables[1]
    assert table.is_done, "and the report stands without it"
    assert RatedGame.objects.count() == 0, "but it is not rated before an organiser answers for Ola"


def test_a_phone_that_was_let_in_reports_and_confirms_for_a_name_and_takes_no_rating(alice: UUID, bob: UUID) -> None:
    made = event(alice, bob, "Ola")
    phone, stranger, at = browser(), browser(), code(made)
    phone.post(f"{at}name/", {"name": "Ola"})
    where = {"stage": "main", "round": 1, "table": 1}
    browser(bob).post(f"{at}come/", {"do": "check_in"})
    paired(made, alice)
    refused = phone.post(f"{at}report/", {**where, "duel": "1-0"})
    assert refused.status_code == 403, "nobody has looked yet"
    arrivals.let_in(made, waiting(made)[0].id, by=alice)
    assert stranger.post(f"{at}report/", {**where, "duel": "1-0"}).status_code == 403
    browser(bob).post(f"{at}report/", {**where, "duel": "1-0"})
    table = state_of(made).stages["main"].rounds[0].tables[1]
    assert not table.is_done, "a phone that can answer is asked"
    assert "Yes, that is right" in text(phone, code(made, 1))
    phone.post(f"{at}report/", {**where, "duel": "1-0"})
    table = state_of(made).stages["main"].rounds[0].tables[1]
    assert table.is_done
    assert table.consent is not None
    assert RatedGame.objects.count() == 0, "an organiser answers for a name, no phone does"


def test_whoever_claims_the_name_ends_what_the_phone_may_do(alice: UUID, bob: UUID) -> None:
    made = event(alice, bob, "Ola")
    phone = browser()
    phone.post(f"{code(made)}name/", {"name": "Ola"})
    arrivals.let_in(made, waiting(made)[0].id, by=alice)
    row = Arrival.objects.get(tournament=made)
    assert arrivals.entrant_of(state_of(made), row) is not None
    ola = state_of(made).entries[2].player  # type: ignore[index]
    assert ola is not None
    Player.objects.filter(id=ola).update(username="ola")
    assert arrivals.entrant_of(state_of(made), row) is None
    Player.objects.filter(id=ola).update(username=None)
    row.changed_at -= timedelta(hours=25)
    assert arrivals.entrant_of(state_of(made), row) is None, "and so does the next day"


def test_strangers_get_a_friendly_page_after_the_event_and_nothing_else(alice: UUID, bob: UUID) -> None:
    made = event(alice, "Ola", bob, settings=replace(CHECKED, listed=False))
    phone, at = browser(), code(made)
    assert "Club evening" in text(phone, at)
    assert "Ola" not in text(phone, at)
    services.change(made, commands.Cancel(), by=alice)
    for address in (at, code(made, 1)):
        page = text(phone, address)
        assert "Nothing is going on here now" in page
        assert "Club evening" not in page
        assert "Ola" not in page
    assert phone.post(f"{at}name/", {"name": "Ola"}).status_code == 409
    assert text(phone, "/in/ZZZZZZZZ/", 404).count("This code leads nowhere") == 1


def test_a_stranger_learns_nothing_of_the_club_s_people(alice: UUID, bob: UUID) -> None:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    rosters.change(club, roster_commands.WriteDown(("Zenobia",)), by=alice)
    made = event(alice, bob, club=club)
    seen = []
    for name in ("Zenobia", "Nobody Knows"):
        phone = browser()
        phone.post(f"{code(made)}name/", {"name": name})
        page = text(phone, code(made)).replace(name, "NAME")
        seen.append(page.split("<main")[1].split("</main>")[0])
    assert seen[0] == seen[1], "the same for a name of the roster and for any other"
    shown = queries.waiting(tournaments.tournament(tournament_id=made, player=alice))
    assert [[one.label for one in line.candidates] for line in shown] == [["Zenobia #1"], []]
    assert "Zenobia #1" not in text(browser(bob), f"/tournaments/{made}/")
    assert browser(bob).get(f"/tournaments/{made}/desk/").status_code == 403
    person = shown[0].candidates[0].person
    arrivals.let_in(made, shown[0].id, by=alice, person=person)
    assert state_of(made).entries[2].player == person  # type: ignore[index]


def test_the_code_of_a_club_leads_to_what_is_played_there_now(alice: UUID, bob: UUID) -> None:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    at = code(club)
    assert "Nothing is being played here now" in text(browser(), at)
    made = event(alice, bob, club=club)
    event(alice, bob, club=club, settings=replace(CHECKED, listed=False))
    assert "Who are you?" in text(browser(), at), "not to what is not listed"
    browser(bob).post(f"{at}come/", {"do": "check_in"})
    assert here(made) == {1: True}
    event(alice, bob, club=club)
    assert "Where do you play?" in text(browser(), f"{at}3/")
    assert projections.rebuild(projections.named("clubs"), compare=True).differences == []
    assert Club.objects.get(id=club).code == short_codes.code_of(club)


def test_strangers_come_in_only_on_the_day(alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    later = replace(CHECKED, starts=(now + timedelta(days=3)).isoformat())
    made = event(alice, bob, settings=later)
    assert "Scan the code again on the day" in text(browser(), code(made))
    assert not places.is_on(state_of(made), now)
    assert places.is_on(state_of(made), now + timedelta(days=3))
    assert not places.is_on(state_of(made), now + timedelta(days=4))
    assert browser().post(f"{code(made)}name/", {"name": "Ola"}).status_code == 409


def test_names_and_codes_are_limited(alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    made = event(alice, bob)
    monkeypatch.setattr(limits, "WRONG_CODES", limits.Limit("wrong", 2, 900))
    tries = [browser().get(f"/in/{no:08}/").status_code for no in range(3)]
    assert tries == [404, 404, 429]
    cache.clear()
    monkeypatch.setattr(arrivals, "MAX_WAITING", 1)
    at = f"{code(made)}name/"
    assert [browser().post(at, {"name": name}).status_code for name in ("A", "B", "", "x" * 33)] == [302, 409, 400, 400]
    monkeypatch.setattr(limits, "ARRIVALS", limits.Limit("names", 1, 900))
    assert [browser().post(at, {"name": "C"}).status_code for _ in range(2)] == [409, 429]


def test_an_account_is_let_in_where_only_organisers_enter(alice: UUID, bob: UUID) -> None:
    made = event(alice, "Ola", settings=replace(CHECKED, open_entry=False))
    client, at = browser(bob), code(made)
    assert "Ask the organisers to let me in" in text(client, at)
    for _ in range(2):
        assert client.post(f"{at}come/", {"do": "ask"}).status_code == 302
    desk = f"/tournaments/{made}/desk/arrivals/"
    assert client.post(desk, {"do": "let_in_all"}).status_code == 403
    assert browser(alice).post(desk, {"do": "let_in_all"}).status_code == 302
    assert "I am here" in text(client, at) or "You are in." in text(client, at)
    entry = state_of(made).entries[2]  # type: ignore[index]
    assert (entry.player, entry.own) == (bob, False), "entered by an organiser: nothing is rated before Bob says so"


def test_names_that_were_said_go_some_weeks_later(alice: UUID, bob: UUID) -> None:
    made = event(alice, bob)
    phones = [browser(), browser()]
    for phone, name in zip(phones, ("Ola", "Jan"), strict=True):
        phone.post(f"{code(made)}name/", {"name": name})
    Arrival.objects.filter(name="Ola").update(changed_at=timezone.now() - timedelta(days=31))
    current_app.loader.import_default_modules()
    scheduled = [str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    for task in scheduled:
        if task.startswith("tournaments."):
            current_app.tasks[task]()
    assert [row.name for row in Arrival.objects.all()] == ["Jan"], "what is scheduled deletes them"


def test_every_page_of_an_event_shows_its_code(alice: UUID, bob: UUID) -> None:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    made = event(alice, bob, "Ola", club=club, settings=AT_A_TABLE)
    paired(made, alice)
    client = browser()
    for page, at in (
        (f"/tournaments/{made}/", code(made)),
        (f"/tournaments/{made}/wall/", code(made)),
        (f"/tournaments/{made}/tables/main/1/1/", code(made, 1)),
        (f"{code(made)}cards/?tables=3", code(made, 3)),
    ):
        found = text(client, page)
        assert f"testserver{at.rstrip('/')}" in found
        assert "<svg" in found
    assert code(club).rstrip("/") in text(browser(alice), f"/clubs/{club}/")
