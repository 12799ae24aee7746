"""`./run check`: lint, form, templates, floors and types, each with its own words. Tests check the translations."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

BIN = Path(sys.executable).parent
CHECKS: dict[str, Sequence[str]] = {
    "lint": (f"{BIN}/ruff", "check", "-q", "."),
    "form": (f"{BIN}/ruff", "format", "-q", "--check", "."),
    "templates": (sys.executable, "-m", "pytest", "-q", "--no-header", "tests/test_house_templates.py"),
    "floors": (f"{BIN}/lint-imports",),
    "migrations": (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"),
    "types": (f"{BIN}/mypy",),
    "translations": (sys.executable, "-m", "pytest", "-q", "--no-header", "tests/test_house_messages.py"),
}


def main(names: Sequence[str]) -> int:
    """Run all checks (or the named ones), tell of each, and say at the end which failed."""
    failed = []
    for name, command in CHECKS.items():
        if names and name not in names:
            continue
        start = monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        verdict = "ok" if done.returncode == 0 else "FAILED"
        print(f"check {name}: {verdict} ({monotonic() - start:.0f} s)", flush=True)
        if done.returncode:
            failed.append(name)
            print(done.stdout + done.stderr, flush=True)
    if failed:
        print(f"checks failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
