"""The driver: who is asked, and in which order steps are taken."""

from __future__ import annotations

from typing import Any, NamedTuple

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo
from elekt_core.kit.agenda import step
from elekt_core.kit.driver import Course, Driver, Over, Question


@step
class Look(NamedTuple):
    seat: int


@step
class Win(NamedTuple):
    seat: int


class Noted(NamedTuple):
    what: str


class Asked(NamedTuple):
    seat: int
    question: str
    step: Any
    agenda: tuple[Any, ...]


class Table:
    """Seat 1 has nothing but a stone; who wins ends the game."""

    draws = 0
    conceded = 0

    def __init__(self) -> None:
        self.agenda: tuple[Any, ...] = ()
        self.noted: list[str] = []


class Play(Driver[None, Table]):
    __slots__ = ()
    awaiting = Asked


def _look(play: Play, step: Look) -> None:
    play.ask(step.seat, "look", step)


def _things(tables: None, s: Table, seat: int, step: Look) -> list[tuple[str]]:
    return [("stone",)] if seat else [("stone",), ("coin",)]


def _looked(play: Play, seat: int, step: Look, choice: tuple[str]) -> None:
    play.emit(Noted(f"{seat} {choice[0]}"))


def _win(play: Play, step: Win) -> None:
    raise Over


COURSE = Course({Noted: lambda s, fact: s.noted.append(fact.what)})
COURSE.steps[Look] = _look
COURSE.steps[Win] = _win
COURSE.questions["look"] = Question("1.1", _things, _looked)


def begin() -> Play:
    return Play().begin(COURSE, None, Table(), SeededChance(b""))


def test_steps_of_two_kinds_are_never_equal() -> None:
    look, win = Look(1), Win(1)
    assert look != win  # type: ignore[comparison-overlap]  # never equal, which is the point
    assert Look(1) == Look(1)
    assert hash(Look(1)) == hash(Look(1))


def test_the_step_pushed_last_is_taken_first() -> None:
    play = begin()
    play.push(Look(0), Look(1))
    assert play.go_on() == (Asked(1, "look", Look(1), (Look(0),)),)


def test_a_single_answer_is_asked_for_all_the_same() -> None:
    play = begin()
    play.push(Look(1))
    assert play.go_on()[-1][:2] == (1, "look")


def test_a_single_answer_in_view_of_all_is_given_unasked() -> None:
    play = begin()
    play.push(Look(0))
    assert play.carry_out(play.ask_in_view, 1, "look", Look(1)) == (
        Noted("1 stone"),
        Asked(0, "look", Look(0), ()),
    )


def test_several_answers_in_view_of_all_are_asked_for() -> None:
    play = begin()
    assert play.carry_out(play.ask_in_view, 0, "look", Look(0)) == (Asked(0, "look", Look(0), ()),)


def test_a_seat_that_gave_up_is_answered_for_by_the_default() -> None:
    play = begin()
    play.state.conceded = 0b01
    play.push(Look(1), Look(0))
    assert play.go_on() == (Noted("0 stone"), Asked(1, "look", Look(1), ()))


def test_the_end_of_the_game_ends_the_batch() -> None:
    play = begin()
    play.push(Look(0), Win(0))
    assert play.answer(Decision(SeatNo(1), "look", ("stone",)), Look(1)) == (Noted("1 stone"),)
    assert play.state.noted == ["1 stone"]
