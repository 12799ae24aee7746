"""A game at a real table, recorded on a phone: answers, contradictions, taking back, queues, and who sees it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.errors import CoreError
from elekt_core.record.text import parse_record
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_game
from elekt_core.scribe import MAX_PICKS
from ledger import store
from ledger.projections import named, rebuild
from matches.models import ScribedName, Scribing
from matches.positions import services as positions
from matches.positions.commands import KeepPosition
from matches.positions.shapes import Board
from matches.scribe import commands as c
from matches.scribe import queries, services
from matches.scribe.events import KINDS, ScribeEntered
from matches.scribe.services import SCRIBINGS
from players.merging import services as merging
from players.merging.commands import Merge
from players.merging.events import BOTH
from players.models import Player
from tests.busy import busy
from tests.changing import Contract
from web import limits
from web.costly import CHECKING, RECORDING

from ..factories import account, person

pytestmark = pytest.mark.django_db
NAMES = ["Ala", "Bartek"]
FIRST = ["siege", "mint", "swords", "necrarch", "wildclanner"]
"""What lies open at the beginning, by short names: Mission, Influence, Privilege, the draw for the Sceptre."""


def begun(by: UUID) -> UUID:
    return services.begin(c.BeginScribing(game="elekt", seats=2), NAMES, by=by).scribing


def entered(scribing: UUID, by: UUID, *picks: str, **how: Any) -> Any:
    return services.enter(scribing, c.Enter(picks=picks), by=by, **how)


def logged_in(player: UUID, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    client.force_login(Player.objects.get(id=player))
    return client


def buttons(page: str) -> dict[str, str]:
    """The answers of a page by their labels."""
    found = re.findall(r'name="pick"\s+value="([^"]*)"\s+data-names="[^"]*"[^>]*>([^<]*)<', page)
    return {unescape(label): unescape(key) for key, label in found}


class TestScribings(Contract):
    """Only whoever began it goes on, on any of their phones."""

    streams = SCRIBINGS
    projections = ("scribings",)

    def begin(self) -> UUID:
        self.alice, self.charlie = person("Alice"), person("Charlie")
        self.bob = self.alice
        scribing = begun(self.alice)
        entries = [ScribeEntered((str(number),), (), None, ()) for number in range(6)]
        store.append(scribing, 1, KINDS.encoded(entries), actor="clock")
        rebuild(named("scribings"))
        return scribing

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return services.take_back(self.id, c.TakeBack(), by=by, **how)

    def test_somebody_elses_decision_id_is_refused(self) -> None:
        id_ = uuid4()
        store.append(self.id, 7, KINDS.encoded([ScribeEntered((), (), None, ())]), decision_id=id_, actor="clock")
        rebuild(named("scribings"))
        assert self.refused(self.alice, 2, decision_id=id_) == 409


def test_a_game_is_entered_from_the_first_card_to_its_end_and_read_again() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    entered(scribing, alice, "clockwise")
    done = entered(scribing, alice, "concede:0")
    assert done.state.ranks == (2, 1)
    row = Scribing.objects.get(id=scribing)
    assert (row.entries, row.ranks, row.ended_at is not None) == (3, [2, 1], True)
    shown = queries.scribing(scribing_id=scribing, player=alice)
    made = parse_record(queries.record(shown))
    assert made.perspective == -1 or not made.is_open
    assert verify_record(made).ok
    (listed,) = queries.scribings_of(player=alice)
    assert (listed.names, listed.winners) == (("Ala", "Bartek"), ("Bartek",))
    assert rebuild(named("scribings"), compare=True).differences == []
    with pytest.raises(CoreError, match="scribe_over"):
        entered(scribing, alice, "clockwise")


def test_however_few_cards_are_offered_another_can_be_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.scribe.views.OFFERED", 1000)
    alice = person("Alice")
    scribing = begun(alice)
    page = logged_in(alice).get(f"/scribe/{scribing}/").content.decode()
    assert "Siege of the Salt Gate" in buttons(page)
    assert 'id="scribe-find"' in page
    entered(scribing, alice, *FIRST)
    page = logged_in(alice).get(f"/scribe/{scribing}/").content.decode()
    assert "clockwise" in " ".join(buttons(page)).lower()
    assert 'id="scribe-find"' not in page, "there are no cards to find"


def test_while_decisions_are_recorded_the_page_is_the_board_and_each_step_can_be_undone() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    client, at = logged_in(alice), f"/scribe/{scribing}/"
    assert 'id="board"' not in client.get(at).content.decode(), "nothing lies there before the setup"
    entered(scribing, alice, *FIRST)
    entered(scribing, alice, "clockwise")
    while (asked := queries.question(queries.scribing(scribing_id=scribing, player=alice), [], "en")).choices:
        if any(one.key.startswith("unit:") for one in asked.choices):
            break
        answered(scribing, alice)
    page = client.get(at).content.decode()
    assert 'id="board"' in page
    assert 'data-names="missions"' in page
    unit = next(one for one in asked.choices if one.key.startswith("unit:"))
    half = client.post(f"{at}step/", {"entry": uuid4(), "after": _entries(scribing, alice), "pick": [unit.key]})
    shown = half.content.decode()
    assert re.findall(r'data-part="([^"]*)"', shown) == ["zone:missions", "zone:influences", "zone:court"]
    undo = re.search(r'<form[^>]*>((?:(?!</form>).)*?)id="undo"\s+data-taken="([^"]*)"', shown, re.S)
    assert undo is not None
    assert undo[2] == unit.key
    assert 'name="pick"' not in undo[1], "with no answer left the entry begins anew"
    entered(scribing, alice, "coarse:result")
    assert 'id="board"' not in client.get(at).content.decode(), "no decisions follow"


def _entries(scribing: UUID, player: UUID) -> int:
    return queries.scribing(scribing_id=scribing, player=player).entries


def answered(scribing: UUID, player: UUID) -> None:
    """One entry: of whatever is asked what comes first."""
    picks: list[str] = []
    while not (asked := queries.question(queries.scribing(scribing_id=scribing, player=player), picks, "en")).whole:
        picks.append(asked.choices[0].key)
    entered(scribing, player, *picks)


def test_an_entry_that_is_sent_twice_counts_once_and_one_behind_another_phone_is_refused() -> None:
    alice = person("Alice")
    scribing, id_ = begun(alice), uuid4()
    client = logged_in(alice)
    at = f"/scribe/{scribing}/step/"
    for _ in range(2):
        answer = client.post(at, {"entry": id_, "after": 0, "pick": FIRST}, headers={"X-Scribe": "queue"})
        assert (answer.status_code, answer.json()) == (200, {"entries": 1})
    late = client.post(at, {"entry": uuid4(), "after": 0, "pick": ["clock"]}, headers={"X-Scribe": "queue"})
    assert (late.status_code, late.json()["code"]) == (409, "scribe_went_on")
    assert "there are 1 entries now" in late.json()["message"]
    half = client.post(at, {"entry": uuid4(), "after": 1, "pick": []}, headers={"X-Scribe": "queue"})
    assert half.json()["code"] == "scribe_more_expected"
    assert len(SCRIBINGS.load(scribing).entries) == 1


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_refusal_names_what_is_expected_in_the_language_of_the_page(language: str) -> None:
    alice = person("Alice")
    scribing = begun(alice)
    shown = queries.scribing(scribing_id=scribing, player=alice)
    expected = [choice.label for choice in queries.question(shown, [], language).choices[:8]]
    for picks, code in ((["nothing such"], "scribe_not_possible"), ([], "scribe_more_expected")):
        sent = {"entry": uuid4(), "after": 0, "pick": picks}
        at = f"/scribe/{scribing}/step/"
        told = logged_in(alice, language).post(at, sent, headers={"X-Scribe": "queue"}).json()
        assert (told["code"], ", ".join(expected) in told["message"]) == (code, True), told


@pytest.mark.parametrize(("language", "said"), [("pl", "nie może tu teraz być."), ("en", "cannot be here now.")])
def test_a_refusal_that_can_offer_nothing_is_a_whole_sentence(language: str, said: str) -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    sent = {"entry": uuid4(), "after": 1, "pick": ["concede:7"]}
    at = f"/scribe/{scribing}/step/"
    told = logged_in(alice, language).post(at, sent, headers={"X-Scribe": "queue"}).json()
    assert told["message"].endswith(said)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_who_shows_no_card_is_told_which_ones_can_be_shown(language: str) -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    shown = queries.scribing(scribing_id=scribing, player=alice)
    expected = [choice.label for choice in queries.question(shown, ["show:1"], language).choices[:8]]
    sent = {"entry": uuid4(), "after": 1, "pick": ["show:1"]}
    at = f"/scribe/{scribing}/step/"
    told = logged_in(alice, language).post(at, sent, headers={"X-Scribe": "queue"}).json()
    assert expected
    assert ", ".join(expected) in told["message"], told


def test_a_page_asks_answer_by_answer_and_stores_the_whole_entry() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    client, id_, picks = logged_in(alice), uuid4(), list[str]()
    page = client.get(f"/scribe/{scribing}/").content.decode()
    for name in ("Siege of the Salt Gate", "Black Mint", "Master of Swords", "Necrarch"):
        picks.append(buttons(page)[name])
        page = client.post(f"/scribe/{scribing}/step/", {"entry": id_, "after": 0, "pick": picks}).content.decode()
        assert not SCRIBINGS.load(scribing).entries
    last = [*picks, buttons(page)["Wildclanner"]]
    answer = client.post(f"/scribe/{scribing}/step/", {"entry": id_, "after": 0, "pick": last})
    assert (answer.status_code, answer["Location"]) == (302, f"/scribe/{scribing}/")
    page = client.get(answer["Location"]).content.decode()
    assert set(buttons(page)) == {"clockwise", "counter-clockwise"}
    back = client.post(f"/scribe/{scribing}/back/", {"entry": uuid4(), "after": 1})
    assert back.status_code == 302
    assert not SCRIBINGS.load(scribing).entries
    assert store.version(scribing) == 3


def test_a_contradiction_names_the_entry_and_keeps_what_was_right() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    entered(scribing, alice, "clockwise")
    client = logged_in(alice)
    wrong = {"entry": uuid4(), "after": 2, "pick": ["redraw", "unit=siege_of_the_salt_gate"]}
    page = client.post(f"/scribe/{scribing}/step/", wrong).content.decode()
    assert "“Siege of the Salt Gate” cannot be here. Entry 1 says:" in unescape(page)
    assert 'name="pick" value="redraw"' in page
    queued = client.post(f"/scribe/{scribing}/step/", wrong, headers={"X-Scribe": "queue"})
    assert queued.status_code == 409
    assert "Entry 1" in queued.json()["message"]
    said = logged_in(alice, "pl").post(f"/scribe/{scribing}/step/", wrong).content.decode()
    assert "Wpis 1 mówi:" in said
    assert 'name="number" value="2"' in page
    back = {"entry": uuid4(), "after": 2}
    assert client.post(f"/scribe/{scribing}/back/", {**back, "number": 3}).status_code == 400
    assert client.post(f"/scribe/{scribing}/back/", {**back, "number": 2}).status_code == 302
    assert (len(SCRIBINGS.load(scribing).entries), store.version(scribing)) == (0, 5)


def test_nobody_else_sees_it_and_it_is_replayed_entry_by_entry() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    own, other = logged_in(alice), logged_in(charlie)
    for path, visitor in (("", 302), ("replay/", 404), ("record/", 404)):
        assert other.get(f"/scribe/{scribing}/{path}").status_code == 404
        assert Client().get(f"/scribe/{scribing}/{path}").status_code == visitor
    for path in ("step/", "back/", "share/"):
        sent = {"entry": uuid4(), "after": 1, "pick": ["clock"], "access": "link"}
        assert other.post(f"/scribe/{scribing}/{path}", sent).status_code == 404
    page = own.get(f"/scribe/{scribing}/replay/").content.decode()
    assert "Siege of the Salt Gate" in page
    assert own.get(f"/scribe/{scribing}/replay/?at=0").status_code == 200
    assert own.get(f"/scribe/{scribing}/replay/?at=x").status_code == 400


def test_a_replay_is_shared_by_link_and_kept_again() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    own, at = logged_in(alice), f"/scribe/{scribing}/"
    for access, status in (("link", 200), ("owner", 404)):
        assert own.post(f"{at}share/", {"access": access}).status_code == 302
        assert Client().get(f"{at}replay/").status_code == status
        assert Client().get(f"{at}record/").status_code == status
        assert logged_in(person("Charlie")).get(at).status_code == 404
    assert own.post(f"{at}share/", {"access": "everyone"}).status_code == 400


def test_a_card_that_somebody_shows_is_found_by_name_and_told() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    client, sent = logged_in(alice), {"entry": uuid4(), "after": 1}
    page = client.post(f"/scribe/{scribing}/step/", {**sent, "pick": ["show:1"]}).content.decode()
    offered = buttons(page)
    assert "Siege of the Salt Gate" not in offered
    stored = client.post(f"/scribe/{scribing}/step/", {**sent, "pick": ["show:1", offered["Acolyte"]]})
    assert stored.status_code == 302
    assert SCRIBINGS.load(scribing).entries[-1].picks[0] == "show:1"
    assert "Acolyte" in client.get(f"/scribe/{scribing}/replay/").content.decode()


def test_a_game_is_begun_on_the_page_and_names_are_forgotten() -> None:
    alice = person("Alice")
    client = logged_in(alice)
    sent = {"game": "enclave", "seats": 3, "hand": "1", "name.0": "  Ala  Nowak ", "name.2": "Celina"}
    answer = client.post("/scribe/", sent)
    scribing = UUID(answer["Location"].split("/")[2])
    fold = SCRIBINGS.load(scribing)
    assert (fold.game, fold.seats, fold.viewer) == ("enclave", 3, 1)
    assert "Nowak" not in str([event.payload for event in store.read(scribing)])
    assert "Ala Nowak" in client.get("/scribe/").content.decode()
    services.forget(alice)
    assert not ScribedName.objects.exists()
    for wrong in ({"game": "chess"}, {"seats": 9}, {"seats": "x"}):
        assert client.post("/scribe/", {**sent, **wrong}).status_code in (400, 404)


@pytest.mark.parametrize("name", ["Ala\0", "Ala\u202e", "A\u2066la"])
def test_names_that_cannot_be_stored_or_deceive_are_refused(name: str) -> None:
    sent = {"game": "elekt", "seats": 2, "name.0": "Ala", "name.1": name}
    assert logged_in(person("Alice")).post("/scribe/", sent).status_code == 400
    assert not Scribing.objects.exists()


def test_answers_are_bounded_and_wait_for_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    scribing = begun(alice)
    client, at, sent = logged_in(alice), f"/scribe/{scribing}/step/", {"entry": uuid4(), "after": 0}
    for picks in (["x" * 121], ["x"] * (MAX_PICKS + 1), ["\0"]):
        assert client.post(at, {**sent, "pick": picks}).status_code == 400
    with busy(RECORDING):
        assert client.post(at, {**sent, "pick": FIRST}).status_code == 503
    monkeypatch.setattr(limits, "SCRIBED", limits.Limit("answers of this test", 1, 600))
    assert [client.post(at, {**sent, "pick": FIRST}).status_code for _ in range(2)] == [302, 429]


def test_visitors_who_have_records_checked_keep_no_scribe_out() -> None:
    alice = person("Alice")
    scribing = begun(alice)
    with busy(CHECKING):
        sent = {"entry": uuid4(), "after": 0, "pick": FIRST}
        assert logged_in(alice).post(f"/scribe/{scribing}/step/", sent).status_code == 302


def test_every_question_takes_a_place_and_only_a_changed_game_is_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    client, at, panel = logged_in(alice), f"/scribe/{scribing}/", {"X-Scribe": "panel"}
    version = queries.version_of(scribing_id=scribing, player=alice)
    with busy(RECORDING):
        monkeypatch.setattr(queries, "session_of", lambda *_args, **_more: pytest.fail("set up"))
        assert client.get(f"{at}?since={version}", headers=panel).status_code == 204
        assert [client.get(f"{at}?since={since}", headers=panel).status_code for since in (version - 1, "x")] == [
            503
        ] * 2
        assert client.get(at).status_code == 503
        back, again = {"entry": uuid4(), "after": 1}, {"entry": uuid4(), "number": 1}
        assert client.post(f"{at}back/", back).status_code == 503
        assert client.post(f"{at}again/", again).status_code == 503
    assert queries.version_of(scribing_id=scribing, player=alice) == version
    bob = logged_in(person("Bob"))
    assert bob.get(f"{at}?since={version}", headers=panel).status_code == 404


def test_an_entry_without_words_is_told_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    entered(scribing, alice, "clockwise")
    monkeypatch.setattr(queries, "story", lambda *_: [(1, []), (2, [])])
    wrong = {"entry": uuid4(), "after": 2, "pick": ["redraw", "unit=siege_of_the_salt_gate"]}
    page = logged_in(alice).post(f"/scribe/{scribing}/step/", wrong)
    assert (page.status_code, "Entry 1 says:" in page.content.decode()) == (200, True)


def test_recorded_games_follow_a_merger_and_names_go_with_the_profile_that_stays() -> None:
    alice, second = account("Alice"), account("Ala")
    scribing = begun(second)
    entered(scribing, second, *FIRST)
    merging.merge(Merge(alice, second, BOTH), by=alice)
    assert [one.id for one in queries.scribings_of(player=alice)] == [scribing]
    client = logged_in(alice)
    assert [client.get(f"/scribe/{scribing}/{path}").status_code for path in ("", "replay/")] == [200, 200]
    entered(scribing, alice, "clockwise")
    services.forget(alice)
    assert not ScribedName.objects.exists()


def test_every_card_that_opens_a_game_is_among_the_answers() -> None:
    alice = person("Alice")
    shown = queries.scribing(scribing_id=begun(alice), player=alice)
    missions = {face.words.name for face in get_game("elekt").gallery("pl") if face.group == "mission"}
    assert {choice.label for choice in queries.question(shown, [], "pl").choices} == missions


def test_a_game_begins_in_a_kept_position_and_tells_no_hidden_card_of_it() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    board = Board("elekt", "", 2, position={"round": 3, "players": [{"hand": ["oathbreaker"]}, {}]})
    position = positions.keep(KeepPosition(name="Tuesday", board=board), by=alice).position
    client = logged_in(alice)
    assert "Tuesday" in client.get("/scribe/").content.decode()
    sent = {"position": str(position), "name.0": "Ala", "hand": ""}
    at = client.post("/scribe/", sent)["Location"]
    scribing = UUID(at.split("/")[2])
    picks: list[str] = []
    while not (asked := queries.question(queries.scribing(scribing_id=scribing, player=alice), picks, "en")).whole:
        picks.append(asked.choices[0].key)  # what lies open and the position leaves to chance
    entered(scribing, alice, *picks)
    page = client.get(at).content.decode()
    assert 'name="pick"' in page
    made = parse_record(queries.record(queries.scribing(scribing_id=scribing, player=alice)))
    assert (verify_record(made).ok, "position" in made.options) == (True, False)
    assert "oathbreaker" not in client.get(f"{at}replay/").content.decode().lower() + str(made)
    assert logged_in(charlie).post("/scribe/", sent).status_code == 404
    for wrong in ("x", str(uuid4())):
        assert client.post("/scribe/", {**sent, "position": wrong}).status_code in (400, 404)
