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
    print(f"\n{'=' * 30} the suite on {name} {'=' * 30}", flush=True)
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if url:
        environment["DATABASE_URL"] = url
    selected = list(arguments) or [str(path.relative_to(HERE.parent)) for path in parts(everything=url is None)]
    workers = [] if "-n" in " ".join(arguments) else ["-n", "2", "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", "-q", *workers, *selected]
    return subprocess.run(command, env=environment, cwd=HERE.parent).returncode


def parts(*, everything: bool) -> list[Path]:
    if everything:
        return [HERE]
    folders = [path for path in HERE.iterdir() if path.is_dir() and path.name not in (*WITHOUT_DATABASE, "__pycache__")]
    return sorted(folders) + sorted(HERE.glob("test_*.py"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
