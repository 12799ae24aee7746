"""Whatever stands in a document: it is refused with a sentence, or the tournament can be looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.matches.factories import person
from tests.tournaments.factories import state_of
from tournaments.exchange import csv as lists
from tournaments.exchange import document
from tournaments.stages import stage_of, standings
from web import error_words

from .made import pods, seen, swiss

pytestmark = pytest.mark.django_db
WRONG: list[Any] = [None, -1, 0, 7, 10**30, "", "x", "a/b", "\x01", [], {}, [1, 1], True, 1.5, "2026-13-01", "z" * 300]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, at))
    if path:
        yield path


def with_wrong(told: dict[str, Any], path: tuple[Any, ...], wrong: Any) -> str:
    copy = json.loads(json.dumps(told))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = wrong
    return json.dumps(copy)


@pytest.mark.parametrize("seed", range(4))
def test_one_wrong_value(seed: int) -> None:
    alice, draw = person("Alice"), Random(seed)
    made = (swiss if seed % 2 else pods)(alice)
    told = json.loads(document.written(document.document(seen(made))))
    places, refused = list(leaves(told)), []
    for _ in range(12):
        text = with_wrong(told, draw.choice(places), draw.choice(WRONG))
        try:
            again = document.bring_in(text, owner=alice).tournament
        except error_words.REFUSED as error:
            refused.append(error_words.explain(error).sentence)
            continue
        for key in state_of(again).stages:
            assert standings(stage_of(state_of(again), key))
            assert list(lists.standings(seen(again), key))
        assert Client().get(f"/tournaments/{again}/").status_code == 200
    assert all(refused)
