"""Which tests ``./run test`` leaves out on PostgreSQL: those of ``one_database.txt``, one a line, and those marked
``one_database``.

Each test of ledger, play and tournaments runs on both databases, and so does what really commits, what two do at once
(``tests.changing``), and the archive, whose SQL is its own. Of all others those run a second time that between them
send every statement, with every way in which one was refused: another test that sends the same statements shows nothing
new. ``LONG_TESTS=1`` runs them all. A new test runs on both until the list is made anew, with a PostgreSQL in
``DATABASE_URL``:

    STATEMENTS=FOLDER .venv/bin/python -m pytest -q -n 2 -p tests.statements tests
    .venv/bin/python -m tests.statements FOLDER
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Generator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import pytest

from .slow import name_of

LIST = Path(__file__).with_name("one_database.txt")
ON_BOTH = re.compile(
    r"tests/(ledger|tournaments|fault|browser|matches/(archive|clocks|play|records|seeking|tables|thinking))/"
    r"|tests/matches/(company/test_takebacks|test_(api|commands|projection|quarantine|time_and_takeback))\.py::"
    r"|(test_changing|test_at_once|in_two_windows)\.py::|::Test"
)
SECONDS = 0.03
"""What a test costs beside what it does itself: of two ways to send a statement the one of fewer tests is taken."""
_MANY = re.compile(r"\((?:%s(?:::\w+)?(?:, )?)+\)(?:, \((?:%s(?:::\w+)?(?:, )?)+\))*")
_NUMBER, _SAVEPOINT = re.compile(r"\b\d+\b"), re.compile(r'"s\d+_x\d+"')


class Sent(NamedTuple):
    seconds: float
    commits: bool
    statements: frozenset[str]


def left_out(tests: dict[str, Sent]) -> list[str]:
    """Tests without which every statement is still sent."""
    others = {name: sent for name, sent in tests.items() if not (sent.commits or ON_BOTH.search(name))}
    both = frozenset[str]().union(*(sent.statements for name, sent in tests.items() if name not in others))
    needed = frozenset[str]().union(*(sent.statements for sent in others.values())) - both
    while needed:

        def worth(name: str, needed: frozenset[str] = needed) -> float:
            return len(others[name].statements & needed) / (others[name].seconds + SECONDS)

        needed -= others.pop(max(sorted(others), key=worth)).statements
    return sorted(others)


def statement(sql: str) -> str:
    """Without its values, however many they are."""
    return _NUMBER.sub("1", _SAVEPOINT.sub("savepoint", _MANY.sub("(%s)", sql)))


_sent: set[str] = set()


def pytest_configure() -> None:
    from django.db.backends.utils import CursorWrapper

    def noting(way: str) -> None:
        execute = getattr(CursorWrapper, way)

        def noted(self: CursorWrapper, sql: Any, params: Any, *more: Any) -> Any:
            try:
                answer = execute(self, sql, params, *more)
            except Exception as error:
                _sent.add(f"{statement(str(sql))} -> {type(error).__name__}")
                raise
            _sent.add(statement(str(sql)))
            return answer

        setattr(CursorWrapper, way, noted)

    noting("_execute")
    noting("_executemany")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _sent.clear()
    begun = process_time()
    answer = yield
    fixtures = getattr(item, "fixturenames", ())
    commits = "transactional_db" in fixtures or any(
        marker.kwargs.get("transaction") for marker in item.iter_markers("django_db")
    )
    with (Path(os.environ["STATEMENTS"]) / str(os.getpid())).open("a") as file:
        print(json.dumps([name_of(item.nodeid), process_time() - begun, commits, sorted(_sent)]), file=file)
    return answer


def main(folder: Path) -> None:
    tests: dict[str, Sent] = {}
    for file in folder.iterdir():
        for name, seconds, commits, statements in map(json.loads, file.read_text().splitlines()):
            known = tests.get(name, Sent(0, False, frozenset()))
            tests[name] = Sent(known.seconds + seconds, known.commits or commits, known.statements | {*statements})
    LIST.write_text("".join(f"{name}\n" for name in left_out(tests)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
