"""Records as text: one JSON object per line, documented in docs/notation.md.

    header, then for each batch: a batch line and its event lines, then a closing line with a checksum.

``parse_record(format_record(r)) == r``, and no byte of a text can be changed unnoticed: the checksum finds
accidents, the hash chain of an open record finds intent (see ``verify.py``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NoReturn

from ..errors import BadRecord
from .chain import TIMED as CHAIN
from .chain import canonical
from .record import (
    FORMAT,
    OPEN,
    SPECTATOR,
    TIMED,
    WITH_BESIDE,
    WITH_CARDS,
    WITH_SEVERAL,
    Entry,
    Perspective,
    Record,
    StoredBatch,
    decode_draw,
)

MAGIC = "elekt-record"

_HEADER = {
    "record": str,
    "format": int,
    "stream": str,
    "game": str,
    "ruleset": str,
    "seats": int,
    "options": dict,
    "card_set": str,
}
_EVENT = {"seq": int, "kind": str, "version": int, "payload": dict}
_ENTRY_TYPES = {(int, str, int, dict, at, digest) for at in (str, type(None)) for digest in (str, type(None))}
_END = {"end": str, "batches": int, "events": int, "sha256": str}


def format_record(record: Record) -> str:
    """The text of a record. Raises TypeError for values without a canonical form."""
    body = b"".join(canonical(line) + b"\n" for line in _lines(record))
    end = {"end": MAGIC, "batches": len(record.batches), "events": len(record.entries)}
    return (body + canonical(end | {"sha256": sha256(body).hexdigest()}) + b"\n").decode()


def parse_record(text: str | bytes) -> Record:
    """Inverse of ``format_record``.

    Raises BadRecord with the ``line`` (from 1) and what is wrong there: not JSON or not in canonical form, a missing,
    unknown or wrong field, lines out of order, a truncated or altered text, a format that a newer program wrote. Knows
    no game: kinds and payloads are judged by ``replay`` and ``verify``.
    """
    return _Reader(text).read()


def _lines(record: Record) -> Iterator[dict[str, Any]]:
    yield {
        "record": MAGIC,
        "format": record.format,
        "stream": record.stream,
        "game": record.game,
        "ruleset": record.ruleset,
        "seats": record.seats,
        "options": record.options,
        "card_set": record.card_set,
        "perspective": [*record.perspective] if isinstance(record.perspective, tuple) else record.perspective,
        **({"chain": CHAIN} if record.format >= TIMED else {}),
        **({"cards": record.cards} if record.cards else {}),
    }
    for number, batch in enumerate(record.batches):
        at = {} if batch.at is None else {"at": batch.at}
        yield {**(batch.meta or {}), "batch": number, "id": batch.id, "actor": batch.actor, **at}
        for entry in batch.entries:
            line = {"seq": entry.seq, "kind": entry.kind, "version": entry.version, "payload": entry.payload}
            if entry.at is not None:
                line["at"] = entry.at
            if entry.hash is not None:
                line["hash"] = entry.hash
            yield line


class _Reader:
    """Goes through the lines once; ``self.number`` is the current line, for errors."""

    def __init__(self, text: str | bytes) -> None:
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        self.data = data
        self.damaged = False
        """Whether some line is no UTF-8: each is looked at then."""
        try:
            decoded = data.decode()
        except UnicodeDecodeError:
            self.damaged = True
            decoded = data.decode(errors="surrogateescape")
        self.lines = decoded.split("\n")
        self.number = 0
        self.timed = False
        """Whether the times of batches are covered by their hashes; before format 3 they stood with the events."""

    def read(self) -> Record:
        header = self._header()
        batches: list[StoredBatch] = []
        head: dict[str, Any] | None = None
        entries: list[Entry] = []
        seq = 0
        while True:
            line = self._next()
            if "seq" in line:
                if head is None:
                    self._fail("unexpected_line", expected="batch", found="event")
                seq += 1
                entries.append(self._entry(line, seq))
                continue
            if head is not None:
                if not entries:
                    self._fail("empty_batch", batch=len(batches))
                at = head.pop("at", None) if self.timed else None
                batches.append(StoredBatch(tuple(entries), head["id"], head["actor"], _meta(head), at))
            if "end" in line:
                break
            if "batch" not in line:
                self._fail("unexpected_line", expected="batch", found=next(iter(line), ""))
            if line["batch"] != len(batches) or type(line["batch"]) is not int:
                self._fail("out_of_order", field="batch", expected=len(batches), found=line["batch"])
            self._check_batch(line)
            head, entries = line, []
        self._close(line, len(batches), seq)
        record = Record(
            header["stream"],
            header["game"],
            header["ruleset"],
            header["seats"],
            header["options"],
            header["card_set"],
            _perspective(header["perspective"]),
            tuple(batches),
            header.get("cards", ""),
        )
        if record.format != header["format"]:
            self.number = 1
            self._fail("bad_field", field="chain" if header["format"] == TIMED > record.format else "format")
        return record

    def _header(self) -> dict[str, Any]:
        try:
            line = self._next()
        except BadRecord as error:
            if error.code == "line_endings":
                raise
            self._fail("not_a_record")
        if line.get("record") != MAGIC:
            self._fail("not_a_record")
        version = line.get("format")
        if type(version) is int and version > FORMAT:
            self._fail("record_too_new", found=version, known=FORMAT)
        if version not in (1, WITH_CARDS, TIMED, WITH_BESIDE, WITH_SEVERAL) or type(version) is not int:
            self._fail("bad_field", field="format")
        self.timed = version >= TIMED
        carries = {"cards": str} if version == WITH_CARDS or (self.timed and "cards" in line) else {}
        self._fields(line, _HEADER | carries | ({"chain": int} if self.timed else {}), {"perspective"})
        if carries and not line["cards"]:
            self._fail("bad_field", field="cards")
        if self.timed and line["chain"] != CHAIN:
            self._fail("bad_field", field="chain")
        if "perspective" not in line:
            self._fail("missing_field", field="perspective")
        perspective = line["perspective"]
        if not _is_perspective(perspective, line["seats"]):
            self._fail("bad_field", field="perspective")
        return line

    def _check_batch(self, line: dict[str, Any]) -> None:
        for name in ("id", "actor"):
            if not isinstance(line.get(name, 0), str | None):
                self._fail("bad_field" if name in line else "missing_field", field=name)
        kinds = {"decision": dict, "setup": dict, "state": str} | ({"at": int} if self.timed else {})
        for name, kind in kinds.items():
            if name in line and type(line[name]) is not kind:
                self._fail("bad_field", field=name)
        draws = line.get("draws", [])
        if type(draws) is not list:
            self._fail("bad_field", field="draws")
        for draw in draws:
            try:
                decode_draw(draw)
            except BadRecord as error:
                self._fail(error.code, **error.data)

    def _entry(self, line: dict[str, Any], seq: int) -> Entry:
        get = line.get
        told = (get("seq"), get("kind"), get("version"), get("payload"), get("at"), get("hash"))
        entry: Entry = tuple.__new__(Entry, told)  # half the time of Entry(...); judged below
        expected = 4 + (entry.at is not None) + (entry.hash is not None)
        if tuple(map(type, entry)) not in _ENTRY_TYPES or len(line) != expected:
            self._explain_entry(line)
        if entry.seq != seq:
            self._fail("out_of_order", field="seq", expected=seq, found=entry.seq)
        return entry

    def _explain_entry(self, line: dict[str, Any]) -> NoReturn:
        self._fields(line, _EVENT, {"at", "hash"})
        for name in ("at", "hash"):
            if name in line and type(line[name]) is not str:
                self._fail("bad_field", field=name)
        raise AssertionError(line)

    def _close(self, line: dict[str, Any], batches: int, events: int) -> None:
        self._fields(line, _END, set())
        for name, count in (("batches", batches), ("events", events)):
            if line[name] != count:
                self._fail("wrong_count", field=name, expected=line[name], found=count)
        if not batches:
            self._fail("no_events")
        if self.number != len(self.lines) - 1 or self.lines[-1]:
            self.number += 1
            self._fail("after_end")
        if self.lines[-2] != canonical(line).decode():
            self._fail("altered")
        body = self.data[: self.data.rindex(b"\n", 0, len(self.data) - 1) + 1]
        if line["sha256"] != sha256(body).hexdigest() or line["end"] != MAGIC:
            self._fail("altered")

    def _next(self) -> dict[str, Any]:
        text = self.lines[self.number]
        self.number += 1
        if self.number == len(self.lines):  # what follows the last line break: nothing, in a whole record
            self._fail("truncated")
        try:
            if self.damaged:
                text.encode()
            line, end = _decode(text, 0)
        except (ValueError, RecursionError, StopIteration):
            self._fail(_fault_of(text))
        if end != len(text):
            self._fail(_fault_of(text))
        if type(line) is not dict:
            self._fail("not_an_object")
        if not _is_canonical(line, text):
            self._fail("not_canonical")
        return line

    def _fields(self, line: dict[str, Any], needed: dict[str, type], also: set[str]) -> None:
        for name, kind in needed.items():
            if type(line.get(name)) is not kind:
                self._fail("bad_field" if name in line else "missing_field", field=name)
        if len(line) > len(needed):
            for name in line:
                if name not in needed and name not in also:
                    self._fail("unknown_field", field=name)

    def _fail(self, code: str, **data: Any) -> NoReturn:
        raise BadRecord(code, line=self.number, **data)


def _meta(line: dict[str, Any]) -> dict[str, Any] | None:
    return {name: value for name, value in line.items() if name not in ("batch", "id", "actor")} or None


def _is_canonical(line: dict[str, Any], text: str) -> bool:
    try:
        return canonical(line) == text.encode()
    except UnicodeEncodeError:  # an escaped half of a character
        return False


def _fault_of(text: str) -> str:
    """The code for a line that is no canonical JSON: what a program that reads any JSON would say of it."""
    try:
        text.encode()
        json.loads(text, parse_float=str, parse_constant=_no_number)
    except (json.JSONDecodeError, UnicodeEncodeError, RecursionError):
        return "not_json"
    except ValueError:  # a whole number of thousands of digits
        return "not_canonical"
    return "line_endings" if text.endswith("\r") else "not_canonical"


def _no_whole_number(text: str) -> NoReturn:
    raise ValueError(f"not a whole number: {text}")


def _no_number(text: str) -> NoReturn:
    raise json.JSONDecodeError("JSON has no such number", text, 0)


_decoder: Any = json.JSONDecoder(parse_float=_no_whole_number, parse_constant=_no_whole_number)
_decode = _decoder.scan_once  # value and end; StopIteration where there is no value


def _is_perspective(told: object, seats: int) -> bool:
    if isinstance(told, list):
        return (
            len(told) > 1 and all(type(seat) is int and 0 <= seat < seats for seat in told) and told == sorted({*told})
        )
    return told in (OPEN, SPECTATOR) or (type(told) is int and 0 <= told < seats)


def _perspective(told: Any) -> Perspective:
    seen_by: Perspective = tuple(told) if isinstance(told, list) else told
    return seen_by
