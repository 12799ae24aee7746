"""Enclave: what leaves the server for a viewer is the same bytes when what that viewer cannot see is another (Z22).

Cards behind people's backs are exchanged, and so are choices that are sealed and those that were changed before they
were revealed. Whoever has chosen before the others learns nothing about them, and nobody learns anything about him.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from elekt_core.contract import Event, SeatNo
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import ACTIONS, CARDS, PRINTED
from elekt_core.record.record import encode_meta_decision
from matches import changing
from matches.models import Match
from matches.play import queries, services
from tests.matches.factories import Table, started
from tests.sampling import sample

from .test_web_leaks import Row, Tasks, everything, rewrite, say_who_is_due_and_no_more, stored

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bob", "Charlie", "Dana")
ALICE, BOB = SeatNo(0), SeatNo(1)

Viewer = SeatNo | None


def play(table: Table, decisions: int, random: Random) -> None:
    """Whoever is awaited decides in a drawn order; now and then somebody changes a sealed choice."""
    for number in range(decisions):
        row = Match.objects.get(id=table.match)
        seats = [seat for seat in range(len(NAMES)) if row.awaited >> seat & 1]
        seat = random.choice(seats)
        if number % 5 == 4:
            seat = next((other for other in range(3) if other not in seats and _options(table, other)), seat)
        table.decide(seat, decision=encode_meta_decision(game, random.choice(_options(table, seat))))


def _options(table: Table, seat: int) -> Sequence[Any]:
    return queries.position(match_id=table.match, player=table.players[seat]).options


@pytest.fixture
def sealed() -> Table:
    """Two of three have sealed a choice, one of them twice; hands, looks and thefts lie behind."""
    table = started(*NAMES[:3], game="enclave", seed="sealed", options={"tree": "chosen", "tree_1": "tree_loki"})
    random = Random(4)
    play(table, sample(22, 45), random)
    while Match.objects.get(id=table.match).awaited != 0b111 or not _planning(table):
        play(table, 1, random)
    for seat, action in ((1, 0), (2, 1), (1, 2)):
        open_ = [one for one in _options(table, seat) if one.kind == "choose_action"]
        table.decide(seat, decision=encode_meta_decision(game, open_[action]))
    assert Match.objects.get(id=table.match).awaited == 0b001
    return table


def _planning(table: Table) -> bool:
    here = queries.position(match_id=table.match, player=table.players[0])
    return here.awaiting[0].kind == "choose_action"


def test_nothing_that_a_viewer_fetches_tells_what_is_hidden_from_them(sealed: Table) -> None:
    rows = stored(sealed.match)
    for viewer in sample((BOB,), (None, ALICE, BOB)):
        rewrite(sealed.match, rows)
        before = everything(sealed, viewer)
        rewrite(sealed.match, otherwise(rows, viewer, Random(7)))
        after = everything(sealed, viewer)
        assert before.keys() == after.keys()
        for address, body in before.items():
            assert body == after[address], f"{address} as {'a spectator' if viewer is None else NAMES[viewer]}"


def test_tasks_for_bots_say_who_is_due_and_no_more(sent: Tasks, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = started("Alice", "bot:random", "bot:greedy", game="enclave", seed="tasks")
        while not _planning(table):
            seat = table.awaited()
            table.decide(seat) if seat == 0 else _bot(table, seat)
        table.decide(0, decision={"kind": "choose_action", "action": "enclave"})
        _bot(table, 2)
    say_who_is_due_and_no_more(sent)


def _bot(table: Table, seat: int) -> None:
    services.decide_automatically(match_id=table.match, seat=seat, expected_version=table.version())


# --- another game that looks the same -----------------------------------------------------------------------


def otherwise(rows: list[Row], viewer: Viewer, random: Random) -> list[Row]:
    """The same game to the viewer: unseen cards exchanged within their decks, others' unrevealed choices changed."""
    history: list[Event] = [game.decode_event(row["kind"], row["version"], row["payload"]) for row in rows]
    other = [_exchanged(event, cards) for cards in [_exchange(history, viewer, random)] for event in history]
    for at in _never_revealed(history):
        event = other[at]
        assert isinstance(event, e.ActionCommitted)
        if event.seat != viewer:
            other[at] = event._replace(action=(event.action + 1) % len(ACTIONS))
    assert other != history
    for one, redealt in zip(history, other, strict=True):
        assert game.redact(one, viewer) == game.redact(redealt, viewer)
    return [
        row
        | {
            "payload": changing.match_events(game, [event])[0].payload,
            "hash": sha256(row["hash"]).digest(),
            "meta": None if row["meta"] is None else _answer(row["meta"], event, viewer),
        }
        for row, event in zip(rows, other, strict=True)
    ]


def _answer(meta: dict[str, Any], event: Event, viewer: Viewer) -> dict[str, Any]:
    meta = meta | {"state": sha256(meta["state"].encode()).hexdigest()}
    decision = meta.get("decision")
    if decision and decision["kind"] == "choose_action" and decision["seat"] != viewer:
        meta["decision"] = decision | {"action": ACTIONS[(ACTIONS.index(decision["action"]) + 1) % len(ACTIONS)]}
    return meta


def _never_revealed(history: Sequence[Event]) -> list[int]:
    """Where a choice was sealed that is sealed still, or that another took the place of."""
    last: dict[int, int] = {}
    found = []
    for at, event in enumerate(history):
        if isinstance(event, e.ActionsRevealed):
            last.clear()
        elif isinstance(event, e.ActionCommitted):
            if event.seat in last:
                found.append(last[event.seat])
            last[event.seat] = at
    return [*found, *last.values()]


FIELDS = ("card", "cards", "top", "bottom")


def _cards(event: Event) -> list[int]:
    values = [getattr(event, name, ()) for name in FIELDS]
    return [card for value in values for card in (value if isinstance(value, tuple) else (value,)) if card >= 0]


def _exchange(history: Sequence[Event], viewer: Viewer, random: Random) -> dict[int, int]:
    seen = {card for event in history for card in _cards(game.redact(event, viewer))}
    groups: dict[int, list[int]] = {}
    for card in range(len(CARDS.names)):
        if card not in seen:
            groups.setdefault(PRINTED[card].deck, []).append(card)
    return {
        card: other
        for group in groups.values()
        for card, other in zip(group, random.sample(group, len(group)), strict=True)
    }


def _exchanged(event: Event, cards: dict[int, int]) -> Event:
    def other(value: Any) -> Any:
        return tuple(map(other, value)) if isinstance(value, tuple) else cards.get(value, value)

    changed = {name: other(getattr(event, name)) for name in FIELDS if hasattr(event, name)}
    new: Event = event._replace(**changed)  # type: ignore[attr-defined]  # every fact is a NamedTuple
    return new
