"""The pages on which positions are set up: each button is a step, nothing that was typed is lost, reasons are told."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from elekt_core.kit import json_path
from matches.models import Match
from matches.play import practice, queries
from matches.positions import queries as kept_queries
from matches.positions import services, text
from matches.positions.commands import KeepPosition
from matches.positions.models import KeptPosition
from matches.positions.shapes import Board
from players.models import Player

from ..factories import person, started

pytestmark = pytest.mark.django_db

EDITOR = "/games/elekt/positions/"
RULING = {
    "phase": "assignment",
    "zones": {"missions": {"rows": [["symbiont", "necrarch", "acolyte"], ["nameless"]]}},
    "players": [{"hand": ["assassin"]}, {"hand": ["dignitary"], "heat": 1}],
}


class Form(HTMLParser):
    """The form of a page as a browser would send it, nothing changed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.buttons: list[str] = []
        self._inside = False
        self._select = ""
        self._chosen: str | None = None
        self._first: str | None = None
        self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = found.get("id") == "editor"
        if not self._inside:
            return
        name = found.get("name", "")
        if (tag == "input" and name and found.get("type") not in ("checkbox", "file")) or (
            tag == "input" and found.get("type") == "checkbox" and "checked" in found
        ):
            self._add(name, found.get("value", ""))
        elif tag == "select":
            self._select, self._chosen, self._first = name, None, None
        elif tag == "option":
            value = found.get("value", "")
            self._first = value if self._first is None else self._first
            self._chosen = value if "selected" in found else self._chosen
        elif tag == "textarea":
            self._area = name
            self._add(name, "")
        elif tag == "button" and name == "do":
            self.buttons.append(found["value"])

    def handle_data(self, data: str) -> None:
        if self._inside and self._area:
            self.fields[self._area][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            self._add(self._select, self._chosen if self._chosen is not None else self._first or "")
            self._select = ""
        elif tag == "textarea" and self._area:
            self.fields[self._area][-1] = self.fields[self._area][-1].removeprefix("\n")
            self._area = ""
        elif tag == "form":
            self._inside = False

    def _add(self, name: str, value: str) -> None:
        self.fields.setdefault(name, []).append(value)


def somebody() -> Client:
    return Client(headers={"accept-language": "en"})


def client_of(player: UUID) -> Client:
    client = somebody()
    client.force_login(Player.objects.get(id=player))
    return client


def step(client: Client, page: str, do: str = "", address: str = EDITOR, **changes: Any) -> Any:
    fields: dict[str, Any] = {**Form(page).fields, **changes}
    return client.post(address, {**fields, **({"do": do} if do else {})})


def shown(client: Client, address: str = EDITOR) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def put(client: Client, page: str, place: str, unit: str, **changes: Any) -> str:
    """The page after the card was put there."""
    answer = step(client, page, f"add {place}", **{f"pick.{place}": unit}, **changes)
    return str(answer.content.decode())


def said(page: str, key: str) -> Any:
    """What the position says there that the page holds."""
    return json_path.get(json.loads(Form(page).fields["position"][0]), key)


def verdict(page: str) -> str:
    found = re.search(r'id="verdict" role="status">(.*?)</p>', page, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub("<[^>]+>", " ", found[1])).split())


# --- setting up ---------------------------------------------------------------------------------------------


@pytest.mark.one_database
def test_an_empty_board_says_who_decides_and_what_is_possible() -> None:
    page = shown(somebody())
    assert verdict(page) == "Player 1 13 decisions are possible."
    assert "Pass" in page
    assert "Player 2: It is not your turn to decide." in page


@pytest.mark.one_database
def test_each_button_is_a_step_of_the_hand() -> None:
    client = somebody()
    page = shown(client)
    for unit in ("symbiont", "acolyte.0"):
        page = put(client, page, "zones.missions.rows.0", unit)
    assert said(page, "zones.missions.rows.0") == ["symbiont", "acolyte.0"]
    assert "acolyte.0" not in said(page, "players.0.hand")
    page = step(client, page, "left zones.missions.rows.0 1").content.decode()
    assert said(page, "zones.missions.rows.0") == ["acolyte.0", "symbiont"]
    unit = "zones.missions.rows.0.1"
    page = step(client, page, **{f"at.{unit}.tokens.power": "2", f"at.{unit}.suppressed": "true"}).content.decode()
    assert Form(page).fields[f"at.{unit}.tokens.power"] == ["2"]
    assert said(page, unit) == {"unit": "symbiont", "tokens": {"power": 2}, "suppressed": True}
    page = step(client, page, "take zones.missions.rows.0 0").content.decode()
    assert [entry["unit"] for entry in said(page, "zones.missions.rows.0")] == ["symbiont"]


@pytest.mark.one_database
def test_a_refused_choice_is_told_with_its_reason_and_its_rule() -> None:
    client = somebody()
    page = shown(client)
    for unit in ("symbiont", "necrarch", "bone_carver"):
        page = put(client, page, "zones.missions.rows.0", unit)
    assert verdict(page) == "Player 1 9 decisions are possible.", "the Zone is full: four Units, two Zones, and to pass"
    assert "E7.4" in page[page.index('class="refused"') :]
    assert "/games/elekt/rules/E7.4/" in page


@pytest.mark.one_database
def test_a_broken_invariant_is_told_at_its_field_and_by_its_number() -> None:
    client = somebody()
    page = step(client, shown(client), **{"at.players.1.heat": "4"}).content.decode()
    assert verdict(page) == "✗ 1 problem in this position."
    field = page[page.index('id="e-players.1.heat"') :]
    assert "E24.4.2" in field[: field.index("</div>")]
    assert 'id="board"' not in page
    assert Form(page).fields["at.players.1.heat"] == ["4"], "what was typed stays"
    page = step(client, page, **{"at.players.1.heat": "many"}).content.decode()
    assert Form(page).fields["at.players.1.heat"] == ["many"]
    assert "whole number" in page


@pytest.mark.one_database
def test_scripts_get_the_form_alone() -> None:
    client = somebody()
    answer = client.post(EDITOR, Form(shown(client)).fields, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert answer.content.decode().startswith('<form id="editor"')


@pytest.mark.one_database
def test_seats_and_rules_can_be_changed_on_the_way() -> None:
    client = somebody()
    page = step(
        client, shown(client), "add zones.missions.rows.1", **{"pick.zones.missions.rows.1": "necrarch"}
    ).content.decode()
    page = step(client, page, seats="4").content.decode()
    assert [len(said(page, f"players.{seat}.hand")) for seat in range(4)] == [4, 4, 4, 4]
    assert said(page, "zones.missions.rows.1") == ["necrarch"]


def test_a_forged_step_changes_nothing() -> None:
    client = somebody()
    page = shown(client)
    for do in ("", "fly", "add", "add zones.moon.rows.0", "take zones.missions.rows.0 99", "drop zones", "left x y z"):
        assert verdict(step(client, page, do).content.decode()) == "Player 1 13 decisions are possible.", do


def test_a_form_of_nothing_is_an_empty_board() -> None:
    assert somebody().post(EDITOR, {"do": "update"}).status_code == 200
    assert somebody().post(EDITOR, {"position": "[" * 5000, "cards": "pinned:forged"}).status_code == 404


# --- text ---------------------------------------------------------------------------------------------------


@pytest.mark.one_database
def test_a_text_is_set_up_and_comes_out_again() -> None:
    client = somebody()
    written = text.write(Board("elekt", "elekt-2e-r2", 2, position=RULING), "A ruling")
    page = step(client, shown(client), "read", text=written).content.decode()
    assert said(page, "zones.missions.rows.0") == ["symbiont", "necrarch", "acolyte.0"]
    assert Form(page).fields["at.players.1.heat"] == ["1"]
    assert '["symbiont", "necrarch", "acolyte"]' in Form(page).fields["text"][0]


@pytest.mark.one_database
def test_a_text_with_slips_is_kept_and_each_slip_has_its_line() -> None:
    client = somebody()
    wrong = (
        'seats = 2\n[position]\nphase = "asignment"\nround = 9999\n[position.zones.missions]\nrows = [["symbiot"]]\n'
    )
    answer = step(client, shown(client), "read", text=wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    flaws = page[page.index('class="text-flaws"') : page.index("</ul>", page.index('class="text-flaws"'))]
    assert [int(n) for n in re.findall(r"Line (\d+)", flaws)] == [3, 4, 6]
    assert "symbiont" in flaws, "the nearest word"
    assert Form(page).fields["text"] == [wrong]
    assert said(page, "zones.missions.rows.0") == []


def test_what_is_wrong_around_a_position_is_told_by_line() -> None:
    client = somebody()
    empty = shown(client)
    for text_, line, word in (
        ("[position\n", 1, "TOML"),
        ("seats = 2\n\nplayers = []\n[position]\n", 3, "players"),
        ('seats = 2\ngame = "chess"\n[position]\n', 2, "elekt"),
        ("seats = 9\n[position]\n", 1, "9"),
        ("seats = 2\n", 1, "position"),
    ):
        answer = step(client, empty, "read", text=text_)
        page = answer.content.decode()
        assert answer.status_code == 422, text_
        flaws = page[page.index('class="text-flaws"') : page.index("</ul>", page.index('class="text-flaws"'))]
        assert f"Line {line}" in flaws
        assert word in flaws


@pytest.mark.one_database
def test_a_text_in_the_making_survives_other_steps() -> None:
    client = somebody()
    page = put(client, shown(client), "zones.missions.rows.0", "symbiont", text="half a tho")
    assert Form(page).fields["text"] == ["half a tho"]
    assert said(page, "zones.missions.rows.0") == ["symbiont"]


@pytest.mark.one_database
def test_a_file_is_downloaded_that_the_command_line_accepts_and_uploaded_again() -> None:
    from elekt_core.scenarios.run import run
    from elekt_core.scenarios.scenario import parse_scenario

    client = somebody()
    page = shown(client)
    for place, unit in (("zones.missions.rows.0", "symbiont"), ("zones.court.rows.1", "nameless.1")):
        page = step(client, page, f"add {place}", **{f"pick.{place}": unit}).content.decode()
    answer = step(client, page, "download", name="Żar i dym")
    assert answer["Content-Disposition"] == 'attachment; filename="zar-i-dym.toml"'
    written = answer.content.decode()
    report = run(parse_scenario(written, "zar-i-dym.toml"))
    assert report.ok, report.findings
    file = SimpleUploadedFile("x.toml", written.encode())
    page = step(client, shown(client), "upload", file=file).content.decode()
    assert said(page, "zones.missions.rows.0") == ["symbiont"]
    assert said(page, "zones.court.rows.1") == ["nameless.1"]
    broken = SimpleUploadedFile("x.toml", b"\xff\xfe")
    assert step(client, shown(client), "upload", file=broken).status_code == 422


# --- keeping and playing ------------------------------------------------------------------------------------


def test_a_kept_position_has_an_address_of_its_own_and_is_changed_there() -> None:
    alice = person("Alice")
    client = client_of(alice)
    page = step(
        client, shown(client), "add zones.court.rows.0", **{"pick.zones.court.rows.0": "symbiont"}
    ).content.decode()
    answer = step(client, page, "keep", name="A ruling")
    id_ = KeptPosition.objects.get().id
    assert answer["Location"] == f"{EDITOR}{id_}/"
    page = shown(client, answer["Location"])
    assert said(page, "zones.court.rows.0") == ["symbiont"]
    address = f"{EDITOR}{id_}/"
    answer = step(client, page, "save", address=address, **{"at.round": "2"})
    assert answer["Location"] == address
    assert kept_queries.position(position_id=id_, player=alice).board.position["round"] == 2
    late = step(client, page, "save", address=address, **{"at.round": "3"})
    assert late.status_code == 409, "it was changed since this page was loaded"
    assert Form(late.content.decode()).fields["at.round"] == ["3"], "and nothing is lost"


def test_without_a_name_it_is_not_kept_and_nothing_is_lost() -> None:
    client = client_of(person("Alice"))
    page = put(client, shown(client), "zones.court.rows.0", "symbiont")
    answer = step(client, page, "keep", name="")
    assert answer.status_code == 400
    assert said(answer.content.decode(), "zones.court.rows.0") == ["symbiont"]
    assert not KeptPosition.objects.exists()


def test_cards_that_cannot_be_had_are_told_and_nothing_is_done_or_lost() -> None:
    client = client_of(person("Alice"))
    page = put(client, shown(client), "zones.court.rows.0", "symbiont")
    for do in ("", "play", "keep", "add zones.missions.rows.0"):
        answer = step(client, page, do, cards=str(uuid4()), name="A ruling", **{"at.players.0.heat": "1"})
        assert answer.status_code == 404, do
        after = answer.content.decode()
        assert 'class="notice error" role="alert"' in after
        assert said(after, "zones.court.rows.0") == ["symbiont"]
        assert said(after, "players.0.heat") == 1
        assert Form(after).fields["name"] == ["A ruling"]
    assert not KeptPosition.objects.exists()
    assert not Match.objects.exists()


def test_a_name_that_is_none_is_told_on_the_page_of_the_position() -> None:
    alice = person("Alice")
    client = client_of(alice)
    step(client, shown(client), "keep", name="A ruling")
    kept = KeptPosition.objects.get()
    for name in ("", "  ", "a" * 200):
        answer = client.post(f"{EDITOR}{kept.id}/rename/", {"name": name})
        assert answer.status_code == 400, name
        assert 'class="notice error" role="alert"' in answer.content.decode()
    assert kept_queries.position(position_id=kept.id, player=alice).name == "A ruling"


def test_an_outsider_sees_a_kept_position_only_where_it_is_shared_and_never_changes_it() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    id_ = services.keep(
        KeepPosition(name="Secret", board=Board("elekt", "elekt-2e-r2", 2, position=RULING)), by=alice
    ).position
    address = f"{EDITOR}{id_}/"
    for client in (somebody(), client_of(charlie)):
        assert client.get(address).status_code == 404
        assert client.post(address, {"do": "save"}).status_code == 404
    for name in ("rename", "share", "drop"):
        assert client_of(charlie).post(f"{address}{name}/", {"name": "x", "access": "link"}).status_code == 404
        assert somebody().post(f"{address}{name}/").status_code == 302, "log in first"
        assert client_of(charlie).get(f"{address}{name}/").status_code == 405
    client_of(alice).post(f"{address}share/", {"access": "link"})
    page = shown(client_of(charlie), address)
    assert "Rename" not in page
    assert said(page, "zones.missions.rows.0") == ["symbiont", "necrarch", "acolyte.0"]
    assert step(client_of(charlie), page, "save", address=address).status_code in (400, 403)
    assert client_of(charlie).post(f"{address}drop/").status_code == 403
    assert client_of(alice).post(f"{address}drop/")["Location"] == EDITOR
    assert client_of(alice).get(address).status_code == 404
    assert client_of(alice).get(f"{EDITOR}{uuid4()}/").status_code == 404


def test_a_position_is_played_out_from_all_seats_or_against_bots() -> None:
    alice = person("Alice")
    client = client_of(alice)
    page = step(
        client, shown(client), "add zones.court.rows.0", **{"pick.zones.court.rows.0": "symbiont"}
    ).content.decode()
    answer = step(client, page, "play", **{"who.1": "random"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.id}/"
    assert practice.bots_at(match.table_id) == {1: "random"}
    here = queries.position(match_id=match.id, player=alice)
    assert here.game.encode_state(here.view)["places"]["court"]["rows"][0][0]["card"] == "symbiont"
    again = step(client, page, "play", **{"who.1": "random", "decision_id": Form(page).fields["decision_id"][0]})
    assert again["Location"] == answer["Location"], "sent twice, it counts once"


def test_a_position_with_flaws_is_not_played_but_stays() -> None:
    client = somebody()
    page = shown(client)
    answer = step(client, page, "play", **{"at.players.0.heat": "9"})
    assert answer.status_code == 400
    assert Form(answer.content.decode()).fields["at.players.0.heat"] == ["9"]
    assert not Match.objects.exists()
    assert not Player.objects.exists(), "nobody becomes a guest for that"


def test_whoever_is_nobody_becomes_a_guest_to_play() -> None:
    client = somebody()
    answer = step(client, shown(client), "play")
    assert client.get(answer["Location"]).status_code == 200
    assert Player.objects.count() == 1
    assert somebody().get(answer["Location"]).status_code == 404


@pytest.mark.parametrize("game", ["chess", "high-card"])
def test_a_game_without_positions_has_no_such_page(game: str) -> None:
    assert somebody().get(f"/games/{game}/positions/").status_code == 404


def test_nothing_of_a_match_that_goes_on_is_set_up() -> None:
    table = started("Alice", "Bob", game="elekt")
    for player in table.players:
        assert player is not None
        assert client_of(player).get(f"{EDITOR}?match={table.match}").status_code == 403
    assert somebody().get(f"{EDITOR}?match={table.match}").status_code == 403
    assert somebody().get(f"{EDITOR}?match=x").status_code == 400
    assert somebody().get(f"{EDITOR}?match={uuid4()}").status_code == 404


@pytest.mark.parametrize(
    "sent",
    [
        {"seats": "²"},
        {"do": "take elite_deck ²"},
        {"do": "add zones.missions.rows.²", "pick.zones.missions.rows.²": "symbiont"},
        {"do": "add players.²", "pick.players.²": "symbiont"},
        {"beyond": '{"x": "\\ud800"}'},
        {"beyond": '{"x": 1e999}'},
        {"beyond": '{"players": 7, "zones": [], "used": [[1]]}'},
        {"do": "read", "text": 'game = "elekt"\n[position]\n"²" = 1\n'},
        {"do": "read", "text": f'game = "elekt"\n[position]\n{"9" * 5000} = 1\n'},
        {"do": "read", "text": f'game = "elekt"\n[position]\nround = 0x{"f" * 8000}\n'},
        {"do": "read", "text": f'game = "elekt"\n[position]\nx{".a" * 29_000} = 1\n'},
    ],
)
def test_what_no_browser_sends_is_answered_and_forges_nothing(sent: dict[str, str]) -> None:
    answer = somebody().post(EDITOR, sent)
    assert answer.status_code == (422 if sent.get("do") == "read" else 200)
    assert 'name="pick.' in answer.content.decode()
