"""Pages of cards and card lists, for those who may see them."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from elekt_core.registry import get_game
from matches.cardlists import played, queries
from matches.cardlists.played import Played
from matches.games import game_of
from matches.models import CardList, Match
from matches.play import queries as match_queries
from matches.play.fragments import match_frames
from matches.play.timeline import timelines
from players.models import Player
from tests.matches.factories import person, started
from tests.sampling import sample
from tests.white_space import one_line

from .files import broken, built_in, line_of, named
from .test_services import opened, played_with

pytestmark = pytest.mark.django_db

NEW = "/games/elekt/lists/new/"


def as_(player: UUID, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(Player.objects.get(id=player), backend="django.contrib.auth.backends.ModelBackend")
    return client


def asked(**changes: object) -> dict[str, object]:
    return {"name": "Club", "access": "owner", "text": named("Companion"), "note": "", **changes}


def test_a_list_is_made_from_pasted_text() -> None:
    alice = person("Alice")
    answer = as_(alice).post(NEW, asked(), follow=True)
    assert answer.status_code == 200
    assert "Club" in answer.content.decode()
    assert queries.lists_of(player=alice)[0].newest == 1


def test_a_list_is_made_from_a_file() -> None:
    alice = person("Alice")
    file = SimpleUploadedFile("my.toml", named("Companion").encode())
    as_(alice).post(NEW, asked(text="", file=file))
    assert queries.text(list_id=queries.lists_of(player=alice)[0].id, player=alice) == named("Companion")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_flaws_stand_beside_the_text_with_their_lines(language: str) -> None:
    alice, text = person("Alice"), broken()
    page = as_(alice, language).post(NEW, asked(text=text, name="My club", access="everyone"))
    body = page.content.decode()
    assert page.status_code == 422
    assert f'data-line="{line_of(text, "missions = 18")}"' in body
    assert f'data-line="{line_of(text, "on_tei")}"' in body
    assert ("did you mean “on_tie”" if language == "en" else "może „on_tie”") in body
    assert "on_tei" in body.split("</textarea>")[0]  # the text is kept
    assert 'value="My club"' in body
    assert 'value="everyone" required id="id_access_2" checked' in body or "checked" in body
    assert queries.lists_of(player=alice) == []


def test_the_text_of_a_wrong_file_is_shown_to_be_mended() -> None:
    file = SimpleUploadedFile("my.toml", broken().encode())
    body = as_(person("Alice")).post(NEW, asked(text="", file=file)).content.decode()
    assert "on_tei" in body.split("</textarea>")[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"text": ""}, "Paste a card file"),
        ({"text": "#" * 300_000}, "262144"),
        ({"name": ""}, "required"),
        ({"access": "nobody"}, "nobody"),
        ({"text": "a = = b"}, "not TOML"),
    ],
)
def test_bad_input_is_told_and_nothing_is_lost(changes: dict[str, str], said: str) -> None:
    page = as_(person("Alice")).post(NEW, asked(**changes))
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not CardList.objects.exists()


def test_files_that_are_too_long_or_no_text_are_refused() -> None:
    client = as_(person("Alice"))
    for content, said in ((b"#" * 300_000, "longer than 256 KB"), (b"\xff\xfe", "not UTF-8")):
        page = client.post(NEW, asked(text="", file=SimpleUploadedFile("my.toml", content)))
        assert page.status_code == 422
        assert said in page.content.decode()


def test_a_new_version_begins_with_the_text_of_the_last_and_shows_what_changed() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    client = as_(alice)
    assert "Companion" in client.get(f"/lists/{list_id}/add/").content.decode()
    page = client.post(f"/lists/{list_id}/add/", {"text": named("Guest"), "note": ""}, follow=True)
    body = page.content.decode()
    assert page.redirect_chain[-1][0] == f"/lists/{list_id}/2/changes/"
    assert "Guest" in body
    assert "Companion" in body
    assert "English name" in body
    assert "1 card differs." in body


@pytest.mark.one_database
@pytest.mark.parametrize("language", sample(["pl"], ["en", "pl"]))
def test_every_page_of_a_list_is_there(language: str) -> None:
    alice = person("Alice")
    list_id = opened(alice)
    row = played_with(alice, str(list_id))
    client = as_(alice, language)
    for address in (
        "/games/elekt/cards/",
        "/games/elekt/cards/symbiont/",
        "/games/elekt/lists/",
        NEW,
        f"{NEW}?from=built-in",
        f"/lists/{list_id}/",
        f"/lists/{list_id}/add/",
        f"/lists/{list_id}/1/",
        f"/lists/{list_id}/1/changes/",
        f"/lists/{list_id}/1/changes/?from=0",
        f"/lists/{list_id}/1/cards/symbiont/",
        f"/matches/{row.id}/cards/",
        f"/matches/{row.id}/cards/symbiont/",
        f"/matches/{row.id}/",
        f"/matches/{row.id}/replay/",
        f"/matches/{row.id}/verification/",
    ):
        page = client.get(address)
        assert page.status_code == 200, address
        assert "None" not in page.content.decode().replace('"None', "").split("<main")[1], address


def test_a_card_page_shows_both_languages_its_rules_and_its_origin() -> None:
    body = Client(headers={"accept-language": "en"}).get("/games/elekt/cards/acolyte/").content.decode()
    assert "Akolita" in body
    assert "Attach 1 Power token to this Unit." in body
    assert "Dołącz 1 żeton Władzy" in body
    assert "We added: type, symbols, attribute." in body
    for rule in ("C1.32", "E18.5", "E15.3"):
        assert reverse("matches:rule", args=["elekt", rule]) in body
    assert reverse("matches:scenario", args=["elekt", "acolyte_and_assassin"]) in body or "scenarios/" in body


def test_cards_and_versions_that_do_not_exist_are_not_found() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    client = as_(alice)
    for address in (
        "/games/elekt/cards/nobody/",
        "/games/nothing/cards/",
        "/games/nothing/lists/",
        f"/lists/{list_id}/2/",
        f"/lists/{list_id}/0/",
        f"/lists/{list_id}/1/cards/nobody/",
        f"/lists/{list_id}/1/changes/?from=7",
        "/lists/0190aaaa-0000-7000-8000-000000000000/",
    ):
        assert client.get(address).status_code == 404, address
    assert client.get(f"/lists/{list_id}/1/changes/?from=x").status_code == 400


IN_PLAY = ("unit_assigned", "unit_placed")
"""The kinds of facts by which a Unit comes from a hand into a Zone (E18.9, E18.10)."""


def test_every_match_with_a_card_is_found_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rare card is found however many matches came after it."""
    monkeypatch.setattr("matches.cardlists.played.LISTED", 1)
    alice = person("Alice")
    rows = [played_with(alice, "") for _ in range(2)]
    in_all = set.intersection(*(units_of(row) for row in rows))
    card = min(in_all)
    client = as_(alice)
    first, second = (client.get(f"/games/elekt/cards/{card}/?page={n}").content.decode() for n in (1, 2))
    on_page = [[f"/matches/{row.id}/replay/" in page for row in rows] for page in (first, second)]
    assert [sum(found) for found in on_page] == [1, 1]
    assert all(one != other for one, other in zip(*on_page, strict=True))
    assert 'rel="next"' in first
    assert 'rel="prev"' in second
    assert client.get(f"/games/elekt/cards/{card}/?page=x").status_code == 400


def units_of(row: Match) -> set[str]:
    """The Units that came into play, by what a spectator reads of the match."""
    facts = match_queries.events(match_id=row.id, player=None, perspective="spectator")
    return {str(fact.payload["unit"]).split(".")[0] for fact in facts if fact.kind in IN_PLAY}


def test_a_running_match_tells_only_cards_that_everybody_has_seen_and_a_named_one_nothing() -> None:
    table = started("Alice", "Bob", game="elekt", seed="hidden hands")
    closed = started("Alice", "Bob", game="elekt", seed="hidden hands", access="named")
    for _ in range(8):
        table.decide()
        closed.decide()
    row = Match.objects.get(id=table.match)
    seen = units_of(row)
    facts = match_queries.events(match_id=row.id, player=None, perspective="spectator")
    seen |= {str(fact.payload["card"]) for fact in facts if fact.kind == "card_revealed"}
    timeline = timelines.get(row.id, lambda: game_of(row))
    in_hand = {timeline.game.cards.printed[unit].id for hand in timeline.state(row.version).hands for unit in hand}  # type: ignore[attr-defined]
    assert in_hand - seen
    elekt = Played("elekt")
    for player in (None, person("Charlie"), person("Bob")):
        told = {card for card in seen | in_hand if played.where_played(elekt, card, player=player).matches}
        assert told == seen
    listed = {m.id for card in seen for m in played.where_played(elekt, card, player=None).matches}
    assert listed == {table.match}


@pytest.mark.one_database
def test_a_log_leads_to_the_cards_of_its_own_list_whose_pages_lead_to_the_match() -> None:
    """On the page, in the replay and live. The card of that name among the game's own cards may be another one."""
    alice = person("Alice")
    list_id = opened(alice)
    own, usual = played_with(alice, str(list_id)), played_with(alice, "")
    client = as_(alice)
    seen = [card.id for card in get_game("elekt").with_cards(named("Companion")).cards.cards]  # type: ignore[attr-defined]
    of_cards = {card: client.get(f"/lists/{list_id}/1/cards/{card}/").content.decode() for card in seen[:12]}
    with_match = [card for card, body in of_cards.items() if f"/matches/{own.id}/replay/" in body]
    record = client.get(f"/api/v1/matches/{own.id}/events/?perspective=spectator").json()
    units = {str(fact["payload"]["unit"]).split(".")[0] for fact in record if fact["kind"] in IN_PLAY}
    assert set(with_match) == units & set(of_cards)
    for row, base in ((own, f"/matches/{own.id}/cards/"), (usual, "/games/elekt/cards/")):
        frame = one_line(str(match_frames(row.id, "spectator", 0, row.version)["log"]))
        pages = [as_(alice).get(f"/matches/{row.id}/{where}").content.decode() for where in ("", "replay/")]
        for body in (frame, *pages):
            links = re.findall(r'class="card-link" href="([^"]*)"', body)
            assert links
            assert all(link.startswith(base) for link in links)
    frame = one_line(str(match_frames(own.id, "spectator", 0, own.version)["log"]))
    link = next(link for link in re.findall(r'card-link" href="([^"]*)"', frame))
    assert as_(alice).get(link).status_code == 200


def test_the_file_is_downloaded_as_it_was_kept() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    answer = as_(alice).get(f"/lists/{list_id}/1/file/")
    assert answer.content.decode() == named("Companion")
    assert "attachment" in answer["Content-Disposition"]
    assert Client().get("/games/elekt/card-file/").content.decode() == built_in()


def test_owners_rename_open_and_retire_their_list() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    client = as_(alice)
    client.post(f"/lists/{list_id}/rename/", {"name": "Friends"})
    client.post(f"/lists/{list_id}/access/", {"access": "link"})
    client.post(f"/lists/{list_id}/retire/")
    shown = queries.card_list(list_id=list_id, player=person("Charlie"))
    assert (shown.name, shown.access, shown.retired) == ("Friends", "link", True)
    client.post(f"/lists/{list_id}/restore/")
    assert not queries.card_list(list_id=list_id, player=alice).retired
    assert client.post(f"/lists/{list_id}/rename/", {"name": ""}).status_code == 400
    assert client.get(f"/lists/{list_id}/rename/").status_code == 405


def test_outsiders_change_nothing() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    only, link = opened(alice), opened(alice, access="link", name="Open club")
    for list_id, status in ((only, 404), (link, 403)):
        for name, data in (
            ("rename", {"name": "Mine"}),
            ("access", {"access": "everyone"}),
            ("retire", {}),
            ("restore", {}),
            ("add", {"text": named("Mine")}),
        ):
            assert as_(charlie).post(f"/lists/{list_id}/{name}/", data).status_code == status, name
            assert Client().post(f"/lists/{list_id}/{name}/", data).status_code == 302  # to the log-in
    assert CardList.objects.get(id=only).version == 2


def test_a_table_is_opened_with_a_list_from_its_page() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    client = as_(alice)
    page = client.get(f"/tables/open/?cards={list_id}:1").content.decode()
    assert f'<option value="{list_id}:1" selected>' in page


def test_the_gallery_is_filtered_by_whose_cards_they_are() -> None:
    alice, bob, charlie = person("Alice"), person("Bob"), person("Charlie")
    mine, theirs = opened(alice, name="My club"), opened(bob, access="everyone", name="Bob’s evening")
    retired = opened(alice, name="Old club")
    as_(alice).post(f"/lists/{retired}/retire/")
    page, address = one_line(as_(alice).get("/games/elekt/cards/").content.decode()), "/games/elekt/cards/"
    groups = re.findall(r'<optgroup label="(.*?)">.*?<option value="(.*?)"', page)
    assert groups == [("My card lists", str(mine)), ("Bob", str(theirs))]
    assert "Old club" not in page
    found = as_(alice).get(address, {"list": str(mine), "kind": "unit-basic"}).content.decode()
    assert f'<option value="{mine}" selected>' in found
    assert f"/lists/{mine}/1/cards/" in found
    for outsider in (as_(charlie), Client()):
        other = outsider.get(address, {"list": str(mine)}).content.decode()
        assert "My club" not in other
        assert f'value="{mine}"' not in other
        assert f'value="{theirs}"' in other
