"""What leaves the server for a viewer is the same bytes when what that viewer cannot see is dealt anew (E4).

A match is played half way. Then the stored events are exchanged for those of a game that looks the same to one viewer,
hashes, seed and other people's answers included, and everything that this viewer can fetch is fetched again.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from elekt_core.contract import SeatNo
from elekt_core.games.elekt import game
from elekt_core.record.record import encode_meta_decision
from ledger import store
from matches import changing
from matches.models import Secret
from matches.play import queries
from matches.play.timeline import timelines
from players import services as players
from players.models import Player
from tests.ledger.sweep import unguarded
from tests.matches.factories import Table, started
from tests.sampling import sample
from web.live import audience

from .redeal import Viewer, redeal_history

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bob", "Charlie", "Dana")
OTHER_ANSWER = {"keep_first": "keep_second", "keep_second": "keep_first"}
CHANGING = (
    r'name="csrfmiddlewaretoken" value="[^"]*"',
    r'"X-CSRFToken": ?"[^"]*"',
    r'(?<=token=)[^"&]+',
    r'(name="decision_id"\s+value="|"decision_id": ?")[0-9a-f-]{36}',
    r"(?<=load delay:)[0-9]+(?=s)",
)
"""What differs from one answer to the next anyway."""


Tasks = list[tuple[str, tuple[Any, ...]]]


def say_who_is_due_and_no_more(sent: Tasks) -> None:
    """Names of tasks with ids, versions and seats."""
    assert sent
    for task, arguments in sent:
        assert re.fullmatch(r"matches\.tasks\.\w+", task), task
        assert all(isinstance(one, int) or re.fullmatch(r"[0-9a-f-]{36}", one) for one in arguments), arguments


@pytest.mark.parametrize(
    ("seats", "decisions", "rated"),
    sample(
        [(3, 9, True)],
        [(2, 9, True), (2, 60, False), (3, 40, True), (4, 25, False)],
    ),
)
def test_nothing_that_a_viewer_fetches_tells_what_is_hidden_from_them(
    seats: int, decisions: int, rated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a rated match, with the chances and ratings on its pages. Of the hashes and the seed nobody is told."""
    if rated:
        monkeypatch.setattr("tests.matches.factories.person", account)
    table = started(*NAMES[:seats], game="elekt", seed=f"leak {seats} {decisions}", rated=rated)
    play(table, decisions, Random(decisions))
    assert ('class="forecast"' in answer(Client(), f"/matches/{table.match}/")) == rated
    original = stored(table.match)
    viewers: list[Viewer] = sample([None, SeatNo(1)], [None, *map(SeatNo, range(seats))])
    for viewer in viewers:
        rewrite(table.match, original)
        secrets = [row["hash"].hex() for row in original]
        secrets += [row["meta"]["state"] for row in original if row["meta"]]
        secrets.append(bytes(Secret.objects.get(match=table.match).seed).hex())
        before = everything(table, viewer)
        rewrite(table.match, other_game(original, viewer, Random(seats)))
        after = everything(table, viewer)
        assert before.keys() == after.keys()
        for address, body in before.items():
            assert body == after[address], f"{address} as {'a spectator' if viewer is None else f'seat {viewer}'}"
            assert not any(secret in body for secret in secrets), address


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


def play(table: Table, decisions: int, random: Random) -> None:
    for _ in range(decisions):
        seat = table.awaited()
        here = queries.position(match_id=table.match, player=table.players[seat])
        assert here.outcome is None, "the match must still be going on"
        table.decide(seat, decision=encode_meta_decision(here.game, random.choice(list(here.options))))


def everything(table: Table, viewer: Viewer) -> dict[str, str]:
    """Every page, fragment, stream, API answer and export about the match that this viewer can get."""
    timelines.forget()
    client, token = Client(), {}
    asker = None if viewer is None else table.players[viewer]
    if asker is not None:
        person = Player.objects.get(id=asker)
        client.force_login(person)
        secret = players.issue_token(player=person, label="leak", now=timezone.now()).secret
        token = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}
    version, match = table.version(), table.match
    positions = (1, version // 2, version)
    pages = [f"/matches/{match}/", f"/matches/{match}/replay/", f"/matches/{match}/record/"]
    pages += [f"/matches/{match}/replay/{at}/" for at in positions]
    pages += [f"/matches/{match}/replay/{version - 1}/?as={who}" for who in ("spectator", "seat-1", "open")]
    pages += [
        f"/matches/{match}/replay/steps/?to={at}&to=1{who}"
        for at in positions
        for who in ("", "&as=open", "&as=seat-1")
    ]
    pages += [
        f"/matches/{match}/log/?at={version}{more}" for more in ("", "&as=open", "&as=seat-1", "&upto=5", "&since=2")
    ]
    pages += [f"/matches/{match}/terms/?place={zone}.0" for zone in ("missions", "influences", "court")]
    pages += [f"/matches/{match}/choose/", f"/matches/{match}/verification/", "/", f"/tables/{table.id}/"]
    pages += [f"/watch/?table={match}"]
    names = ("position", "events", "record", "record/short", "verification")
    api = [f"/api/v1/matches/{match}/{name}/" for name in names]
    api += [f"/api/v1/matches/{match}/position/?at={at}" for at in positions]
    api += [f"/api/v1/matches/{match}/position/?perspective={who}" for who in ("open", "spectator", "0", "1")]
    api += [f"/api/v1/matches/{match}/", "/api/v1/matches/"]
    bodies = {}
    for language in ("pl", "en"):
        for address in pages:
            # Whole pages in one language, fragments in the other: each way of rendering is seen.
            hx = {"HTTP_HX_REQUEST": "true"} if language == "en" else {}
            bodies[f"{language} {address}"] = answer(client, address, HTTP_ACCEPT_LANGUAGE=language, **hx)
        for form in ("html", "json", *(("small",) if viewer is None else ())):
            who = audience.Audience("match", match, "spectator" if viewer is None else str(viewer), language, form)
            for after in (0, version // 2, version - 1):
                frames = audience.frames(who, after)[1]
                bodies[f"{language} {form} stream after {after}"] = clean("".join(f.data.decode() for f in frames))
    for address in api:
        bodies[address] = answer(Client(), address, **token)
    return bodies


def answer(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, **headers)  # type: ignore[arg-type]  # django-stubs wants the keywords one by one
    body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
    return clean(f"{response.status_code}\n{body.decode()}")


def clean(text: str) -> str:
    for pattern in CHANGING:
        text = re.sub(pattern, "", text)
    return text


# --- exchanging the stored game -----------------------------------------------------------------------------

Row = dict[str, Any]


def stored(match: UUID) -> list[Row]:
    return [
        {"seq": e.seq, "kind": e.kind, "version": e.version, "payload": e.payload, "hash": e.hash, "meta": e.meta}
        for e in store.read(match)
    ]


def other_game(rows: list[Row], viewer: Viewer, random: Random) -> list[Row]:
    history = [game.decode_event(row["kind"], row["version"], row["payload"]) for row in rows]
    other = redeal_history(history, viewer, random)
    assert other != history
    return [
        row
        | {
            "payload": changing.match_events(game, [event])[0].payload,
            "hash": sha256(row["hash"]).digest(),
            "meta": other_answer(row["meta"], viewer),
        }
        for row, event in zip(rows, other, strict=True)
    ]


def other_answer(meta: dict[str, Any] | None, viewer: Viewer) -> dict[str, Any] | None:
    """Another seat kept the other one of two cards that nobody else saw."""
    if meta is None:
        return None
    meta = meta | {"state": sha256(meta["state"].encode()).hexdigest()}
    decision = meta.get("decision")
    if decision and decision["kind"] == "recruit" and decision["seat"] != viewer:
        meta["decision"] = {
            key: OTHER_ANSWER.get(value, value) if isinstance(value, str) else value for key, value in decision.items()
        }
    return meta


def rewrite(match: UUID, rows: list[Row]) -> None:
    sqlite = connection.vendor == "sqlite"
    with unguarded(), connection.cursor() as cursor:
        for row in rows:
            cursor.execute(
                "UPDATE ledger_event SET payload = %s, hash = %s, meta = %s WHERE stream_id = %s AND seq = %s",
                [
                    json.dumps(row["payload"]),
                    row["hash"],
                    None if row["meta"] is None else json.dumps(row["meta"]),
                    match.bytes if sqlite else match,
                    row["seq"],
                ],
            )
    Secret.objects.filter(match=match).update(seed=sha256(rows[-1]["hash"]).digest())
    assert [row["payload"] for row in stored(match)] == [row["payload"] for row in rows]
