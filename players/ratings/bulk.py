"""Write many rows at once, past the ORM, which makes an object of each and looks at every field of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection, models

Rows = Sequence[Sequence[Any]]
AT_ONCE = 100


def insert(model: type[models.Model], columns: Sequence[str], rows: Rows) -> None:
    """``rows`` hold whole numbers, UUIDs, booleans, None, words without a backslash, and moments with a time
    zone, in the order of ``columns``."""
    if rows:
        name = connection.ops.quote_name
        into = f"{name(model._meta.db_table)} ({', '.join(name(column) for column in columns)})"
        with connection.cursor() as cursor:  # which opens the connection
            _copy(cursor, into, rows) if connection.vendor == "postgresql" else _insert(into, rows)


def _copy(cursor: Any, into: str, rows: Rows) -> None:
    with cursor.copy(f"COPY {into} FROM STDIN") as copy:
        copy.write("\n".join(["\t".join([r"\N" if value is None else str(value) for value in row]) for row in rows]))
        copy.write("\n")


def _insert(into: str, rows: Rows) -> None:
    """Many rows with each statement, which takes half the time of one by one; straight, for Django reads the text of
    each statement to put other marks into it."""
    rows = _adapted(rows)
    one = f"({', '.join('?' * len(rows[0]))})"
    with connection.wrap_database_errors:
        for first in range(0, len(rows), AT_ONCE):
            some = rows[first : first + AT_ONCE]
            query = f"INSERT INTO {into} VALUES {', '.join([one] * len(some))}"  # noqa: S608
            connection.connection.execute(query, [*chain.from_iterable(some)])


def update(model: type[models.Model], columns: Sequence[str], rows: Rows) -> None:
    """Each row holds the new values of ``columns``, and the primary key at its end."""
    name = connection.ops.quote_name
    sets = ", ".join(f"{name(column)} = %s" for column in columns)
    query = f"UPDATE {name(model._meta.db_table)} SET {sets} WHERE {name(str(model._meta.pk.column))} = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(query, rows)


def _adapted(rows: Rows) -> Rows:
    """As SQLite wants them, column by column."""
    wants = [_ADAPTERS.get(type(value)) for value in rows[0]] if rows else []
    if not any(wants):
        return rows
    columns = zip(wants, zip(*rows, strict=True), strict=True)
    return list(zip(*(map(want, column) if want else column for want, column in columns), strict=True))


def _moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(" ").removesuffix("+00:00")


_ADAPTERS: Mapping[type, Callable[[Any], str]] = {UUID: lambda value: value.hex, datetime: _moment}
