"""The documents of the notations of Enclave and Elector Counts tell each whole; what cannot be read is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from elekt_core.contract import Game
from elekt_core.errors import BadRecord, CoreError, UnknownKind
from elekt_core.games import elector_counts, enclave
from elekt_core.games.elector_counts import decisions as of_elector_counts
from elekt_core.games.elector_counts import facts as elector_counts_facts
from elekt_core.games.elector_counts.legal import ACTIONS
from elekt_core.games.enclave import decisions as of_enclave
from elekt_core.games.enclave import facts as enclave_facts

DOCS = Path(__file__).parents[3] / "docs"
GAMES: dict[str, Game[Any]] = {"enclave": enclave.game, "elector_counts": elector_counts.game}
KINDS = {"enclave": of_enclave.KINDS, "elector_counts": of_elector_counts.KINDS}
FOLDS: dict[str, Any] = {"enclave": enclave_facts.FOLDS, "elector_counts": elector_counts_facts.FOLDS}


@pytest.mark.parametrize("name", GAMES)
def test_the_document_lists_every_decision_and_every_fact_with_its_fields(name: str) -> None:
    text = (DOCS / f"{name.replace('_', '-')}-notation.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.*?) \|", text.partition("## Positions")[0])
    decisions, facts = rows[: len(KINDS[name])], dict(rows[len(KINDS[name]) :])
    assert {kind for kind, _ in decisions} == set(KINDS[name])
    assert {kind: tuple(re.findall(r"`(\w+)`", fields)) for kind, fields in facts.items()} == {
        kind: cls._fields  # type: ignore[attr-defined]  # every fact is a NamedTuple
        for kind, cls in GAMES[name].event_kinds.items()
    }
    assert set(FOLDS[name]) == set(GAMES[name].event_kinds.values())


def test_the_document_of_elector_counts_lists_every_action() -> None:
    text = (DOCS / "elector-counts-notation.md").read_text(encoding="utf-8")
    assert [action for action in ACTIONS if f"`{action}`" not in text] == []


UNREADABLE: dict[str, list[tuple[str, int, Any, type[CoreError]]]] = {
    "enclave": [
        ("card_sold", 1, {}, UnknownKind),
        ("bid_made", 2, {"seat": 0, "amount": 1}, UnknownKind),
        ("bid_made", 1, {"seat": 0}, BadRecord),
        ("bid_made", 1, {"seat": 0, "amount": "1"}, BadRecord),
        ("bid_made", 1, {"seat": 0, "amount": True}, BadRecord),
        ("bid_made", 1, {"seat": 0, "amount": 1, "more": 2}, BadRecord),
        ("card_bought", 1, {"seat": 0, "card": "excalibur", "cost": 1, "source": "row"}, BadRecord),
        ("traps_revealed", 1, {"cards": "trap_burning_hymn.1"}, BadRecord),
        ("actions_revealed", 1, {"actions": [["tree"]]}, BadRecord),
    ],
    "elector_counts": [
        ("card_burnt", 1, {}, UnknownKind),
        ("location_played", 2, {"seat": 0, "location": "start_altdorf"}, UnknownKind),
        ("location_played", 1, {"seat": 0}, BadRecord),
        ("location_played", 1, {"seat": 0, "location": "atlantis"}, BadRecord),
        ("location_played", 1, {"seat": True, "location": "start_altdorf"}, BadRecord),
        ("location_played", 1, {"seat": 0, "location": "start_altdorf", "more": 1}, BadRecord),
        ("cards_sold", 1, {"seat": 0, "cards": "defender_militia"}, BadRecord),
    ],
}


@pytest.mark.parametrize(
    ("name", "kind", "version", "payload", "error"), [(name, *row) for name, rows in UNREADABLE.items() for row in rows]
)
def test_a_fact_that_cannot_be_read_is_refused(
    name: str, kind: str, version: int, payload: Any, error: type[CoreError]
) -> None:
    with pytest.raises(error) as caught:
        GAMES[name].decode_event(kind, version, payload)
    assert caught.value.data["kind"] == kind
