"""A stream whose end was removed, which its own chain cannot show, contradicts the read models."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger import store
from matches.models import Match
from tests.ledger.sweep import unguarded


def test_a_match_that_was_cut_off_is_found(transactional_db: None) -> None:
    call_command("simulate", game="elekt", seats=2, seed=3, bots="random,random", count=1, stdout=StringIO())
    match = Match.objects.get()
    call_command("verify", "--all", stdout=StringIO(), stderr=StringIO())
    batch = max(event.seq for event in store.read(match.id) if event.batch)
    with unguarded(), connection.cursor() as cursor:
        key = match.id.bytes if connection.vendor == "sqlite" else match.id
        cursor.execute("DELETE FROM ledger_event WHERE stream_id = %s AND seq >= %s", [key, batch])
    for asked in (str(match.id), "--all"):
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("verify", asked, stdout=out, stderr=StringIO())
        assert f"event {batch - 1}: the stream ends here, but it had come to event {match.version}" in out.getvalue()
