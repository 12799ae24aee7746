"""`./run test`: the checks and the suite on SQLite, and everything that touches a database again on PostgreSQL.

Three lanes run beside each other, since much of the suite waits: for a browser, for a process that was killed, for a
database. What waits most comes first, so that whichever lane ends last has work for every core.
``LONG_TESTS=1 ./run test`` tries larger samples (``tests.sampling``).

``./run test --fast``: the checks, and on SQLite all tests but the slow ones (``tests.slow``), in about two minutes.

With arguments for pytest: no checks, and only what they select, on one database after the other.
"""

from __future__ import annotations

import compileall
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from . import check, migrated, postgres

HERE = Path(__file__).parent
WITHOUT_DATABASE = (
    *("elekt_core", "leak", "test_documented_game.py", "test_house_tls.py"),
    *("players/ratings/test_elo.py", "players/ratings/test_fide.py"),
    *("tournaments/formats", "tournaments/tie_breaks", "tournaments/trf"),
    *("players/names/test_skeleton.py", "tournaments/test_sentences.py", "tournaments/test_reasons.py"),
    *("tournaments/test_laws.py", "tournaments/test_rehearsal.py", "matches/play/test_every_position.py"),
    *("matches/pages/test_no_keys_on_pages.py", "matches/rules/test_rules_pages.py"),
    *("matches/positions/test_scenario_pages.py", "matches/play/test_enclave_pages.py"),
    *("matches/training/test_pages.py",),
    *("matches/play/test_elekt_pages.py", "matches/play/test_elector_counts_pages.py", "matches/faces"),
    *("matches/play/test_replay_pages.py", "matches/play/test_bytes_on_the_wire.py"),
    *("matches/play/test_foresight_pages.py", "matches/reviews/test_page.py"),
    *("tournaments/pages/test_card.py", "tournaments/pages/test_narration.py", "tournaments/pages/test_pictures.py"),
    *("matches/company/test_course.py", "matches/test_check_game.py", "web/test_decoding.py", "web/test_hooks.py"),
    *("test_house_env.py", "test_house_circles.py", "test_house_tree.py", "test_house_connections.py"),
    "matches/seeking/test_rule.py",
    *("test_house_bodies.py", "test_house_broker.py", "test_house_beats.py", "test_house_supervisor.py"),
)
"""Parts of the suite that know no database, or show only what cores and texts give, so that a second database can show
nothing new."""
NO_OTHER_DATABASE = ("-m", "not one_database")
"""The same of single tests, in files that otherwise have more to show. A test that asks for no database is among them
(``tests.conftest``), and one that sends no statement that others do not send (``tests.statements``)."""
CHECKED = ("test_house_messages.py", "test_house_templates.py")
"""Parts that the checks beside the suite run (``tests.check``)."""
BROWSER, FAULT = "tests/browser", "tests/fault"
"""Parts that start the product and look at it from outside; what a browser shows does not depend on the database."""
NO_BROWSER = ("-p", "no:playwright")
"""Its plugin asks for something in each test."""
NOTHING_SELECTED = 5
OURS = {"DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
"""What the suite does not take over from whoever starts it."""
COMPILED = str(Path(sys.prefix) / "pycache")
"""Where Python keeps what it has compiled. The suite starts hundreds of processes, and to compile anew what it imports
takes each of them longer than to run; beside the sources nothing is written."""
SOURCES = (*(HERE.parent / name for name in ("elekt_core", "ledger", "matches", "players", "tournaments", "web")), HERE)
RARE = re.compile(
    "/(babel|graphql|mypy|mypyc|networkx|numpy|pip|prompt_toolkit|pygments|redis|schemathesis|setuptools|wcwidth)/"
)
"""Packages that few of its processes import, or none."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "--durations=6", "--durations-min=3")
TWO_WORKERS = ("-n", "2", "--dist", "worksteal")

FAILURES = re.compile("=+ (FAILURES|ERRORS) =+")
FAILED: list[str] = []
"""What lanes said of their failures, to be read at the end: by then the others have said much."""

Results = dict[str, int]
Run = tuple[str, str | None, list[str]]
"""The database's name, its address where it is no file, and what pytest is to run on it."""


def main(arguments: Sequence[str]) -> int:
    start = monotonic()
    results = fast() if list(arguments) == ["--fast"] else selected(arguments) if arguments else everything()
    print("".join(FAILED), end="")
    verdicts = ", ".join(f"{name} {'passed' if code == 0 else 'FAILED'}" for name, code in results.items())
    print(f"\n{verdicts} ({monotonic() - start:.0f} s)")
    return 1 if any(results.values()) else 0


def fast() -> Results:
    """A look before the next change, and no proof: nothing is killed, driven from outside or tried on PostgreSQL."""
    with ThreadPoolExecutor(1) as pool:
        checks = pool.submit(check.main, ())
        ((name, code),) = run_in_turn([("SQLite", None, ["-m", "not slow", *inside(CHECKED)])])
        return {"checks": checks.result(), name: code}


def selected(arguments: Sequence[str]) -> Results:
    """What ``arguments`` select, on both databases; it may be that there is something for one of them only."""
    workers = () if "-n" in " ".join(arguments) else TWO_WORKERS

    def run(name: str, url: str | None) -> int:
        title(name)
        return subprocess.run([*PYTEST, *workers, *arguments], env=environment(url), cwd=HERE.parent).returncode

    results = {"SQLite": run("SQLite", None), "PostgreSQL": on_postgres(lambda url: run("PostgreSQL", url))}
    if 0 in results.values():
        return {name: 0 if code == NOTHING_SELECTED else code for name, code in results.items()}
    return results


def everything() -> Results:
    """Three lanes, and the checks beside them."""

    def lanes(url: str | None) -> Results:
        suite: list[Run] = [on_sqlite()]
        outside: list[Run] = [("SQLite", None, [BROWSER])]
        faults: list[Run] = [("SQLite", None, [FAULT])]
        if url is not None:
            outside.append(on_a_second_database(url))
            faults.append(("PostgreSQL", url, [FAULT, *NO_OTHER_DATABASE]))
        with ThreadPoolExecutor(4) as pool:
            checks = pool.submit(check.main, ())
            codes = [code for lane in pool.map(run_in_turn, (suite, outside, faults)) for code in lane]
        return {"checks": checks.result()} | {
            name: next((code for of, code in codes if of == name and code), 0) for name in ("SQLite", "PostgreSQL")
        }

    compile_once()
    try:
        with postgres.server() as url, migrated_once(url):
            return lanes(url)
    except postgres.NoPostgres as error:
        print(f"\nPostgreSQL: {error}", file=sys.stderr)
        with migrated_once(None):
            return lanes(None) | {"PostgreSQL": 1}


@contextmanager
def migrated_once(url: str | None) -> Iterator[None]:
    """The lanes copy the same migrated databases."""
    with tempfile.TemporaryDirectory(prefix="elekt-migrated-") as folder:
        os.environ[migrated.SHARED] = folder
        try:
            yield
        finally:
            del os.environ[migrated.SHARED]
            if url is not None:
                postgres.drop(url, migrated.name_in(Path(folder)))


def on_sqlite() -> Run:
    """The suite in process."""
    return "SQLite", None, inside(CHECKED)


def on_a_second_database(url: str) -> Run:
    """What of it that could show anything new."""
    return "PostgreSQL", url, [*NO_OTHER_DATABASE, *inside((*WITHOUT_DATABASE, *CHECKED))]


def compile_once() -> None:
    """A dozen processes begin at once, and in a new environment each would compile all that it imports."""
    kept, sys.pycache_prefix = sys.pycache_prefix, COMPILED
    for path in (Path(sysconfig.get_path("purelib")), *SOURCES):
        compileall.compile_dir(path, quiet=2, workers=0, rx=RARE)
    sys.pycache_prefix = kept


def run_in_turn(lane: Sequence[Run]) -> list[tuple[str, int]]:
    """By name the exit codes of pytest. Each line that it says begins with the name: another lane speaks, too."""
    codes, start = [], monotonic()
    for name, url, paths in lane:
        about = f"{name}: {paths[0]}" if paths[0] in (BROWSER, FAULT) else name
        said: list[str] = []
        title(about)
        command = [*PYTEST, *TWO_WORKERS, *paths]
        with subprocess.Popen(
            command, env=environment(url), cwd=HERE.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as pytest:
            assert pytest.stdout is not None
            for line in pytest.stdout:
                print(f"{name:>10} | {line}", end="", flush=True)
                said.append(line)
        if pytest.returncode:
            begun = next((at for at, line in enumerate(said) if FAILURES.match(line)), -20)
            FAILED.extend([f"\n{about}\n", *said[begun:]])
        codes.append((name, pytest.returncode))
        print(f"{name:>10} | ended: {about} ({monotonic() - start:.0f} s after the lane's start)", flush=True)
    return codes


def inside(without: Sequence[str] = ()) -> list[str]:
    """What may share processes: a driven browser keeps an event loop, so nobody else beside it could have one."""
    paths = [*sorted(path for path in HERE.iterdir() if path.is_dir()), *sorted(HERE.glob("test_*.py"))]
    unwanted = {HERE / name for name in ("browser", "fault", "__pycache__", *without)}
    wanted = [shown(path) for path in paths if path not in unwanted]
    return [*NO_BROWSER, *wanted, *(f"--ignore={shown(path)}" for path in sorted(unwanted) if path.parent != HERE)]


def shown(path: Path) -> str:
    return str(path.relative_to(HERE.parent))


def on_postgres(run: Callable[[str], int]) -> int:
    try:
        with postgres.server() as url:
            return run(url)
    except postgres.NoPostgres as error:
        print(f"\nPostgreSQL: {error}", file=sys.stderr)
        return 1


def environment(url: str | None) -> dict[str, str]:
    """That of the suite's processes, and of those that they start in their turn."""
    inherited = {key: value for key, value in os.environ.items() if key not in OURS}
    return inherited | {"PYTHONPYCACHEPREFIX": COMPILED} | ({} if url is None else {"DATABASE_URL": url})


def title(of: str) -> None:
    print(f"\n{'=' * 30} the suite on {of} {'=' * 30}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
