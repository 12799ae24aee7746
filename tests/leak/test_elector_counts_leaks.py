"""Elector Counts: what leaves the server for a viewer is the same bytes when what they cannot see is another (K22).

Kinds of cards that the viewer has never seen are exchanged: in other hands and reserves, in what was passed from hand
to hand, under face-down attackers and defenders, in the deck, and in other people's answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from elekt_core.contract import Event, SeatNo
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts import game
from elekt_core.record.record import encode_meta_decision
from matches import changing
from matches.play import queries, services
from tests.matches.factories import Table, started

from .test_web_leaks import Row, Tasks, everything, rewrite, say_who_is_due_and_no_more, stored

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bob", "Charlie")
FIELDS = ("card", "cards", "attackers", "defenders", "locations")
WANTED = {"cards_passed", "attackers_placed", "defenders_placed", "card_reserved", "deck_shuffled"}
IDS = [card.id for card in game.cards.cards]

Viewer = SeatNo | None


def act(table: Table, random: Random) -> None:
    """Whoever is asked puts units down if they can, keeps cards back, ends the turn, or passes cards on."""
    seat = table.awaited()
    options = list(queries.position(match_id=table.match, player=table.players[seat]).options)
    liked = [one for one in options if one.kind != "act" or one.choice[0] in ("attack", "defend", "reserve")]
    ending = [one for one in options if one.kind == "act" and one.choice[0] == "end_turn"]
    back = [one for one in options if one.kind == "act" and one.choice[0] == "take"]
    pool = ending if ending and random.random() < 0.5 else liked if ending or not back else back
    pool = pool or options
    words = sorted({one.choice[0] for one in pool if one.kind == "act"})
    word = "defend" if "defend" in words else random.choice(words or [None])
    pool = [one for one in pool if word in (None, one.choice[0])]
    table.decide(seat, decision=encode_meta_decision(game, random.choice(pool)))


@pytest.fixture
def table() -> Table:
    """Cards lie face down on both sides and in reserves, and were passed from everybody to everybody."""
    table, random = started(*NAMES, game="elector_counts", seed="hidden"), Random(3)
    for _ in range(80):
        act(table, random)
        if otherwise(stored(table.match), None, Random(7))[1] >= WANTED:
            return table
    raise AssertionError("nothing of some kind is hidden")


def test_nothing_that_a_viewer_fetches_tells_what_is_hidden_from_them(table: Table) -> None:
    rows = stored(table.match)
    touched: set[str] = set()
    for viewer in (None, SeatNo(1)):
        rewrite(table.match, rows)
        before = everything(table, viewer)
        other, kinds = otherwise(rows, viewer, Random(7))
        touched |= kinds
        rewrite(table.match, other)
        after = everything(table, viewer)
        assert before.keys() == after.keys()
        for address, body in before.items():
            assert body == after[address], f"{address} as {'a spectator' if viewer is None else NAMES[viewer]}"
    assert touched >= WANTED


def test_tasks_for_bots_say_who_is_due_and_no_more(sent: Tasks, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = started("Alice", "bot:greedy", "bot:random", game="elector_counts", seed="tasks")
        for _ in range(30):
            seat = table.awaited()
            if seat == 0:
                act(table, Random(1))
            else:
                services.decide_automatically(match_id=table.match, seat=seat, expected_version=table.version())
    say_who_is_due_and_no_more(sent)


# --- another game that looks the same -----------------------------------------------------------------------


def otherwise(rows: list[Row], viewer: Viewer, random: Random) -> tuple[list[Row], set[str]]:
    """The same game to the viewer, with kinds of cards exchanged that they never saw; and which facts are others."""
    history = [game.decode_event(row["kind"], row["version"], row["payload"]) for row in rows]
    seen = {card for event in history for card in _cards(game.redact(event, viewer))}
    exchange: dict[int, int] = {}
    for kind in ("attacker", "defender", "support", "location"):
        unseen = [n for n, card in enumerate(game.cards.cards) if card.kind == kind and n not in seen]
        exchange |= zip(unseen, random.sample(unseen, len(unseen)), strict=True)
    other = [_exchanged(event, exchange) for event in history]
    for one, redealt in zip(history, other, strict=True):
        assert game.redact(one, viewer) == game.redact(redealt, viewer)
    names = {IDS[card]: IDS[to] for card, to in exchange.items()}
    return [
        row
        | {
            "payload": changing.match_events(game, [event])[0].payload,
            "hash": sha256(row["hash"]).digest(),
            "meta": None if row["meta"] is None else _answer(row["meta"], names, viewer),
        }
        for row, event in zip(rows, other, strict=True)
    ], {row["kind"] for row, one, new in zip(rows, history, other, strict=True) if one != new}


def _answer(meta: dict[str, Any], names: dict[str, str], viewer: Viewer) -> dict[str, Any]:
    meta = meta | {"state": sha256(meta["state"].encode()).hexdigest()}
    decision = meta.get("decision")
    if decision and decision["seat"] != viewer:
        meta["decision"] = _renamed(decision, names)
    return meta


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _cards(event: Event) -> Sequence[int]:
    values = [getattr(event, name, ()) for name in FIELDS]
    return [card for value in values for card in (value if isinstance(value, tuple) else (value,)) if card >= 0]


def _exchanged(event: Event, exchange: dict[int, int]) -> Event:
    if isinstance(event, e.Awaiting | e.ShillingsGained):
        return event

    def other(value: Any) -> Any:
        return tuple(map(other, value)) if isinstance(value, tuple) else exchange.get(value, value)

    changed = {name: other(getattr(event, name)) for name in FIELDS if hasattr(event, name)}
    new: Event = event._replace(**changed)  # type: ignore[attr-defined]  # every fact is a NamedTuple
    return new
