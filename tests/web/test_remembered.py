"""What was looked up a moment ago: at most a second old, in every process, whoever changed it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from web.remembered import IN_USE, SECONDS, Remembered


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Register:
    """What others change, and how often it was asked for what."""

    def __init__(self) -> None:
        self.there = {"a": 1, "b": 2}
        self.asked: list[set[str]] = []

    def __call__(self, keys: Collection[str]) -> Mapping[str, int]:
        self.asked.append(set(keys))
        return {key: self.there[key] for key in keys if key in self.there}


def test_a_second_long_nothing_is_asked_again() -> None:
    clock, register = Clock(), Register()
    remembered = Remembered(register, clock)
    for clock.now in (0.0, 0.5, SECONDS - 0.01):
        assert remembered.get("a") == 1
    assert register.asked == [{"a"}]


def test_what_is_revoked_is_gone_in_every_process_after_a_second() -> None:
    clock, register = Clock(), Register()
    processes = [Remembered(register, clock) for _ in range(2)]
    assert [one.get("a") for one in processes] == [1, 1]
    del register.there["a"]
    clock.now = SECONDS
    assert [one.get("a") for one in processes] == [None, None]


def test_what_else_is_in_use_is_looked_up_with_it() -> None:
    clock, register = Clock(), Register()
    remembered = Remembered(register, clock)
    remembered.of(("a", "b"))
    clock.now = SECONDS
    remembered.get("a")
    remembered.get("b")
    assert register.asked == [{"a", "b"}] * 2


def test_what_nobody_uses_any_more_is_forgotten() -> None:
    clock, register = Clock(), Register()
    remembered = Remembered(register, clock)
    remembered.of(("a", "b"))
    clock.now = IN_USE
    remembered.get("a")
    assert register.asked[-1] == {"a"}


def test_what_there_is_not_is_asked_for_each_time() -> None:
    """So that whoever guesses fills no memory, and what is made just now is there at once."""
    register = Register()
    remembered = Remembered(register, Clock())
    assert remembered.get("c") is None
    register.there["c"] = 3
    assert remembered.get("c") == 3


def test_young_things_keep_their_age_when_an_old_one_is_looked_up() -> None:
    clock, register = Clock(), Register()
    remembered = Remembered(register, clock)
    remembered.get("a")
    clock.now = SECONDS / 2
    assert remembered.of(("a", "b")) == {"a": 1, "b": 2}
    register.there["a"] = 9
    clock.now = SECONDS
    assert remembered.get("a") == 9
