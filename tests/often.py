"""The in-process suite many times, shuffled, on both databases: what fails one time in fifty is found by it.

    .venv/bin/python -m tests.often 20

Each run has an order and lots of its own, by a seed that is said with it. No browser is driven, and no process is
killed from outside.
"""

from __future__ import annotations

import re
import subprocess
import sys
from random import randrange
from time import monotonic

from . import postgres
from .__main__ import HERE, TWO_WORKERS, Run, compile_once, environment, on_a_second_database, on_sqlite

SAID = re.compile(r"^(?:FAILED|ERROR|E  ) |\d+ (?:passed|failed|error)")


def main(times: int) -> int:
    """Raises NoPostgres."""
    compile_once()
    failed = 0
    with postgres.server() as url:
        for number in range(1, times + 1):
            failed += sum(fails(number, run) for run in (on_sqlite(), on_a_second_database(url)))
    print(f"{times} times on both databases: {failed} failed")
    return 1 if failed else 0


def fails(number: int, run: Run) -> bool:
    """Says in a line what became of it, and in further ones what failed."""
    (name, url, paths), seed, start = run, randrange(2**32), monotonic()
    command = (sys.executable, "-m", "pytest", "-q", f"--randomly-seed={seed}", *TWO_WORKERS, *paths)
    ran = subprocess.run(command, env=environment(url), cwd=HERE.parent, capture_output=True, text=True)
    told = [line for line in ran.stdout.splitlines() if SAID.search(line)] or [ran.stdout[-500:] + ran.stderr[-500:]]
    print(f"{number} {name}, seed {seed}: {told[-1].strip('= ')}, {monotonic() - start:.0f} s in all", flush=True)
    if ran.returncode:
        print("\n".join(told[:-1]), flush=True)
    return ran.returncode != 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
