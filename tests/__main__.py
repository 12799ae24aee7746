"""`./run test`: the checks, then the suite on SQLite, then everything that touches a database again on PostgreSQL.

With arguments for pytest: no checks, and only what they select, on both databases.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from . import check, postgres

HERE = Path(__file__).parent
WITHOUT_DATABASE = ("elekt_core",)
"""Parts of the suite that know no database, so that a second one can show nothing new."""
FROM_OUTSIDE = ("browser", "fault")
"""Parts that start the product and look at it from outside; what a browser shows does not depend on the database."""
NOTHING_SELECTED = 5


def main(arguments: Sequence[str]) -> int:
    results: dict[str, int] = {}
    if not arguments:
        results["checks"] = check.main(())
    start = monotonic()
    results["SQLite"] = run("SQLite", arguments, None)
    middle = monotonic()
    try:
        with postgres.server() as url:
            results["PostgreSQL"] = run("PostgreSQL", arguments, url)
    except postgres.NoPostgres as error:
        print(f"\nPostgreSQL: {error}", file=sys.stderr)
        results["PostgreSQL"] = 1
    if NOTHING_SELECTED in (results["SQLite"], results["PostgreSQL"]) and 0 in results.values() and arguments:
        results = {name: 0 if code == NOTHING_SELECTED else code for name, code in results.items()}
    times = f"(SQLite {middle - start:.0f} s, PostgreSQL {monotonic() - middle:.0f} s)"
    verdicts = ", ".join(f"{name} {'passed' if code == 0 else 'FAILED'}" for name, code in results.items())
    print(f"\n{verdicts} {times}")
    return 0 if not any(results.values()) else 1


def run(name: str, arguments: Sequence[str], url: str | None) -> int:
    """The exit code of pytest, or the first bad one of several."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if url:
        environment["DATABASE_URL"] = url
    codes = []
    for part, selected in [("", arguments)] if arguments else parts(everything=url is None):
        print(f"\n{'=' * 30} the suite on {name}{part} {'=' * 30}", flush=True)
        workers = [] if "-n" in " ".join(arguments) else ["-n", "2", "--dist", "worksteal"]
        command = [sys.executable, "-m", "pytest", "-q", "--durations=6", "--durations-min=3", *workers, *selected]
        codes.append(subprocess.run(command, env=environment, cwd=HERE.parent).returncode)
    return next((code for code in codes if code), 0)


def parts(*, everything: bool) -> list[tuple[str, list[str]]]:
    """What shares processes: a driven browser keeps an event loop, so nobody else beside it could have one."""
    without = (*FROM_OUTSIDE, "__pycache__", *(() if everything else WITHOUT_DATABASE))
    folders = sorted(path for path in HERE.iterdir() if path.is_dir() and path.name not in without)
    inside = [*folders, *sorted(HERE.glob("test_*.py"))]
    outside = [HERE / name for name in (FROM_OUTSIDE if everything else FROM_OUTSIDE[1:])]
    return [
        (title, [str(path.relative_to(HERE.parent)) for path in paths])
        for title, paths in (("", inside), (", seen from outside", outside))
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
