"""The repository as a whole: what it must not name, and that it runs from the tree."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points

import pytest
from django.core.management import get_commands

from tests import slow
from tests.__main__ import CHECKED, WITHOUT_DATABASE
from tests.product import HOME

FOREIGN = [
    "py" + "pi.",
    "python" + "hosted.",
    "npm" + "js.",
    "regi" + "stry.",
    "artif" + "actory",
    "proxy.go" + "lang",
    "crates" + ".io",
]


def test_what_the_suite_leaves_out_somewhere_is_there() -> None:
    """A file that was moved would silently run on both databases again, a test that was renamed in the fast run."""
    assert [name for name in (*WITHOUT_DATABASE, *CHECKED) if not (HOME / "tests" / name).exists()] == []
    gone = []
    for name in sorted(slow.names()):
        path, _, test = name.partition("::")
        text = (HOME / path).read_text() if (HOME / path).exists() else ""
        if f"def {test.rpartition('::')[2]}(" not in text:
            gone.append(name)
    assert gone == []


def test_the_notice_counts_the_card_data_of_each_game() -> None:
    said = re.findall(r"^ {8}(\w+) +(\d+) +(\d+) +(\d+)$", (HOME / "NOTICE").read_text(), re.MULTILINE)
    games = HOME / "elekt_core" / "games"
    assert {game for game, *_ in said} == {path.parent.name for path in games.glob("*/cards.toml")}
    for game, *counts in said:
        text = (games / game / "cards.toml").read_text()
        found = [
            len(re.findall(f'provenance = "{of}"', text)) for of in ("rulebook", "completed", "original", "public")
        ]
        assert [*map(int, counts), 0] == found, game


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (HOME / name).is_file()]


def test_no_file_names_a_host_that_packages_come_from() -> None:
    host = re.compile(
        rb"(?:https?://|\b)[\w.-]*(?:" + b"|".join(re.escape(word).encode() for word in FOREIGN) + rb")\w"
    )
    found = {}
    for name in tracked():
        content = (HOME / name).read_bytes()
        if b"\0" in content[:1000] or name.endswith((".min.js", ".py")):
            continue
        if match := host.search(content):
            found[name] = match.group()
    assert found == {}


@pytest.mark.parametrize("lock", ["requirements.txt", "docker/requirements.txt", "benchmarks/requirements.txt"])
def test_a_lock_pins_every_package_by_hash_and_names_no_place(lock: str) -> None:
    lines = [line.strip(" \\") for line in (HOME / lock).read_text().splitlines()]
    packages = [line for line in lines if not line.startswith("--hash")]
    assert packages
    assert all(re.fullmatch(r"[a-z0-9._-]+==[^\s;]+( ; .+)?", line) for line in packages)
    assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in lines if line.startswith("--"))


def test_locks_have_what_the_project_asks_for() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text())
    for lock, wanted in {
        "requirements.txt": project["project"]["dependencies"] + project["dependency-groups"]["dev"],
        "docker/requirements.txt": project["project"]["dependencies"],
    }.items():
        names = {line.split("==")[0] for line in (HOME / lock).read_text().splitlines() if "==" in line}
        asked = {re.split(r"[\[<>=;\s]", one)[0].lower() for one in wanted if isinstance(one, str)}
        assert asked - names == set(), f"{lock}: run ./run lock"


def test_games_are_entry_points() -> None:
    found = {entry.name: entry.value for entry in entry_points(group="elekt_core.games")}
    assert found["elekt"] == "elekt_core.games.elekt:game"


def test_the_core_runs_alone() -> None:
    code = (
        "import sys, pkgutil, importlib, elekt_core\n"
        "for m in pkgutil.walk_packages(elekt_core.__path__, 'elekt_core.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "known = set(sys.stdlib_module_names) | {'elekt_core', '__main__'}\n"
        "foreign = {n.partition('.')[0] for n in sys.modules} - known\n"
        "print(sorted(n for n in foreign if not n.startswith('__editable__')))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=HOME, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_the_core_has_a_command_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "elekt_core", "--help"], cwd=HOME, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert all(word in done.stdout for word in ("simulate", "replay", "verify"))


def test_the_entrance_hands_options_without_a_command_to_the_product() -> None:
    refused = subprocess.run(["./run", "--port", "none"], cwd=HOME, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "argument --port: invalid int value: 'none'" in refused.stderr


def test_links_between_documents_lead_somewhere() -> None:
    missing = []
    for name in tracked():
        if name.endswith(".md"):
            for target in re.findall(r"\]\(([^)#\s]+)\)", (HOME / name).read_text()):
                if "://" not in target and not ((HOME / name).parent / target).exists():
                    missing.append((name, target))
    assert missing == []


def test_commands_that_the_documents_name_exist() -> None:
    text = "\n".join((HOME / name).read_text() for name in tracked() if name.endswith(".md"))
    named = set(re.findall(r"(?:\./run|manage\.py) ([a-z_]+)", text))
    entrance = set(re.findall(r"^\./run \[?([a-z]+)", (HOME / "run").read_text(), re.MULTILINE))
    assert named - set(get_commands()) - entrance == set()


LOCALISED = re.compile(r"(?:\.toLocale\w*|Intl\.(?!Collator)\w+)\(([^()]*)\)(\.resolvedOptions\(\))?")
DATE_LOCALE = 'dateLocale = lang === "en" ? "en-GB" : lang'


def test_scripts_write_dates_as_the_server_does() -> None:
    """A browser puts the month first for a page in plain ``en``, and asks the device where no language is named."""
    found = []
    for path in sorted((HOME / "static/js").rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        for given, asks_the_device in LOCALISED.findall(text):
            if not asks_the_device and not (given.startswith("dateLocale") and DATE_LOCALE in text):
                found.append(f"{path.name}: {given or 'no language'}")
    assert found == []
