"""Write many rows at once, past the ORM, which makes an object of each and looks at every field of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any

from django.db import connection, models

Row = Sequence[Any]
Rows = Iterable[Row]
AT_ONCE = 125
"""Rows of one statement on SQLite."""
SENT_AT_ONCE = 2000
"""Rows that PostgreSQL gets together: it works on them while the next are made."""


def insert(model: type[models.Model], columns: Sequence[str], rows: Rows) -> None:
    """``rows`` are tuples in the order of ``columns``, of what both databases take as it is: whole numbers, booleans,
    None, words without a backslash (other than ``None``), a UUID's 32 digits, moments as ``moment`` writes them. They
    may be made on the way, if that does not touch the database."""
    name = connection.ops.quote_name
    into = f"{name(model._meta.db_table)} ({', '.join(name(column) for column in columns)})"
    with connection.cursor() as cursor:  # which opens the connection
        _copy(cursor, into, columns, rows) if connection.vendor == "postgresql" else _insert(into, columns, rows)


def _copy(cursor: Any, into: str, columns: Sequence[str], rows: Rows) -> None:
    line = "\t".join(["%s"] * len(columns)) + "\n"
    with cursor.copy(f"COPY {into} FROM STDIN (NULL 'None')") as copy:
        for some in _parts(rows, SENT_AT_ONCE):
            copy.write("".join([line % row for row in some]))


def _insert(into: str, columns: Sequence[str], rows: Rows) -> None:
    """Many rows with each statement, which takes half the time of one by one; straight, for Django reads the text of
    each statement to put other marks into it."""
    one = f"({', '.join('?' * len(columns))})"
    full = _statement(into, one, AT_ONCE)
    execute = connection.connection.execute
    with connection.wrap_database_errors:
        for some in _parts(rows, AT_ONCE):
            query = full if len(some) == AT_ONCE else _statement(into, one, len(some))
            execute(query, [*chain.from_iterable(some)])


def _statement(into: str, one: str, rows: int) -> str:
    return f"INSERT INTO {into} VALUES {', '.join([one] * rows)}"  # noqa: S608


def _parts(rows: Rows, size: int) -> Iterator[Sequence[Row]]:
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def update(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Each row holds the new values of ``columns``, whole numbers or None, and the primary key at its end."""
    if rows:
        name = connection.ops.quote_name
        table, key = name(model._meta.db_table), name(str(model._meta.pk.column))
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":  # in one statement: one by one took a fifth of a rebuild
                sets = ", ".join(f"{name(column)} = new.v{number}" for number, column in enumerate(columns))
                arrays = ", ".join(["%s::bigint[]"] * len(rows[0]))
                names = ", ".join(f"v{number}" for number in range(len(rows[0])))
                new = f"unnest({arrays}) AS new ({names})"
                query = f"UPDATE {table} SET {sets} FROM {new} WHERE {table}.{key} = new.v{len(columns)}"  # noqa: S608
                cursor.execute(query, [list(column) for column in zip(*rows, strict=True)])
            else:
                sets = ", ".join(f"{name(column)} = %s" for column in columns)
                cursor.executemany(f"UPDATE {table} SET {sets} WHERE {key} = %s", rows)  # noqa: S608


def moment(iso: str) -> str:
    """Of an ISO 8601 text with its time zone, as Django's connections speak of it: in UTC, without saying so."""
    if not iso.endswith("+00:00") or iso[10:11] != "T":
        iso = datetime.fromisoformat(iso).astimezone(UTC).isoformat()
    return f"{iso[:10]} {iso[11:-6]}"
