"""Templates that one can read: formatted, in lines that fit on a screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
FOLDER = HOME / "templates"
MAX_LINE = 120
MAX_AVERAGE = 60


def lines() -> list[tuple[str, str]]:
    files = sorted(FOLDER.rglob("*.html"))
    return [(str(file.relative_to(HOME)), line) for file in files for line in file.read_text("utf-8").splitlines()]


def test_templates_are_as_the_formatter_leaves_them() -> None:
    formatter = Path(sys.executable).parent / "djangofmt"
    done = subprocess.run([formatter, "--check", FOLDER], cwd=HOME, capture_output=True, text=True)
    assert done.returncode == 0, f"./run fix formats templates:\n{done.stdout}{done.stderr}"


def test_no_line_of_a_template_is_too_long() -> None:
    long = [f"{file}: {line.strip()}" for file, line in lines() if len(line) > MAX_LINE]
    assert not long, f"a longer text goes into blocktrans trimmed, a longer tag into with or into the view: {long}"


def test_lines_of_templates_are_short_on_average() -> None:
    lengths = [len(line) for _, line in lines()]
    assert sum(lengths) / len(lengths) <= MAX_AVERAGE
