"""The lines of a file that may be packed with gzip, unpacked as they are read: a small file may become a huge one, so
nothing is held but a line, and what it may become is bounded."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import IO

from web.errors import BadRequest

from .split import MAX_BYTES

GZIP = b"\x1f\x8b"
PIECE = 1 << 16
MEGABYTE = 1024 * 1024
MAX_PLAIN, MAX_UPLOAD = 16 * MEGABYTE, 64 * MEGABYTE
"""Bytes of one import through a page or the API, as it is and packed with gzip. Those who run the server import files
of any length."""
MAX_UNPACKED = 384 * MEGABYTE
"""Bytes that a packed one may become. A thousand records have some 190 MB, and 50 packed: hashes do not pack."""
MAX_LINES = 3_000_000
"""Likewise; a thousand records have a million."""


def lines(file: IO[bytes], *, of_any_length: bool = False) -> Iterator[bytes]:
    """The lines of a file, without their ends. Of one that is longer than a record may be, as much as shows that.

    Raises BadRequest: the packed file is broken, or it is too long.
    """
    pending, number, is_cut = b"", 0, False
    for piece in _any_length(file) if of_any_length else pieces(file):
        *whole, rest = piece.split(b"\n")
        if whole:
            yield pending if is_cut else pending + whole[0]
            yield from whole[1:]
            pending, is_cut = b"", False
            number += len(whole)
            if number > MAX_LINES and not of_any_length:
                raise BadRequest("import_too_many_lines", most=MAX_LINES)
        if not is_cut:
            pending += rest
            is_cut = len(pending) > MAX_BYTES
    if pending:
        yield pending


def pieces(file: IO[bytes], unpacked: int = MAX_UNPACKED) -> Iterator[bytes]:
    """The bytes of a file; of one that is packed with gzip those that it becomes, ``unpacked`` at most. Raises
    BadRequest."""
    size = 0
    for is_packed, piece in _pieces(file):
        size += len(piece)
        if not is_packed and size > MAX_PLAIN:
            raise too_long()
        if size > unpacked:
            raise BadRequest("import_unpacks_too_long", most=unpacked // MEGABYTE)
        yield piece


def too_long() -> BadRequest:
    return BadRequest("import_too_long", most=MAX_PLAIN // MEGABYTE, packed=MAX_UPLOAD // MEGABYTE)


def _any_length(file: IO[bytes]) -> Iterator[bytes]:
    return (piece for _, piece in _pieces(file))


def _pieces(file: IO[bytes]) -> Iterator[tuple[bool, bytes]]:
    first = file.read(PIECE)
    is_packed = first.startswith(GZIP)
    return ((is_packed, piece) for piece in (_unpacked if is_packed else _read)(first, file))


def _read(piece: bytes, file: IO[bytes]) -> Iterator[bytes]:
    while piece:
        yield piece
        piece = file.read(PIECE)


def _unpacked(piece: bytes, file: IO[bytes]) -> Iterator[bytes]:
    """One or several gzip streams, one after another."""
    unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        while piece:
            made = unpacking.decompress(piece, PIECE)
            if made:
                yield made
            piece = unpacking.unconsumed_tail
            if unpacking.eof:
                piece = unpacking.unused_data or file.read(PIECE)
                if piece:
                    unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
            elif not piece:
                piece = file.read(PIECE)
    except zlib.error as error:
        raise BadRequest("import_pack_broken") from error
    if not unpacking.eof:
        raise BadRequest("import_pack_broken")
