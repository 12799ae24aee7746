"""Mallory tries every address by which somebody's rating could move or a profile change hands, through the API and the
pages, as whoever runs events, a club and a league of her own. She is refused and named in the log, and nothing moves.

Whoever adds a change to the API of tournaments finds here that it is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from ledger.projections import named, rebuild
from players import queries as people
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player, RatedGame
from players.ratings.models import Rating
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import account
from tournaments import api_changes, commands, services
from tournaments.claims import services as claims
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Result
from tournaments.models import Arrival, Objection
from tournaments.scribed import spot_of
from web.short_codes import code_of

from .consent.made import FIRST, begin, stands, tournament, typed
from .factories import AT_A_TABLE, at, state_of
from .leagues import made
from .test_api import Caller

pytestmark = pytest.mark.django_db
REASON = {"text": "Because."}
WON = {"places": [1, 2]}


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()
    with translation.override("en"):
        yield


class Evening:
    """Alice's evening: Bob and Dana have entered themselves and are rated; Ola stands on the club's roster, and has
    entered another evening, where nothing is played yet."""

    def __init__(self) -> None:
        self.alice, self.bob, self.dana = account("Alice"), account("Bob"), account("Dana")
        self.club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=self.alice).club
        self.ola, self.jan = rosters.change(self.club, roster_commands.WriteDown(("Ola", "Jan")), by=self.alice).people
        self.id = tournament(self.alice, AT_A_TABLE)
        for player in (self.bob, self.dana):
            services.change(self.id, commands.EnterOneself(), by=player)
        begin(self.id, self.alice)
        typed(self.id, self.alice)
        services.change(self.id, commands.ObjectToRating(at("main", 1, 1), "That was never played."), by=self.dana)
        assert stands(self.id) is Standing.SUSPENDED
        self.next = tournament(self.alice, replace(AT_A_TABLE, club=str(self.club)))
        services.change(self.next, commands.Enter((Newcomer(self.ola), Newcomer(self.bob))), by=self.alice)


class Mallory:
    """Her account, and what she runs."""

    def __init__(self) -> None:
        self.id = account("Mallory")
        self.club = clubs.found(club_commands.FoundClub("Pretenders", open_entry=True), by=self.id).club
        self.evening = tournament(self.id, AT_A_TABLE)
        self.league = made.league(self.id, members=0)[0]


OF_TOURNAMENTS: dict[str, Callable[[Evening, UUID], dict[str, Any]]] = {
    "entries/": lambda it, me: {"newcomers": [{"player": str(me)}]},
    "check-in/": lambda it, me: {"numbers": [1]},
    "withdraw/": lambda it, me: {"no": 1},
    "bring-back/": lambda it, me: {"no": 1},
    "byes/": lambda it, me: {"no": 1, "stage": "main", "round_no": 2, "bye": "full"},
    "penalties/": lambda it, me: {"no": 1, "stage": "main", "points": 2},
    "penalties/lift/": lambda it, me: {"stage": "main", "index": 0},
    "seeding/": lambda it, me: {"order": [2, 1]},
    "swap/": lambda it, me: {"stage": "main", "one": 1, "other": 2},
    "take-back/": lambda it, me: {"stage": "main"},
    "roles/": lambda it, me: {"player": str(me), "role": "owner"},
    "start-stage/": lambda it, me: {"stage": "main"},
    "exchange/": lambda it, me: {"stage": "main", "out": 1, "into": 2},
    "pair/": lambda it, me: {"stage": "main"},
    "challenge/": lambda it, me: {"stage": "main", "challenged": 1, "challenger": 2},
    "repair/": lambda it, me: {"stage": "main", "choice": "again"},
    "confirm/": lambda it, me: {},
    "objections/object/": lambda it, me: REASON,
    "objections/withdraw/": lambda it, me: {"objection": str(Objection.objects.get().remark)},
    "objections/rule/": lambda it, me: {"objection": str(Objection.objects.get().remark), "upheld": True},
    "undo/": lambda it, me: {},
    "close/": lambda it, me: {},
}
OF_TABLES: dict[str, dict[str, Any]] = {
    "result/": WON,
    "call/": {},
    "presence/": {"seats": [0]},
    "no-show/": {"seats": [0]},
    "report/": WON,
    "correction/": WON,
    "postpone/": {"until": "2099-01-01T00:00:00Z"},
    "rewind/": {"to": 1, **REASON},
    "rule-match/": WON | REASON,
    "annul-match/": REASON,
    "rating/confirm/": WON,
    "rating/object/": REASON,
    "rating/withdraw/": {},
    "rating/rule/": {"upheld": False},
}
HER_OWN = {
    "enter/": "she enters herself, and agrees for herself alone",
    "": "the settings of an event: they are the owner's, and said below",
}


def standing_of_all() -> list[tuple[str, int, int]]:
    return list(Rating.objects.order_by("who").values_list("who", "value", "games"))


def test_no_address_of_an_event_moves_a_strangers_hand(caplog: pytest.LogCaptureFixture) -> None:
    evening, mallory = Evening(), Mallory()
    known = {one.address for one in api_changes.OF_TOURNAMENTS}
    assert known == {*OF_TOURNAMENTS, *HER_OWN} & known, "a change of the API that nobody has tried as a stranger"
    assert {one.address for one in api_changes.OF_TABLES} == {*OF_TABLES}
    before, state = standing_of_all(), state_of(evening.id).version
    her = Caller(mallory.id)
    tried = 0
    for path, body in OF_TOURNAMENTS.items():
        nothing_of_hers = path == "confirm/"
        her.post(f"tournaments/{evening.id}/{path}", body(evening, mallory.id), 404 if nothing_of_hers else 403)
        tried += not nothing_of_hers
    for path, sent in OF_TABLES.items():
        her.post(f"tournaments/{evening.id}/tables/main/1/1/{path}", sent, 403)
        tried += 1
    told = [str(one.msg) for one in caplog.records if one.name == "refused"]
    assert len(told) == tried
    assert all(str(mallory.id) in one for one in told)
    assert not any("Because" in one for one in told), "nothing of what was sent"
    assert state_of(evening.id).version == state
    assert standing_of_all() == before
    assert stands(evening.id) is Standing.SUSPENDED


def test_no_page_gives_her_somebody_s_profile_or_games(caplog: pytest.LogCaptureFixture) -> None:
    evening, mallory = Evening(), Mallory()
    ola, jan, club = str(evening.ola), str(evening.jan), evening.club
    claim = str(claims.claim(tournament_id=evening.next, player=account("Eve"), no=1))
    arrival = Arrival.objects.create(id=uuid4(), tournament=evening.next, name="Ola", no=1, changed_at=timezone.now())
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=mallory.id))
    own, hers = f"/clubs/{mallory.club}", f"/clubs/{club}"
    game = RatedGame.objects.first()
    before, profiles = standing_of_all(), people.written_down([evening.ola, evening.jan])
    ways: dict[str, tuple[dict[str, Any], int]] = {
        # a name that is not hers, into an event, a league or a roster of hers
        f"/api/v1/tournaments/{mallory.evening}/entries/": ({"newcomers": [{"player": ola}]}, 403),
        f"/api/v1/leagues/{mallory.league}/enter/": ({"players": [ola]}, 403),
        f"{own}/roster/rename/": ({"player": ola, "name": "Eve"}, 409),
        f"{own}/roster/unlist/": ({"player": ola}, 404),
        f"{own}/roster/merge/": ({"keeps": ola, "goes": jan}, 409),
        f"{own}/roster/claim/": ({"player": ola}, 409),
        # the roster of the club, which she is no member of
        f"{hers}/roster/": ({}, 405),
        f"{hers}/roster/add/": ({"names": "Eve"}, 403),
        f"{hers}/roster/came/": ({"player": ola}, 403),
        f"{hers}/roster/rename/": ({"player": ola, "name": "Eve"}, 403),
        f"{hers}/roster/unlist/": ({"player": ola}, 403),
        f"{hers}/roster/merge/": ({"keeps": ola, "goes": jan}, 403),
        f"{hers}/roster/part/": ({"merger": claim}, 403),
        f"{hers}/roster/answer/": ({"merger": claim, "answer": "yes"}, 403),
        f"/api/v1/clubs/{club}/role/": ({"player": str(mallory.id), "role": "owner"}, 403),
        f"/api/v1/clubs/{club}/circle/begin/": ({"name": "Ring"}, 403),
        # claims of others
        f"/tournaments/{evening.next}/claims/{claim}/": ({"answer": "yes"}, 403),
        f"/tournaments/{mallory.evening}/claims/{claim}/": ({"answer": "yes"}, 409),
        f"/account/merge/{claim}/undo/": ({}, 403),
        "/account/merge/confirm/": ({"told": "forged:1:2"}, 302),
        # at the door of the event
        f"/tournaments/{evening.next}/desk/arrivals/": ({"arrival": str(arrival.id), "do": "let_in", "no": "1"}, 403),
        f"/in/{code_of(evening.id)}/report/": ({"stage": "main", "round": 1, "table": 1, "duel": "1-0"}, 403),
        # the rating list itself
        "/ratings/import/": ({}, 403),
        f"/scribe/at/{evening.id}/{spot_of(FIRST)}/": ({}, 403),
    }
    assert game is not None
    ways[f"/ratings/games/{game.game}/correct/"] = ({}, 403)
    got = {}
    for path, (body, _expected) in ways.items():
        if path.startswith("/api/"):
            got[path] = client.post(path, body, "application/json", headers=Caller(mallory.id).headers).status_code
        else:
            got[path] = client.post(path, body).status_code
    wrong = {path: code for path, code in got.items() if code != ways[path][1]}
    assert wrong == {}, wrong
    told = [str(one.msg) for one in caplog.records if one.name == "refused"]
    silent = [path for path, code in got.items() if code == 403 and not any(f"'{path}'" in one for one in told)]
    assert silent == []
    assert all(str(mallory.id) in one for one in told)
    assert standing_of_all() == before
    assert people.written_down([evening.ola, evening.jan]) == profiles
    assert people.profiles(mallory.id) == {mallory.id}
    arrival.refresh_from_db()
    assert not arrival.looked
    for projection in ("rosters", "mergers", "ratings"):
        assert rebuild(named(projection), compare=True).differences == []


def test_what_she_types_about_others_at_her_own_table_is_never_rated() -> None:
    """She may enter accounts that let everybody, and type what she likes: without their word nothing counts."""
    evening, mallory = Evening(), Mallory()
    services.change(mallory.evening, commands.Enter((Newcomer(mallory.id), Newcomer(evening.bob))), by=mallory.id)
    before = standing_of_all()
    begin(mallory.evening, mallory.id)
    typed(mallory.evening, mallory.id, Result((1, 2)))
    assert stands(mallory.evening) is Standing.UNCONFIRMED
    Caller(mallory.id).post(f"tournaments/{mallory.evening}/tables/main/1/1/rating/confirm/", WON)
    assert stands(mallory.evening) is Standing.UNCONFIRMED, "for herself alone"
    services.change(mallory.evening, commands.Correct(at("main", 1, 1), Result((2, 1))), by=mallory.id)
    assert standing_of_all() == before
