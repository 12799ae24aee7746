"""Costly work has few places, and who finds none is told when to come again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from uuid import uuid4

import pytest
from django.test import RequestFactory

from config.lanes import PAGES
from web import costly, limits
from web.costly import Asker, Busy, Costly


def taken(of: Costly, asker: str) -> bool:
    """Whether another thread finds a place."""

    def try_it() -> bool:
        try:
            with of.place(asker):
                return True
        except Busy:
            return False

    with ThreadPoolExecutor(1) as other:
        return not other.submit(try_it).result()


def test_there_are_as_many_places_as_are_said_and_they_are_given_back() -> None:
    work = Costly(places=1, may_wait=0, seconds=7)
    with work.place("alice"):
        assert taken(work, "bob")
    assert not taken(work, "bob")


def test_who_finds_no_place_is_told_when_to_come_again() -> None:
    work = Costly(places=0, may_wait=0, seconds=7)
    with pytest.raises(Busy) as refused, work.place("alice"):
        pass
    assert refused.value.seconds == 7


def test_one_asker_does_not_take_all_places() -> None:
    work = Costly(places=2, may_wait=0, seconds=7)
    with work.place("alice"):
        assert taken(work, "alice")
        assert not taken(work, "bob")


def test_who_may_wait_gets_the_place_that_is_given_back() -> None:
    work = Costly(places=1, may_wait=1, seconds=7)
    work.take("alice")
    with ThreadPoolExecutor(1) as other:
        bob = other.submit(work.take, "bob")
        while not work._waiting:
            pass
        assert taken(work, "charlie"), "only one may wait"
        work.give("alice")
        bob.result()
    assert taken(work, "charlie")
    work.give("bob")
    assert not taken(work, "charlie")


def test_all_kinds_together_leave_threads_to_pages() -> None:
    kinds = [one for one in vars(costly).values() if isinstance(one, Costly)]
    assert len(kinds) == 6
    assert sum(kind.threads for kind in kinds) < PAGES


def test_what_is_remembered_is_remembered_for_all_who_ask() -> None:
    asked: list[str] = []

    @lru_cache
    def found(number: int, asker: Asker) -> int:
        asked.append(asker.name)
        return number

    assert [found(1, Asker(name)) for name in ("alice", "bob", "")] == [1, 1, 1]
    assert asked == ["alice"]


def test_an_asker_is_the_player_else_the_address() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")
    player = uuid4()
    assert (limits.asker(request, player), limits.asker(request, None)) == (str(player), "192.0.2.7")


def test_kinds_of_work_do_not_wait_for_each_other() -> None:
    one, other = Costly(1, 0, 7), Costly(1, 0, 7)
    with one.place("alice"):
        assert not taken(other, "bob")


def test_work_inside_work_has_its_place_already() -> None:
    one, other = Costly(1, 0, 7), Costly(1, 0, 7)
    with one.place("alice"), one.place("alice"), other.place("alice"):
        assert taken(one, "bob")
        assert not taken(other, "bob")
    assert not taken(one, "bob")


def test_what_fails_gives_its_place_back() -> None:
    work = Costly(1, 0, 7)
    with pytest.raises(ZeroDivisionError), work.place("alice"):
        raise ZeroDivisionError
    assert not taken(work, "bob")
