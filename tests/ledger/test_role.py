"""The role that the product runs as can play, and can do nothing else to events."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import feed, store
from ledger.roles import restrict

from .factories import batch

pytestmark = [
    pytest.mark.usefixtures("ledger"),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no roles"),
]


def test_the_role_can_append_and_read_but_not_change_events() -> None:
    role = f"app_{uuid4().hex[:8]}"
    stream = uuid4()
    with connection.cursor() as cursor:
        restrict(role, "it's a secret")
        restrict(role, "it's another")
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
                "CREATE FUNCTION ledger_feed() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            ):
                with pytest.raises(DatabaseError, match=r"permission denied|must be owner"), transaction.atomic():
                    cursor.execute(forgery)
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute(f"DROP OWNED BY {role}")
            cursor.execute(f"DROP ROLE {role}")
    assert store.version(stream) == 2
