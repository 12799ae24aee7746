"""PostgreSQL: the role that the product runs as. It reads and appends, and could not drop the triggers either."""

from __future__ import annotations

from django.db import connection, transaction
from psycopg import sql

APPEND_ONLY = ("ledger_event", "ledger_epoch")


@transaction.atomic
def restrict(role: str, password: str) -> None:
    """Make the role where it is missing, and let it do what the product does: read and write read models, and add to
    the ledger. For whoever owns the tables; doing it again changes nothing but the password.
    """
    name = sql.Identifier(role)
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_roles WHERE rolname = %s", [role])
        verb = sql.SQL("ALTER" if cursor.rowcount else "CREATE")
        cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass")
        parts = [sql.Identifier(part) for (part,) in cursor.fetchall()]
        append_only = sql.SQL(", ").join(map(sql.Identifier, APPEND_ONLY))
        for statement in (
            sql.SQL("{} ROLE {} LOGIN PASSWORD {}").format(verb, name, sql.Literal(password)),
            sql.SQL("ALTER ROLE {} SET idle_in_transaction_session_timeout = '60s'").format(name),
            sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name),
            sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}").format(name),
            sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(name),
            sql.SQL("REVOKE UPDATE, DELETE, TRUNCATE ON {} FROM {}").format(append_only, name),
            # Whoever reached a partition would not be asked about the table.
            *(sql.SQL("REVOKE ALL ON {} FROM {}").format(part, name) for part in parts),
        ):
            cursor.execute(statement)
