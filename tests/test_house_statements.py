"""What runs on SQLite alone leaves no statement untried on PostgreSQL."""

from __future__ import annotations

from .messages import HOME
from .slow import names
from .statements import LIST, Sent, left_out, statement

PLAY = "tests/matches/play/test_x.py::test_a"


def sent(*statements: str, seconds: float = 0.1, commits: bool = False) -> Sent:
    return Sent(seconds, commits, frozenset(statements))


def test_every_statement_is_still_sent_by_as_little_as_may_be() -> None:
    tests = {
        "tests/web/test_x.py::test_dear": sent("a", "b", seconds=5),
        "tests/web/test_x.py::test_cheap": sent("a", "b"),
        "tests/web/test_x.py::test_alone": sent("a", "b -> IntegrityError", seconds=5),
        "tests/web/test_x.py::test_played": sent("c"),
        PLAY: sent("c", "d"),
    }
    out = left_out(tests)
    assert out == ["tests/web/test_x.py::test_dear", "tests/web/test_x.py::test_played"]


def test_play_and_what_really_commits_are_never_left_out() -> None:
    assert left_out({PLAY: sent("a"), "tests/web/test_x.py::test_a": sent("a", commits=True)}) == []


def test_a_statement_is_the_same_whatever_its_values() -> None:
    some, more = "INSERT INTO x VALUES (%s, %s), (%s, %s)", "INSERT INTO x VALUES (%s, %s)"
    assert statement(some) == statement(more)
    assert statement("SELECT 1 LIMIT 21") == statement("SELECT 1 LIMIT 7")
    assert statement('SAVEPOINT "s139_x2"') == statement('SAVEPOINT "s7_x13"')
    assert statement("SELECT a") != statement("SELECT b")


def test_the_list_names_tests_that_there_are() -> None:
    for name in names(LIST):
        file, _, test = name.partition("::")
        assert f"def {test.rpartition('::')[2]}(" in (HOME / file).read_text(), name
