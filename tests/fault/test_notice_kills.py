"""kill -9 of a worker while it hands notices over: nobody is left out; at most what was under way comes twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from players.notices.push import CONVERSATIONS
from tests.product import HOME
from tests.sampling import sample

pytestmark = [pytest.mark.slow, pytest.mark.one_database]
PEOPLE = sample(40, 120)
SAID = """
import os, sys
from pathlib import Path
from benchmarks.notices import run
from benchmarks.ratings import database
from tests import migrated
with database():
    migrated.copy_file(Path(os.environ["ELEKT_DATA"], "elekt.sqlite3"))
    seen = run(int(sys.argv[1]), 2, kill=True)
print("result", len(seen.mails), len(seen.pushes), seen.twice)
"""


def test_a_killed_worker_loses_no_notice(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SAID, str(PEOPLE)], cwd=HOME, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    mails, pushes, twice = (int(word) for word in done.stdout.rpartition("result")[2].split())
    assert (mails, pushes) == (PEOPLE, PEOPLE)
    assert twice <= 1 + CONVERSATIONS
