"""Rosters: Alice runs the club, Bob is one of its members, Charlie has nothing to do with it."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from elekt_core.folding import folded
from ledger.projections import named, rebuild
from players import queries as people
from players import services as accounts
from players.clubs import commands as club_commands
from players.clubs import queries as club_queries
from players.clubs import services as clubs
from players.clubs.state import Role
from players.merging import services as merging
from players.merging.commands import Part
from players.models import Player
from players.ratings.events import LadderKey
from players.ratings.models import Rating
from players.ratings.outcome import person
from players.ratings.services import record
from players.rosters import adding, completing, files, lines, queries, services
from players.rosters import commands as c
from players.rosters.book import book_of
from players.rosters.models import RosterPerson
from players.rosters.state import stream_of
from tests.changing import Contract
from tests.tournaments.test_api import Caller
from web import limits
from web.errors import BadRequest, Conflict, NotAllowed, Refused

pytestmark = pytest.mark.django_db
LADDER = LadderKey("high-card", "1", "rapid")


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


@pytest.fixture
def charlie() -> UUID:
    return account("Charlie")


@pytest.fixture
def club(alice: UUID, bob: UUID) -> UUID:
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=bob)
    return club


def browser(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def write(club: UUID, by: UUID, *names: str) -> list[UUID]:
    return list(services.change(club, c.WriteDown(names), by=by).people)


def duel(one: UUID, other: UUID) -> None:
    """``one`` wins a rated game."""
    record(
        game=uuid4(),
        ladder=LADDER,
        seats=[person(one), person(other)],
        places=[1, 2],
        played_at=timezone.now(),
        actor="clock",
    )


def rated(player: UUID) -> tuple[int, int]:
    row = Rating.objects.filter(who=person(player)).first()
    return (0, 0) if row is None else (row.games, row.value)


class TestRosters(Contract):
    streams = services.ROSTERS
    projections = ("rosters",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = account("Alice"), account("Bob"), account("Charlie")
        self.club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=self.alice).club
        clubs.change(self.club, club_commands.Join(), by=self.bob)
        clubs.change(self.club, club_commands.GrantRole(self.bob, Role.OFFICER), by=self.alice)
        write(self.club, self.alice, "Ola")
        return stream_of(self.club)

    def change(self, by: UUID, number: int, **how: object) -> services.Changed:
        return services.change(self.club, c.WriteDown((f"Name {number}",)), by=by, **how)  # type: ignore[arg-type]


# --- lists of names -------------------------------------------------------------------------------------------


def test_the_api_does_what_the_page_of_a_roster_does() -> None:
    alice, bob, stranger = (Caller(account(name)) for name in ("Alice", "Bob", "Dora"))
    club = alice.post("clubs/", {"name": "Meeples", "open_entry": True}, 201)["club"]
    bob.post(f"clubs/{club}/join/")
    at = f"clubs/{club}/roster/"
    sent = {"names": "Ola\nJan\nJan Q\n<b>", "decision_id": str(uuid4())}
    for _ in range(2):
        added = alice.post(f"{at}add/", sent)
        assert (added["written"], [flaw["code"] for flaw in added["flaws"]]) == (3, ["has_markup"])
    people = {one["name"]: one["player"] for one in bob.get(at)["people"]}
    assert set(people) == {"Ola", "Jan", "Jan Q"}
    assert [one["name"] for one in bob.get(f"{at}complete/?q=ol")] == ["Ola"]
    for where, body in (
        ("add/", sent), ("rename/", {"player": people["Ola"], "name": "Olga"}), ("unlist/", {"player": people["Ola"]}),
        ("merge/", {"keeps": people["Jan"], "goes": people["Jan Q"]}), ("came/", {}),
    ):  # fmt: skip
        assert bob.post(f"{at}{where}", body, 403)["code"] == "needs_club_role"
        assert stranger.post(f"{at}{where}", body, 403)["code"] == "needs_club_role"
    assert stranger.get(at, 403)["code"] == "needs_club_member"
    assert stranger.get(f"{at}complete/?q=ol", 403)["code"] == "needs_club_member"
    alice.post(f"{at}rename/", {"player": people["Ola"], "name": "Olga"})
    merger = alice.post(f"{at}merge/", {"keeps": people["Jan"], "goes": people["Jan Q"]})["merger"]
    alice.post(f"{at}part/", {"merger": merger})
    claim = bob.post(f"{at}claim/", {"player": people["Ola"]})["merger"]
    assert [one["id"] for one in alice.get(at)["claims"]] == [claim]
    assert bob.get(at)["claims"] == [], "for the board"
    alice.post(f"{at}answer/", {"merger": claim, "confirmed": True})
    alice.post(f"{at}unlist/", {"player": people["Jan"]})
    assert {one["name"]: one["account"] for one in alice.get(at)["people"]} == {"Bob": True, "Jan Q": False}


def test_a_pasted_list_says_which_lines_it_refused_and_why(club: UUID, alice: UUID) -> None:
    write(club, alice, "Ola Nowak")
    refused = ["ola nowak", "Jan Lis", "<td>Ewa</td>", "Ewa &amp; Adam", "x" * 33, "12", "Tutor"]
    text = "\n".join(["Jan Lis;1500", "", *refused, "Zoë Żak\tteam B"])
    added = adding.add(club, text, by=alice, accounts=False)
    assert [one.name for one in book_of(club).people if one.number] == ["Ola Nowak", "Jan Lis", "Zoë Żak"]
    assert [(flaw.number, flaw.code) for flaw in added.read.flaws] == [
        (3, "on_roster"),
        (4, "doubled_line"),
        (5, "has_markup"),
        (6, "has_markup"),
        (7, "not_a_name"),
        (8, "not_a_name"),
        (9, "name_of_a_bot"),
    ]
    assert all(flaw.sentence and "%" not in flaw.sentence for flaw in added.read.flaws)
    assert adding.add(club, text, by=alice, accounts=False).written == 0, "sent again it adds nobody twice"


def test_a_list_that_is_sent_twice_is_answered_alike(club: UUID, alice: UUID) -> None:
    decision = uuid4()
    first, again = (
        adding.add(club, "Ola\nJan\n<b>", by=alice, accounts=False, decision_id=decision) for _sent in range(2)
    )
    assert again == first
    assert (first.written, RosterPerson.objects.filter(club=club).count()) == (2, 2)


def test_an_account_that_is_pasted_is_invited_and_only_its_own_yes_makes_a_member(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    added = adding.add(club, "charlie\nBob\nOla", by=alice, accounts=True)
    assert (added.written, added.invited) == (1, 1)
    assert [flaw.code for flaw in added.read.flaws] == ["already_in_club"]
    state = clubs.existing(club)
    assert (state.invited, charlie in state.members) == ([charlie], False)
    clubs.change(club, club_commands.Join(), by=charlie)
    assert charlie in clubs.existing(club).members


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1250", "iso-8859-2"])
def test_a_file_is_read_whatever_program_has_written_it(encoding: str) -> None:
    text = "Łukasz Żółć\nMałgorzata Śląska\nJaźwa Ćwiek\n"
    assert files.text_of(text.encode(encoding)) == text


def test_a_picture_is_not_a_list_of_names() -> None:
    with pytest.raises(BadRequest, match="not_a_text"):
        files.text_of(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01")
    with pytest.raises(BadRequest, match="not_a_text"):
        files.text_of(b"Ola Nowak\n" * 30 + b"Jan\0Lis")


def test_the_page_takes_a_file_up_to_a_limit_of_lines(club: UUID, alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines.MAX_LINES == 5000
    monkeypatch.setattr(lines, "MAX_LINES", 300)  # thousands take seconds: see benchmarks/roster.py
    names = [f"Osoba {number} Żak" for number in range(302)]
    file = SimpleUploadedFile("osoby.csv", "\n".join(names).encode("cp1250"))
    page = browser(alice).post(f"/clubs/{club}/roster/add/", {"file": file})
    told = page.content.decode()
    assert (page.status_code, "2 lines were not taken" in told) == (422, True)
    assert "Line 301:" in told
    assert RosterPerson.objects.filter(club=club).count() == 300
    found = completing.completed(club=club, player=alice, text="zak")
    assert [len(found), found[0].known.name] == [8, "Osoba 0 Żak"]


def test_names_complete_themselves_without_diacritics_and_by_any_word(club: UUID, alice: UUID, bob: UUID) -> None:
    write(club, alice, "Łukasz Żółć", "Anna Zolak")
    assert folded("  ŁUKASZ  żółć ") == "lukasz zolc"
    client = browser(bob)
    for typed, names in (("zol", ["Łukasz Żółć #1", "Anna Zolak #2"]), ("luk", ["Łukasz Żółć #1"]), ("ukasz", [])):
        page = client.get(f"/clubs/{club}/roster/complete/?q={typed}").content.decode()
        assert [name in page for name in names] == [True] * len(names)
        assert page.count("<option") == len(names)


# --- two of one name, one of two names ------------------------------------------------------------------------


def test_two_of_one_name_are_told_apart_by_a_number_or_a_nickname(club: UUID, alice: UUID) -> None:
    adding.add(club, "Jan Lis\nJan Lis", by=alice, accounts=False, doubles=True)
    book = book_of(club)
    assert [one.line for one in book.named("jan lis")] == ["Jan Lis #1", "Jan Lis (2) #2"]
    services.change(club, c.Rename(book.people[1].player, "Jan Lis (Rudy)"), by=alice)
    assert [one.line for one in book_of(club).named("Jan Lis")] == ["Jan Lis #1", "Jan Lis (Rudy) #2"]
    assert [one.mark for one in book_of(club).named("Jan Lis (rudy)")] == ["#2"]


def test_of_two_who_change_a_name_the_second_is_told_and_a_new_name_is_in_nobodys_way(
    club: UUID, alice: UUID, bob: UUID
) -> None:
    clubs.change(club, club_commands.GrantRole(bob, Role.OFFICER), by=alice)
    ola, jan = write(club, alice, "Ola", "Jan")
    page = f"/clubs/{club}/roster/"
    seen = {"player": str(jan), "instead_of": "Jan"}
    for board in (alice, bob):
        assert '<input type="hidden" name="instead_of" value="Jan">' in browser(board).get(page).content.decode()
    write(club, alice, "Edgar")
    assert browser(alice).post(f"{page}rename/", seen | {"name": "Jan Lis"}).status_code == 302
    sent_from = {"referer": f"http://testserver{page}"}
    answer = browser(bob).post(f"{page}rename/", seen | {"name": "Jan Kot"}, headers=sent_from)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody has changed this name to “Jan Lis” since you looked." in text
    assert 'value="Jan Kot"' in text, "what was typed stays"
    assert 'name="instead_of" value="Jan Lis"' in text
    assert text.count('value="Ola"') == 2, "the form of nobody else"
    assert people.names([ola, jan]) == {ola: "Ola", jan: "Jan Lis"}
    assert browser(bob).post(f"{page}rename/", seen | {"name": "Jan Lis"}).status_code == 302, "so it is already"
    told = Caller(bob).post(f"clubs/{club}/roster/rename/", seen | {"name": "Jan Kot"}, 409)
    assert (told["code"], told["data"]["name"]) == ("name_changed", "Jan Lis")
    Caller(bob).post(f"clubs/{club}/roster/rename/", {**seen, "name": "Jan Kot", "instead_of": "Jan Lis"})
    assert people.names([jan]) == {jan: "Jan Kot"}
    Caller(bob).post(f"clubs/{club}/roster/rename/", {"player": str(jan), "name": "Jan"})
    assert people.names([jan]) == {jan: "Jan"}, "who says nothing of what they saw"


def test_thousands_of_one_name_are_told_apart_without_trying_each_number_again(
    club: UUID, alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    book = book_of(club)
    monkeypatch.setattr(book, "looking_like", asked.append)
    many = ["A", "a", "B" * 32] * 100
    read = lines.read("\n".join(many), book=book, accounts={}, members=(), also_doubles=True)
    assert (read.names[:3], read.names[-1]) == (("A", "a (2)", "B" * 32), "a (200)")
    assert [flaw.code for flaw in read.flaws] == ["not_a_name"] * 99
    assert len(asked) < 2 * len(many)


def test_the_board_merges_two_names_and_takes_it_back_for_thirty_days(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    ola, aleksandra, jan = write(club, alice, "Ola", "Aleksandra", "Jan")
    duel(ola, jan)
    duel(aleksandra, bob)
    before = {one: rated(one) for one in (ola, aleksandra, jan, bob)}
    for stranger in (bob, charlie):
        with pytest.raises(NotAllowed):
            services.merge(club, ola, aleksandra, by=stranger)
    merger = services.merge(club, ola, aleksandra, by=alice)
    assert rated(ola)[0] == 2
    assert [one.mark for one in book_of(club).named("Aleksandra")] == ["#1"], "found under both names"
    assert [one.gone for one in queries.roster(club=club, player=alice, ladder=None).merged] == ["Aleksandra"]
    with pytest.raises(NotAllowed):
        services.part(club, merger, by=bob)
    services.part(club, merger, by=alice)
    assert {one: rated(one) for one in (ola, aleksandra, jan, bob)} == before
    again = services.merge(club, ola, aleksandra, by=alice)
    with pytest.raises(Conflict, match="too_late"):
        merging.change(again, Part(officer=True), by=alice, now=timezone.now() + timedelta(days=31))
    for projection in ("rosters", "mergers", "ratings"):
        assert rebuild(named(projection), compare=True).differences == []


def test_two_who_have_met_are_two_people(club: UUID, alice: UUID) -> None:
    ola, jan = write(club, alice, "Ola", "Jan")
    duel(ola, jan)
    with pytest.raises(Conflict, match="played_each_other"):
        services.merge(club, ola, jan, by=alice)
    page = browser(alice).get(f"/clubs/{club}/roster/merging/?keeps={ola}&other=Jan %232").status_code
    assert page == 409


def test_an_account_is_never_merged_by_a_board(club: UUID, alice: UUID, bob: UUID) -> None:
    (ola,) = write(club, alice, "Ola")
    for keeps, goes in ((ola, bob), (bob, ola)):
        with pytest.raises(Conflict, match="not_a_name_of_the_club"):
            services.merge(club, keeps, goes, by=alice)


# --- a person claims themself ---------------------------------------------------------------------------------


def test_a_person_claims_themself_and_an_officer_confirms(club: UUID, alice: UUID, bob: UUID, charlie: UUID) -> None:
    ola, jan = write(club, alice, "Ola", "Jan")
    duel(ola, jan)
    client = browser(charlie)
    page = client.get(f"/players/{ola}/").content.decode()
    assert "This is me" in page
    assert client.post(f"/clubs/{club}/roster/claim/", {"player": str(ola)}).status_code == 302
    assert "Take back" in client.get(f"/players/{ola}/").content.decode()
    shown = browser(alice).get(f"/clubs/{club}/roster/").content.decode()
    assert "Yes, confirm" in shown
    (claim,) = queries.roster(club=club, player=alice, ladder=None).claims
    answer = {"merger": str(claim.id), "answer": "confirm"}
    for stranger in (charlie, bob):
        assert browser(stranger).post(f"/clubs/{club}/roster/answer/", answer).status_code == 403
    assert rated(charlie) == (0, 0)
    assert browser(alice).post(f"/clubs/{club}/roster/answer/", answer).status_code == 302
    assert rated(charlie)[0] == 1
    assert people.profiles(charlie) == {charlie, ola}
    assert clubs.existing(club).invited == [charlie]
    assert book_of(club).named("Ola")[0].player == charlie


def test_whoever_has_claimed_a_name_and_hides_is_in_no_list_of_the_club(club: UUID, alice: UUID, charlie: UUID) -> None:
    ola, jan = write(club, alice, "Ola", "Jan")
    services.answer(club, services.claim(club, ola, by=charlie), by=alice, confirmed=True)
    assert queries.ids(club) == {person(jan)}, "invited is not a member"
    clubs.change(club, club_commands.Join(), by=charlie)
    assert person(charlie) in club_queries.members_of(club, asker=None)
    clubs.change(club, club_commands.Hide(hidden=True), by=charlie)
    assert queries.ids(club) | club_queries.members_of(club, asker=None) >= {person(jan), person(alice)}
    assert person(charlie) not in queries.ids(club) | club_queries.members_of(club, asker=None)


def test_claims_wait_in_a_short_line(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    ola, jan, ewa = write(club, alice, "Ola", "Jan", "Ewa")
    monkeypatch.setattr(services, "MAX_CLAIMS", 2)
    monkeypatch.setattr(queries, "CLAIMS", 1)
    first = services.claim(club, ola, by=bob)
    services.claim(club, jan, by=charlie)
    with pytest.raises(Conflict, match="too_many_claims_here"):
        services.claim(club, ewa, by=charlie)
    assert services.claim(club, ola, by=bob) == first
    shown = queries.roster(club=club, player=alice, ladder=None)
    assert ([one.id for one in shown.claims], shown.more_claims) == ([first], 1)
    assert "1 more claim" in browser(alice).get(f"/clubs/{club}/roster/").content.decode()
    services.answer(club, first, by=alice, confirmed=False)
    services.claim(club, ewa, by=charlie)
    monkeypatch.setattr(limits, "ROSTER_CLAIMS", limits.Limit("none", 0, 3600))
    with pytest.raises(limits.TooMany):
        services.claim(club, ola, by=bob)


def test_lists_and_invitations_are_limited(
    club: UUID, alice: UUID, charlie: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ROSTER_LISTS", limits.Limit("lists", 3, 3600))
    monkeypatch.setattr(limits, "ROSTER_INVITATIONS", limits.Limit("invitations", 1, 3600))
    account("Dora")
    assert adding.add(club, "Charlie", by=alice, accounts=True).invited == 1
    with pytest.raises(limits.TooMany):
        adding.add(club, "Dora\nOla", by=alice, accounts=True)
    assert adding.add(club, "Ola", by=alice, accounts=True).written == 1
    with pytest.raises(limits.TooMany):
        adding.add(club, "Jan", by=alice, accounts=False)


def test_of_two_who_claim_one_person_one_gets_them(club: UUID, alice: UUID, bob: UUID, charlie: UUID) -> None:
    (ola,) = write(club, alice, "Ola")
    first, second = (services.claim(club, ola, by=one) for one in (bob, charlie))
    services.answer(club, second, by=alice, confirmed=True)
    with pytest.raises(Refused, match=r"no_profile_any_more|not_a_name_of_the_club"):
        services.answer(club, first, by=alice, confirmed=True)
    assert people.profiles(charlie) == {charlie, ola}
    services.answer(club, first, by=alice, confirmed=False)


def test_a_person_on_the_rosters_of_two_clubs_is_each_one_s_own_until_they_claim_both(
    club: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    """Bob runs another club, whose Ola is the same person, as nobody but herself can say."""
    other = clubs.found(club_commands.FoundClub("Dice", open_entry=True), by=bob).club
    here, jan = write(club, alice, "Ola", "Jan")
    there, eve = write(other, bob, "Ola", "Eve")
    duel(here, jan)
    duel(there, eve)
    assert here != there
    for wrong, by in ((club, alice), (other, bob)):
        with pytest.raises(Refused, match="not_a_name_of_the_club"):
            services.merge(wrong, here, there, by=by)
    with pytest.raises(Refused):
        services.change(other, c.Rename(here, "Mine"), by=bob)
    services.answer(club, services.claim(club, here, by=charlie), by=alice, confirmed=True)
    assert (rated(charlie)[0], rated(there)[0]) == (1, 1), "the other club has not answered"
    services.answer(other, services.claim(other, there, by=charlie), by=bob, confirmed=True)
    assert people.profiles(charlie) == {charlie, here, there}
    assert rated(charlie)[0] == 2
    assert clubs.existing(club).invited == clubs.existing(other).invited == [charlie]
    for both in (club, other):
        assert book_of(both).named("Ola")[0].player == charlie
        clubs.change(both, club_commands.Join(), by=charlie)
    clubs.change(other, club_commands.Leave(), by=charlie)
    assert clubs.existing(club).role_of(charlie) is not None, "leaving one leaves the other alone"


# --- strangers ------------------------------------------------------------------------------------------------


def test_a_stranger_sees_no_roster_and_does_nothing_with_it(club: UUID, alice: UUID, bob: UUID, charlie: UUID) -> None:
    ola, jan = write(club, alice, "Ola", "Jan")
    own = clubs.found(club_commands.FoundClub("Pretenders", open_entry=True), by=charlie).club
    claim = services.claim(club, ola, by=bob)
    asked: list[tuple[str, dict[str, str]]] = [
        ("add/", {"names": "Ewa"}),
        ("came/", {}),
        ("rename/", {"player": str(ola), "name": "Charlie"}),
        ("unlist/", {"player": str(ola)}),
        ("merge/", {"keeps": str(ola), "goes": str(jan)}),
        ("part/", {"merger": str(claim)}),
        ("answer/", {"merger": str(claim), "answer": "confirm"}),
    ]
    version = services.ROSTERS.load(stream_of(club)).version
    client = browser(charlie)
    for path in ("", "complete/?q=ol", f"merging/?keeps={ola}&other=Jan+%232"):
        assert client.get(f"/clubs/{club}/roster/{path}").status_code == 403
    for what, body in asked:
        assert client.post(f"/clubs/{club}/roster/{what}", body).status_code == 403, what
        if "player" in body or "keeps" in body or "merger" in body:  # nor as a person of a club of one's own
            assert client.post(f"/clubs/{own}/roster/{what}", body).status_code in (404, 409), what
    with pytest.raises(Conflict, match="not_a_name_of_the_club"):
        services.claim(own, ola, by=bob)
    assert services.take_in(own, [ola], homes=[own], actor="clock") == 0
    assert services.ROSTERS.load(stream_of(club)).version == version
    assert people.written_down([ola, jan]) == {ola: club, jan: club}
    assert Client().get(f"/clubs/{club}/roster/").status_code == 302


def test_who_is_erased_is_on_no_roster(club: UUID, alice: UUID, charlie: UUID) -> None:
    (ola,) = write(club, alice, "Ola")
    services.answer(club, services.claim(club, ola, by=charlie), by=alice, confirmed=True)
    accounts.erase(player=Player.objects.get(id=charlie), now=timezone.now())
    assert [one.name for one in book_of(club).people] == ["Alice", "Bob"]
