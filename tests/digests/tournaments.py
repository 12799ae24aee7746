"""Tournaments and leagues rehearsed in memory, and whole ones run through the API and the desk: streams, standings,
proposals, previews, answers, pages, and how each endpoint answers what is wrong."""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any

SEEDS = int(os.environ.get("DIGEST_SEEDS", "8"))
"""Rehearsals of each format."""
UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HASHES = re.compile(r"\b[0-9a-f]{64}\b")
UNSTABLE = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|data-stream="[^"]*"|/static/[^"]*"|"X-CSRFToken": "[^"]*"'
)
Said = Iterator[tuple[str, str]]

_ready = False


def digests() -> Said:
    _set_up()
    yield from rehearsals()
    yield from leagues()
    for preset, seats in (("pods", 4), ("swiss", 2), ("club_swiss", 2), ("round_robin", 2), ("groups", 2)):
        yield from _served(preset, seats)
    for preset, seats in (("knockout", 2), ("knockout", 4), ("double_knockout", 2), ("arena", 3), ("ladder", 2)):
        yield from _served(preset, seats)


def _set_up() -> None:
    """A database of its own."""
    global _ready
    if _ready:
        return
    os.environ |= {
        "ELEKT_DATA": tempfile.mkdtemp(prefix="digests-"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "BROKER_URL": "memory://",
        "SQLITE_SYNCHRONOUS": "OFF",
        "STATIC_COLLECTED": "false",
    }
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    settings.SECURE_SSL_REDIRECT = False
    call_command("migrate", verbosity=0)
    _ready = True


def hashed(value: object) -> str:
    return sha256((value if isinstance(value, str) else json.dumps(value, default=str)).encode()).hexdigest()


# --- in memory ----------------------------------------------------------------------------------------------


def rehearsals() -> Said:
    from tests.tournaments.test_rehearsal import CASES, EVENTFUL
    from tournaments.presets import PRESETS, Wish
    from tournaments.rehearsal import rehearse

    for preset, seats, players in CASES:
        for seed in range(SEEDS):
            rates = replace(EVENTFUL, late=0.0) if preset == "double_knockout" else EVENTFUL
            done = rehearse(as_before(PRESETS[preset](Wish(seats, 4, 4))), players, seed, rates)
            yield from _rehearsed(f"rehearsed/{preset}-{seats}-{players}/{seed}", done)


def as_before(stages: Any) -> Any:
    """Plans of the first edition, with its points: what was stored before there was a second stays as it was."""
    from tournaments.formats.contract import Scoring

    def plan(now: Any) -> Any:
        before = {key: value for key, value in now.items() if key != "edition"}
        before["settings"] = {key: value for key, value in now["settings"].items() if key != "first"}
        usual = {str(size): list(worth) for size, worth in Scoring().by_place.items()}
        return {**before, "scoring": {**now["scoring"], "by_place": usual}}

    return tuple(replace(one, plan=plan(one.plan)) for one in stages)


def _rehearsed(name: str, done: Any) -> Said:
    from tournaments import stages
    from tournaments.events import KINDS

    stored = [(event.kind, event.version, event.payload) for event in KINDS.encoded([one for one, _at in done.stream])]
    yield f"{name}/stream", hashed([stored, [at.isoformat() for _event, at in done.stream], done.stopped])
    yield f"{name}/state", stages.digest(done.state)
    yield f"{name}/standings", hashed([repr(done.standings(key)) for key in done.state.stages])
    yield f"{name}/previews", hashed(_previews(done))


def _previews(done: Any) -> list[str]:
    """At some moments of its course: another result, or somebody who leaves, and what is proposed next."""
    refusals = import_module("web.errors" if find_spec("web") else "matches.errors")
    refused_by = getattr(refusals, "Refused", None) or refusals.ServiceError

    from tournaments import corrections
    from tournaments.decisions import field, rounds
    from tournaments.evolve import evolve_all
    from tournaments.state import State

    state, found = State(done.state.id), []
    for number, (event, at) in enumerate(done.stream):
        state = evolve_all(state, [event], at)
        if number % 29 != 28:
            continue
        for key, stage in state.stages.items():
            tables = [table for table in stage.tables() if table.is_done]
            changes: list[Callable[[], Any]] = [
                lambda: field.withdraw(state, stage.entrants[-1]),  # noqa: B023
                *([lambda: _turned(state, key, tables[0])] if tables else []),  # noqa: B023
            ]
            for change in changes:
                try:
                    shown = repr(corrections.preview(state, change(), key, at))
                    found.append(shown.replace(", out_of_place=()", ""))  # newer than the first edition
                except refused_by as refused:
                    found.append(repr(refused))
            try:
                found.append(repr(rounds.propose(state, key, at=at)))
            except refused_by as refused:
                found.append(repr(refused))
    return found


def _turned(state: Any, key: str, table: Any) -> Any:
    from tournaments.decisions import results
    from tournaments.formats.contract import Result
    from tournaments.state import TableRef

    places = tuple(reversed(range(1, len(table.pairing.seats) + 1)))
    return results.correct(state, TableRef(key, table.pairing.round, table.no), Result(places))


def leagues() -> Said:
    from tests.tournaments.leagues.test_rehearsal import EVENTFUL
    from tournaments.leagues import ways
    from tournaments.leagues.events import KINDS
    from tournaments.leagues.rehearsal import rehearse_league
    from tournaments.leagues.rules import Rules

    for way, best, members, playoff in (("duels", 2, 9, 0), ("fours", 0, 9, 0), ("pods", 0, 8, 0), ("duels", 0, 10, 2)):
        for seed in range(max(1, SEEDS // 2)):
            divisions = tuple(ways.division(f"Division {at}", 4, way, 0, best) for at in range(2))
            border = ways.Border(ways.KNOCK_OUT).plan() if playoff == 2 else {}
            done = rehearse_league(Rules(divisions, playoff=playoff, border=border), members, 3, seed, EVENTFUL)
            name = f"league/{way}-{best}-{playoff}/{seed}"
            stored = [(one.kind, one.payload) for one in KINDS.encoded([event for event, _at in done.stream])]
            yield f"{name}/stream", hashed([stored, done.stopped, done.flaws])
            for number, season in enumerate(done.seasons):
                yield from _rehearsed(f"{name}/{number}", season)


# --- through the API and the desk ---------------------------------------------------------------------------


class Clock:
    """The only time that there is; a step of the driver is a minute."""

    now = datetime(2026, 3, 1, 18, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class Driver:
    """Alice runs a tournament, Bob plays in it, Charlie has nothing to do with it. Each step is digested."""

    def __init__(self, name: str) -> None:
        from django.test import Client

        from players import services
        from players.models import Player

        self.name, self.steps, self.said = name, count(1), list[tuple[str, str]]()
        self.masks: dict[str, str] = {}
        self.people, self.tokens, self.pages = {}, {}, {}
        for who in ("Alice", "Bob", "Charlie"):
            row = Player.objects.create_user(f"{who.lower()}-{name}"[:30], name=who)
            self.people[who] = row.id
            self.tokens[who] = services.issue_token(player=row, label="digests", now=CLOCK()).secret
            self.pages[who] = Client(raise_request_exception=False)
            self.pages[who].force_login(row)

    def api(self, path: str, body: Any = None, who: str = "Alice", what: str = "", get: bool = False) -> Any:
        from django.test import Client

        CLOCK.now += timedelta(minutes=1)
        headers = {"Authorization": f"Bearer {self.tokens[who]}", "Accept-Language": "en"}
        client = Client(raise_request_exception=bool(os.environ.get("DIGEST_RAISE")))
        if get:
            answer = client.get(f"/api/v1/{path}", headers=headers)
        else:
            answer = client.post(f"/api/v1/{path}", body or {}, content_type="application/json", headers=headers)
        kind = "api"
        if answer.status_code == 500:
            self._note(f"api {path}", 500, "")
            return {}
        said: Any = answer.json()
        shown = said if answer.status_code < 400 else [said.get("code"), _plain(said.get("data", {}))]
        if answer.status_code == 400:
            shown = [said.get("code")]
        self._note(f"{kind} {what or path}", answer.status_code, json.dumps(shown, sort_keys=True))
        return said

    def page(self, path: str, form: Any = None, who: str = "Alice", script: bool = False) -> Any:
        CLOCK.now += timedelta(minutes=1)
        headers = {"Accept-Language": "en", **({"HX-Request": "true"} if script else {})}
        client = self.pages[who]
        path = path if path.startswith("/") else f"/{path}"
        answer = client.get(path, headers=headers) if form is None else client.post(path, form, headers=headers)
        text = answer.headers.get("Location", "") + answer.content.decode()
        self._note(f"page {path.partition('/desk/')[2] or path}", answer.status_code, text)
        return answer

    def _note(self, what: str, status: int, text: str) -> None:
        text = UNSTABLE.sub("", HASHES.sub("hash", text))
        text = UUIDS.sub(lambda found: self._mask(found[0]), text)
        text = re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", text))
        if folder := os.environ.get("DIGEST_TEXTS"):
            step = next(self.steps)
            path = os.path.join(folder, f"{self.name.replace('/', '-')}-{step:03}")
            with open(path, "w") as file:
                file.write(f"{what} {status}\n{text}")
        else:
            step = next(self.steps)
        what = UUIDS.sub("id", what)
        self.said.append((f"served/{self.name}/{step:03} {what}", hashed(f"{status} {text}")))

    def _mask(self, found: str) -> str:
        return self.masks.setdefault(found, f"id{len(self.masks)}")


CLOCK = Clock()


def _plain(data: Any) -> Any:
    return {key: value for key, value in data.items() if key not in ("message", "seconds")}


def _served(preset: str, seats: int) -> Said:
    from unittest.mock import patch

    name, real = f"{preset}-{seats}", secrets.token_bytes

    def lots(size: int = 32) -> bytes:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        return bytes([7]) * size if caller.startswith("tournaments") else real(size)

    with patch("secrets.token_bytes", lots), patch("django.utils.timezone.now", CLOCK):
        driver = Driver(name)
        _course(driver, preset, seats)
    yield from driver.said


def _course(do: Driver, preset: str, seats: int) -> None:
    settings = {"online": False, "grace_minutes": 5, "grace_default": "arbiter", "late_entry": True, "rated": True}
    body = {"title": f"  An {preset}  evening ", "game": "elekt", "preset": preset, "seats": seats, "rounds": 3}
    made = do.api("tournaments/", {**body, "best": 2 if preset != "pods" else 4, "settings": settings})
    path, desk = f"tournaments/{made['tournament']}/", f"/tournaments/{made['tournament']}/desk/"
    do.page(desk)
    newcomers = [{"name": f"Player {no}", "rating": 1900 - 13 * no} for no in range(1, 8)]
    do.api(f"{path}entries/", {"newcomers": newcomers, "decision_id": "00000000-0000-4000-8000-000000000001"})
    do.api(f"{path}entries/", {"newcomers": newcomers, "decision_id": "00000000-0000-4000-8000-000000000001"})
    do.api(f"{path}enter/", {}, "Bob")
    do.api(f"{path}enter/", {}, "Bob")
    do.page(f"{desk}enter/", {"names": "Zoe; 1500\nYan; 99999\nPlayer 1\nXenia;1400;A"})
    do.page(f"{desk}bots/", {"bot": "random", "many": "2"})
    do.page(f"{desk}entrant/", {"do": "change", "no": "9", "rating": "1444", "division": " B "})
    do.page(f"{desk}entrant/", {"do": "note", "no": "9", "reason": "Is late."})
    do.api(f"{path}check-in/", {"numbers": [1, 2, 3]})
    do.page(f"{desk}check-in/", {})
    do.page(f"{desk}entrant/", {"do": "check_out", "no": "2"})
    do.page(f"{desk}entrant/", {"do": "withdraw", "no": "10", "reason": "Ill"})
    do.page(f"{desk}seeding/")
    do.api(f"{path}roles/", {"player": str(do.people["Bob"]), "role": "scorer"})
    do.page(f"{desk}officers/", {"name": "Charlie", "role": "arbiter"})
    do.page(f"{desk}settings/")
    do.api(f"{path}withdraw/", {"no": 11})
    key = do.api(path, get=True)["stages"][0]["key"]
    do.api(f"{path}byes/", {"no": 7, "stage": key, "round_no": 2, "bye": "half"})
    do.api(f"{path}byes/", {"no": 7, "stage": key, "round_no": 2, "bye": None})
    do.api(f"{path}byes/", {"no": 6, "stage": key, "round_no": 3, "bye": "zero"})
    if preset in ("pods", "knockout"):
        _wrong(do, path, desk, key)
    do.api(f"{path}start-stage/", {"stage": key})
    do.api(f"{path}proposal/?stage={key}", get=True)
    do.page(f"{desk}pairing/?stage={key}")
    if preset == "ladder":
        do.api(f"{path}challenge/", {"stage": key, "challenged": 2, "challenger": 3})
        do.page(f"{desk}challenge/", {"stage": key, "no": "6", "challenged": "5"})
        do.page(f"/tournaments/{made['tournament']}/challenge/", {"stage": key, "no": "7"}, "Bob")
    else:
        version = do.api(path, get=True)["version"]
        do.api(f"{path}pair/", {"stage": key, "expected_version": version})
        do.api(f"{path}pair/", {"stage": key, "expected_version": version})
    _hands(do, path, desk, key)
    if preset in ("pods", "knockout"):
        _wrong(do, path, desk, key)
    for number in range(4):
        _play(do, path, desk, key, number)
        if number == 1:
            _change(do, path, desk, key)
        do.page(f"{desk}?stage={key}")
        do.api(f"{path}standings/?stage={key}", get=True)
        if preset == "ladder":
            do.api(f"{path}challenge/", {"stage": key, "challenged": 1 + number, "challenger": 3 + number})
        else:
            do.page(f"{desk}publish/", {"stage": key, "version": str(do.api(path, get=True)["version"])})
    _finish(do, path, desk, key)


def _tables(do: Driver, path: str, key: str) -> list[tuple[int, Any]]:
    stage = next(one for one in do.api(path, get=True)["stages"] if one["key"] == key)
    return [(one["round"], table) for one in stage["rounds"] for table in one["tables"]]


def _hands(do: Driver, path: str, desk: str, key: str) -> None:
    """What is done at real tables and by hand before anybody plays."""
    tables = _tables(do, path, key)
    if len(tables) > 1:
        one, other = tables[0][1]["seats"][0], tables[1][1]["seats"][0]
        do.page(f"{desk}seats/{key}/")
        do.api(f"{path}swap/", {"stage": key, "one": one, "other": other, "reason": "Brothers"})
        do.api(f"{path}swap/", {"stage": key, "one": one, "other": other, "anyway": True})
        do.api(f"{path}undo/", {"reason": "Not brothers"})
    number = tables[0][0] if tables else 1
    where = f"{path}tables/{key}/{number}/1/"
    do.page(f"{desk}timer/", {"stage": key, "round": str(number), "minutes": "50"})
    do.page(f"{desk}call/", {"stage": key, "round": str(number)})
    do.api(f"{where}call/", {"seats": [0]})
    do.api(f"{where}presence/", {"seats": [0]})
    do.api(f"{where}presence/", {"seats": [0], "here": False})
    do.page(f"{desk}presence/", {"stage": key, "round": str(number), "table": "1", "seat": "1", "do": "here"})
    do.page(f"{desk}postpone/", {"stage": key, "round": str(number), "table": "1", "until": "2026-03-05T12:00"})
    do.api(f"{where}postpone/", {"until": "2026-03-04T12:00:00Z", "reason": "A train"})
    do.page(f"{desk}take-back/", {"stage": key, "round": str(number), "reason": "Wrong room"})
    do.api(f"{path}log/", get=True)
    do.api(f"{path}undo/", {})


def _play(do: Driver, path: str, desk: str, key: str, turn: int) -> None:
    for at, (number, table) in enumerate(_tables(do, path, key)):
        if table["progress"] == "done":
            continue
        seats = len(table["seats"])
        places = [1 + (seat + at + turn) % seats for seat in range(seats)]
        where, form = f"{path}tables/{key}/{number}/{table['table']}/", {"stage": key, "round": str(number)}
        form["table"] = str(table["table"])
        match (at + turn) % 4:
            case 0:
                do.api(f"{where}result/", {"places": places, "scores": [5 * one for one in places]})
            case 1:
                filled = {f"place_{seat}": str(place) for seat, place in enumerate(places)}
                do.page(f"{desk}result/", {**form, **filled, "score_0": "7"})
            case 2:
                do.page(f"{desk}presence/", {**form, "seat": "0", "do": "forfeit"})
                do.api(f"{where}result/", {"places": places, "expected_version": 3})
                do.api(f"{where}result/", {"places": places})
            case _:
                do.page(f"{desk}table/start/", form)
                do.page(f"{desk}result/", {**form, "duel": "1-0"})
                do.api(f"{where}result/", {"places": places, "forfeited": []})
        do.api(f"{where}report/", {"places": places}, "Bob")


def _change(do: Driver, path: str, desk: str, key: str) -> None:
    """Corrections, late entries, withdrawals, penalties: looked at, and made."""
    if not (tables := _tables(do, path, key)):
        return
    number, table = tables[0]
    where, address = f"{path}tables/{key}/{number}/{table['table']}/", f"{key}/{number}/{table['table']}/"
    places = list(reversed((table["result"] or {"places": list(range(1, len(table["seats"]) + 1))})["places"]))
    for body in ({"places": places}, {"places": None}, {"places": places, "work_out": True}):
        do.api(f"{where}correction/preview/", body)
    do.page(f"{desk}correct/{address}")
    filled = {f"place_{seat}": str(place) for seat, place in enumerate(places)}
    do.page(f"{desk}correct/{address}", filled)
    do.page(f"{desk}correct/{address}", {"do": "clear"}, script=True)
    for choice in ("again", "repair", "keep"):
        do.api(f"{where}correction/", {"places": places, "choice": choice, "reason": "The slip was upside down"})
        do.api(f"{path}undo/", {})
    do.page(f"{desk}correct/{address}", {**filled, "choice": "keep", "later": "keep", "reason": "So it was"})
    for wish in (
        {"newcomers": [{"name": "Wanda", "rating": 1200}]},
        {"withdraw": 5},
        {"bring_back": 10},
        {"penalise": {"no": 4, "points": 2}},
        {"lift": 0},
        {},
        {"withdraw": 5, "lift": 0},
    ):
        do.api(f"{path}changes/preview/", {"stage": key, **wish})
        do.api(f"{path}changes/preview/", {"stage": key, "work_out": True, **wish}, "Charlie")
        do.api(f"{path}changes/preview/", {"stage": key, **wish}, "Bob")
    for form in (
        {"do": "enter", "names": "Vera; 1300"},
        {"do": "withdraw", "no": "5"},
        {"do": "warn", "no": "4", "points": "0.5"},
        {"do": "warn", "no": "4", "points": "0"},
        {"do": "bots", "bot": "random", "many": "1"},
        {},
    ):
        do.page(f"{desk}change/{key}/", form)
        do.page(f"{desk}change/{key}/", {**form, "choice": "repair", "reason": "As it is"})
        do.page(f"{desk}change/{key}/", {**form, "choice": "keep", "version": "3"})
    do.api(f"{path}bring-back/", {"no": 5})
    kept = {"stage": key, "choice": "keep"}
    do.api(f"{path}withdraw/", {"no": 5, "tables": kept, "reason": "Has to go"})
    do.api(f"{path}entries/", {"newcomers": [{"name": "Ulla"}, {"bot": "random"}], "tables": kept})
    do.api(f"{path}penalties/", {"no": 3, "stage": key, "points": 1, "tables": kept})
    do.api(f"{path}penalties/", {"no": 3, "stage": key, "points": 0, "reason": "Talks"})
    do.api(f"{path}penalties/lift/", {"stage": key, "index": 1})
    do.page(f"{desk}entrant/", {"do": "lift", "no": "3", "stage": key, "index": "0"})
    do.page(f"{desk}entrant/", {"do": "warn", "no": "3", "stage": key, "points": "1,5"})
    do.page(f"{desk}entrant/", {"do": "bye", "no": "3", "stage": key, "bye_round": "3", "bye": "half"})
    do.page(f"{desk}entrant/", {"do": "substitute", "no": "6", "name": "Charlie"})
    do.page(f"{desk}entrant/", {"do": "bring_back", "no": "5"})
    do.api(f"{path}repair/", {"stage": key, "choice": "repair"})
    do.api(f"{path}log/", get=True)


def _finish(do: Driver, path: str, desk: str, key: str) -> None:
    do.page(f"{desk}finish/", {"do": "close_stage", "stage": key})
    later = [one["key"] for one in do.api(path, get=True)["stages"] if one["key"] != key]
    for other in later:
        do.page(f"{desk}going-on/{other}/")
        do.api(f"{path}start-stage/", {"stage": other, "entrants": [1, 2], "reason": "By lot"})
        do.page(f"{desk}start/", {"stage": other})
        do.api(f"{path}pair/", {"stage": other})
        do.api(f"{path}take-back/", {"stage": other})
        do.api(f"{path}undo/", {})
        _play(do, path, desk, other, 0)
        do.api(f"{path}exchange/", {"stage": other, "out": 1, "into": 3})
    do.page(f"{desk}finish/", {"do": "note", "reason": "A good evening"})
    do.api(f"{path}close/", {})
    do.api(f"{path}close/", {})
    do.page(f"{desk}finish/", {"do": "reopen", "reason": "A slip was found"})
    do.page(f"{desk}finish/", {"do": "undo", "version": str(do.api(path, get=True)["version"])})
    do.page(f"{desk}finish/", {"do": "cancel", "reason": "It rained"})
    do.page(desk)
    do.page(desk.removesuffix("desk/"), who="Charlie")
    do.api(f"{path}log/", get=True)
    stored = _stream(path.split("/")[1])
    do._note("stream", 0, json.dumps(stored, sort_keys=True, default=str))


def _stream(tournament: str) -> list[Any]:
    from uuid import UUID

    from ledger import store

    return [[one.kind, one.version, one.payload, one.actor, str(one.at)] for one in store.read(UUID(tournament))]


TOO_LONG = {"no": 1, "reason": "x" * 2001}
WRONG: dict[str, list[Any]] = {
    "entries/": [{}, {"newcomers": []}, {"newcomers": [{"name": "A", "bot": "random"}]}, {"newcomers": "x"}],
    "check-in/": [{}, {"numbers": "x"}, {"numbers": [0]}, {"numbers": [1.5]}, {"numbers": [99]}],
    "withdraw/": [
        {},
        {"no": "1"},
        {"no": 0},
        {"no": True},
        {"no": 99},
        {"no": 1, "x": 1},
        {"no": 1, "reason": "x" * 2001},
    ],
    "bring-back/": [{}, {"no": 1}, {"no": 1, "tables": {}}, {"no": 1, "tables": {"stage": "none", "choice": "x"}}],
    "byes/": [{}, {"no": 1, "stage": "none", "round_no": 1, "bye": "half"}, {"no": 1, "stage": "s", "round_no": 1}],
    "penalties/": [{}, {"no": 1, "stage": "none", "points": 1001}, {"no": 1, "stage": "none", "points": 1}],
    "penalties/lift/": [{}, {"stage": "none", "index": 0}, {"stage": "none", "index": -1}],
    "seeding/": [{}, {"order": []}, {"order": [1, 1]}, {"order": ["1"]}],
    "swap/": [{}, {"stage": "none", "one": 1, "other": 2}, {"stage": "none", "one": 1, "other": "x"}],
    "take-back/": [{}, {"stage": ""}, {"stage": "none"}, {"stage": "none", "round_no": 0}],
    "roles/": [{}, {"player": "x", "role": "owner"}, {"player": None, "role": "owner"}],
    "start-stage/": [{}, {"stage": "none"}, {"stage": 7.5}, {"stage": ["none"]}, {"stage": "none", "entrants": [0]}],
    "exchange/": [{}, {"stage": "none", "out": 1, "into": 2}],
    "pair/": [{}, {"stage": "none"}, {"stage": "none", "expected_version": -1}, {"stage": "none", "decision_id": "x"}],
    "challenge/": [{}, {"stage": "none", "challenged": 1}],
    "repair/": [{}, {"stage": "none", "choice": "x"}, {"stage": "none", "choice": "keep"}],
    "changes/preview/": [{}, {"stage": "none"}, {"stage": "none", "lift": "x"}],
    "undo/": [{"x": 1}, {"expected_version": 1}],
    "close/": [{"expected_version": 1}],
    "tables/none/1/1/result/": [{}, {"places": [1]}, {"places": [1, 2]}, {"places": None}, {"places": [1, 5]}],
    "tables/none/1/1/call/": [{}, {"seats": []}, {"seats": [4]}],
    "tables/none/1/1/presence/": [{}, {"seats": [0], "here": None}],
    "tables/none/1/1/no-show/": [{}, {"seats": [0]}],
    "tables/none/1/1/report/": [{}, {"places": [1, 2]}],
    "tables/none/1/1/correction/": [{}, {"places": [1, 2]}, {"places": [1, 2], "choice": "x"}, {"places": []}],
    "tables/none/1/1/correction/preview/": [{}, {"places": [1, 2]}],
    "tables/none/1/1/postpone/": [{}, {"until": "x"}, {"until": "2026-03-01T00:00:00Z"}],
    "tables/none/1/1/rating/confirm/": [{}, {"places": [0]}],
    "tables/none/1/1/rating/object/": [{}, {"text": ""}, {"text": "x"}],
    "tables/none/1/1/rating/rule/": [{}, {"upheld": True}],
}
FORMS: dict[str, list[Any]] = {
    "entrant/": [{}, {"do": "x", "no": "1"}, {"do": "withdraw", "no": "x"}, {"do": "warn", "no": "1", "points": "x"}],
    "result/": [{}, {"stage": "none", "round": "1", "table": "1"}, {"stage": "none", "round": "x", "table": "1"}],
    "presence/": [{}, {"stage": "none", "round": "1", "table": "1", "seat": "0"}],
    "publish/": [{}, {"version": "0"}],
    "take-back/": [{}, {"do": "stage"}],
    "timer/": [{}, {"round": "1", "minutes": "x"}],
    "finish/": [{}, {"do": "undo"}],
    "exchange/": [{}, {"stage": "none", "no": "1", "into": "2"}],
    "postpone/": [{}, {"stage": "none", "round": "1", "table": "1", "until": "x"}],
    "challenge/": [{}, {"no": "1", "challenged": "x"}],
    "bots/": [{}, {"bot": "nobody", "many": "1"}, {"bot": "random", "many": "65"}],
    "enter/": [{}, {"names": ""}],
    "seeding/": [{}],
    "officers/": [{}, {"role": "x"}, {"role": "scorer", "name": "Nobody"}],
    "start/": [{}, {"stage": "none"}],
    "call/": [{}, {"round": "x"}],
}


def _wrong(do: Driver, path: str, desk: str, key: str) -> None:
    for what, bodies in WRONG.items():
        for body in bodies:
            for stage in ("none", key):
                sent = json.loads(json.dumps(body).replace('"none"', json.dumps(stage)))
                where = what.replace("/none/", f"/{stage}/")
                do.api(f"{path}{where}", sent, "Charlie" if stage == "none" and not body else "Alice")
                if what == "undo/" or "none" not in what + json.dumps(body):
                    break
    for what, forms in FORMS.items():
        for form in forms:
            do.page(f"{desk}{what}", form)
