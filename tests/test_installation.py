"""Everything that an installation holds goes out and comes back: folds, ratings and standings equal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from django.db import transaction

from config import installation
from config.installation import BadDump
from ledger import verify
from ledger.errors import LedgerError
from ledger.models import Archive
from matches.models import Match
from matches.play import archiving
from matches.records import services as records
from players.models import Player
from tests.matches.factories import account
from tests.sampling import LONG

VECTORS = Path(__file__).parents[1] / "docs" / "vectors"


class _Undone(Exception):
    """What was made is rolled back: the ledger lets nobody delete."""


def made() -> list[str]:
    """An export of an installation in which things have happened; here it is as if they had not."""
    try:
        with transaction.atomic():
            names = ("elekt-two-seats", "elekt-taken-back", "enclave-three-seats")
            row = records.hand_in(
                b"".join((VECTORS / f"{one}.jsonl").read_bytes() for one in names), by=account("Alice")
            )
            while records.advance(row.id):
                pass
            archiving.archive(Match.objects.order_by("id")[0].id)
            lines = list(installation.written())
            raise _Undone
    except _Undone:
        return lines


@pytest.mark.django_db
def test_an_installation_comes_back_as_it_was() -> None:
    lines = made()
    assert not Match.objects.exists()
    digests = installation.restore(lines)
    assert Match.objects.count() == 3
    assert Archive.objects.count() == 1
    assert Player.objects.get(username="alice").name == "Alice"
    assert not list(verify.every_stream())
    assert json.loads(lines[-2])["digests"] == digests
    assert list(installation.written()) == lines
    with pytest.raises(BadDump):
        installation.restore(lines)


@pytest.mark.django_db
def test_what_was_changed_or_cut_is_refused_whole() -> None:
    lines = made()
    event = next(number for number, line in enumerate(lines) if '"record_imported"' in line)
    other = lines[event].replace("seed", "none")
    for bad in (lines[:-1], [*lines[:event], other, *lines[event + 1 :]]):
        with pytest.raises((LedgerError, ValueError)):
            installation.restore(bad)
        assert not Match.objects.exists()
        assert not Player.objects.exists()


@pytest.mark.skipif(not LONG, reason="starts two installations")
@pytest.mark.skipif("LONG_POSTGRESQL" not in os.environ, reason="needs an empty PostgreSQL database")
def test_the_other_database_has_everything(tmp_path: Path) -> None:
    """SQLite to PostgreSQL (its address in LONG_POSTGRESQL) and back to SQLite."""

    def manage(data: str, address: str, *arguments: str) -> str:
        there = {**os.environ, "ELEKT_DATA": str(tmp_path / data), "DATABASE_URL": address}
        (tmp_path / data).mkdir(exist_ok=True)
        return subprocess.run(
            [sys.executable, "manage.py", *arguments], env=there, check=True, capture_output=True, text=True
        ).stdout

    places = (
        ("a", f"sqlite:///{tmp_path}/a.db"),
        ("b", os.environ["LONG_POSTGRESQL"]),
        ("c", f"sqlite:///{tmp_path}/c.db"),
    )
    for place in places:
        manage(*place, "migrate")
    manage(*places[0], "demo")
    for before, after in pairwise(places):
        manage(*before, "export_installation", str(tmp_path / f"{before[0]}.jsonl"))
        manage(*after, "restore_installation", str(tmp_path / f"{before[0]}.jsonl"))
    manage(*places[2], "export_installation", str(tmp_path / "c.jsonl"))
    assert (tmp_path / "a.jsonl").read_text() == (tmp_path / "c.jsonl").read_text()
