"""Rows of whole numbers in the binary form of PostgreSQL's COPY: behind ``BEGIN``, before ``END``."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import chain
from typing import Any

BEGIN, END = b"PGCOPY\n\xff\r\n\0" + bytes(8), struct.pack("!h", -1)
NONE = struct.pack("!i", -1)

Row = Sequence[int | None]


class Packing:
    """A row is the number of its fields, and each field its length and its value. ``codes`` are those of ``struct``,
    one for each column."""

    def __init__(self, codes: Sequence[str]) -> None:
        self._codes = codes
        self._sizes = [struct.calcsize(f"!{code}") for code in codes]
        self._one = [len(codes), *chain.from_iterable((size, 0) for size in self._sizes)]
        self._format = "h" + "".join(f"i{code}" for code in codes)

    def rows(self, rows: Sequence[Row]) -> bytes:
        """Column by column into one list of numbers, and all of it at once: no step is made for each row."""
        numbers: list[Any] = self._one * len(rows)
        for at, column in enumerate(zip(*rows, strict=True)):
            numbers[2 + 2 * at :: len(self._one)] = column
        try:
            return struct.pack("!" + self._format * len(rows), *numbers)
        except struct.error:  # a None among them
            return b"".join([self._row(row) for row in rows])

    def _row(self, row: Row) -> bytes:
        fields = [
            NONE if value is None else struct.pack(f"!i{code}", size, value)
            for code, size, value in zip(self._codes, self._sizes, row, strict=True)
        ]
        return struct.pack("!h", len(row)) + b"".join(fields)
