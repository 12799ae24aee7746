"""Which tests ``./run test --fast`` leaves out: those of ``slow.txt``, one a line, and those marked ``slow``.

The list is made from a run that says how long each test took; on a machine that does nothing else:

    .venv/bin/python -m pytest -q --durations=0 --durations-min=0.02 tests > log; .venv/bin/python -m tests.slow log
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

LIST = Path(__file__).with_name("slow.txt")
LIMIT = 0.15
"""Seconds, of all the examples of a test together."""
_LINE = re.compile(r"([0-9.]+)s (?:call|setup|teardown)\s+(tests/[^\[\s:]+::[^\[\s:]+)(?=\[|\s)")
"""Tests of classes are left in: what a class inherits stands in another file."""


def names(listed: Path = LIST) -> frozenset[str]:
    """As pytest calls them, without parameters."""
    return frozenset(listed.read_text().split())


def name_of(node: str) -> str:
    return node.partition("[")[0]


def main(log: Path) -> None:
    taken: dict[str, float] = defaultdict(float)
    for seconds, node in _LINE.findall(log.read_text()):
        taken[node] += float(seconds)
    LIST.write_text("".join(f"{node}\n" for node, seconds in sorted(taken.items()) if seconds > LIMIT))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
