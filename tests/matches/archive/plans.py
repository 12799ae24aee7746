"""How a database would answer a query among many rows."""

from __future__ import annotations

from django.db import connection

INDEX_ALONE = "COVERING INDEX" if connection.vendor == "sqlite" else "Index Only Scan using"


def plan_of(sql: str) -> str:
    """PostgreSQL goes through a few rows one by one, and is told here not to."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for way in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())
