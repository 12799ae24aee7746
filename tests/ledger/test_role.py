"""The role that docs/ledger.md gives to the product can play, and can do nothing else to events."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import feed, store

from .factories import batch

pytestmark = [
    pytest.mark.usefixtures("ledger"),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no roles"),
]


def test_the_role_can_append_and_read_but_not_change_events() -> None:
    role = f"app_{uuid4().hex[:8]}"
    text = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text("utf-8")
    script = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)[0].replace("elekt_app", role)
    stream = uuid4()
    with connection.cursor() as cursor:
        cursor.execute(script)
        try:
            cursor.execute(f"SET ROLE {role}")
            store.append(stream, 0, batch(2), decision_id=uuid4())
            assert len(store.read(stream)) == 2
            feed.read()
            for forgery in (
                "UPDATE ledger_event SET kind = 'forged'",
                "DELETE FROM ledger_event",
                "TRUNCATE ledger_event",
                "DELETE FROM ledger_event_0",
                "ALTER TABLE ledger_event DISABLE TRIGGER ALL",
                "DELETE FROM ledger_epoch",
            ):
                with pytest.raises(DatabaseError, match=r"permission denied|must be owner"), transaction.atomic():
                    cursor.execute(forgery)
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute(f"DROP OWNED BY {role}")
            cursor.execute(f"DROP ROLE {role}")
    assert store.version(stream) == 2
