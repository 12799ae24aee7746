"""Whether a record proves what it claims. Each question is one ``Check``; the first flaw of each is named with its
place.

    format      the text is whole and in order                          (``verify_text`` only)
    header      game and ruleset are known here; the header says what the setup says; the cards are those of the match
    chain       each event's hash follows from its predecessor's and from all that it covers
    events      each event is known and in its own notation
    fold        the events lead from position to position, as far as to an open question or an end
    states      the position after each batch is the one whose hash was stored with it
    seed        the revealed seed is the one that was committed to
    decisions   each decision, made anew under the same ruleset with that seed, leads to the same events

While the seed is secret, ``decisions`` makes them anew with the draws that the record names; where an older one names
none, it shows that each was among the options. A redacted record has neither hashes nor the others' decisions: what it
has is checked, the rest is named as skipped. Its events tell no more than its viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..chance import Chance, NotedChance, RecordedChance, SeededChance, commitment_of
from ..contract import CONCEDE, Decision, Event, Game, SeatNo, Setup
from ..errors import BadRecord, CoreError
from .beside import Beside, WrongBeside
from .chain import GENESIS, canonical, decision_of_parts, link_parts
from .coarse import COARSE_FACTS, MOVES, RecordedCoarsely
from .facts import decode_fact, encode_fact, is_beside, kind_of
from .match import decode_setup, state_hash
from .record import (
    WITH_BESIDE,
    Entry,
    Record,
    StoredBatch,
    decode_draw,
    encode_draw,
    encode_meta_decision,
    game_of,
    head_of,
)
from .redact import redacted
from .replay import UNFOLDABLE, decode_entry
from .takeback import CardsShown
from .text import parse_record

Status = Literal["ok", "flaw", "skipped"]
CHECKS = ("header", "chain", "events", "fold", "states", "seed", "decisions")
FOUND_WITHOUT_RULES = (
    *("not_a_record", "record_too_new", "not_json", "not_an_object", "not_canonical", "line_endings", "truncated"),
    *("unexpected_line", "out_of_order", "empty_batch", "no_events", "wrong_count", "after_end", "altered"),
    *("bad_field", "header_differs", "cards_differ", "missing_hash", "wrong_hash", "wrong_seed", "other_draws"),
)
"""Codes of flaws that a program finds that knows no game (docs/check_record.py, the browser)."""
GAME_CREATED, GAME_ENDED = "game_created", "game_ended"


@dataclass(frozen=True, slots=True)
class Check:
    """``code`` and ``data`` say what is wrong, or why a check was skipped.

    ``data`` has the event's ``seq`` and the text's ``line`` where there is one place to blame.
    """

    name: str
    status: Status
    code: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verification:
    checks: tuple[Check, ...]
    events: int = 0
    head: str = ""
    """The last event's hash. Whoever holds the same one holds the same record."""
    over: bool = False
    """Whether the match came to its end: the game's own, or an arbiter's."""
    facts: tuple[Event, ...] = field(default=(), compare=False, repr=False)
    """All facts, for who stores what was verified (asked for by ``tired``)."""
    state: Any = field(default=None, compare=False, repr=False)
    """The position after them, likewise."""
    payloads: tuple[bytes, ...] = field(default=(), compare=False, repr=False)
    """The payload of each event in canonical form, likewise."""
    metas: tuple[bytes, ...] = field(default=(), compare=False, repr=False)
    """The ``meta`` of each batch in canonical form, likewise."""

    @property
    def ok(self) -> bool:
        return self.flaw is None

    @property
    def flaw(self) -> Check | None:
        """The first flaw in the order of the checks."""
        return next((check for check in self.checks if check.status == "flaw"), None)


def verify_text(text: str | bytes, game: Game[Any] | None = None) -> Verification:
    """Read and verify. A text that is not a record fails ``format``, and nothing else is checked."""
    try:
        record = parse_record(text)
    except BadRecord as error:
        return Verification((Check("format", "flaw", error.code, error.data),))
    result = verify_record(record, game)
    return Verification((Check("format", "ok"), *result.checks), result.events, result.head)


def verify_record(
    record: Record, game: Game[Any] | None = None, *, tired: Callable[[], bool] | None = None
) -> Verification:
    """Verify a record under ``game``, by default the installed one that it names. Raises nothing.

    With ``tired``, for what strangers send: the first flaw ends it, so nothing is folded that the rules did not lead
    to, and so does ``tired()``, which is asked before each batch (``takes_too_long``).
    """
    work = _Work(record)
    try:
        game = game or game_of(record)
        game.ruleset(record.ruleset)
    except CoreError as error:
        work.flaw("header", error.code, **{"line": 1, **error.data})
    if record.is_open:
        work.check_chain()
    else:
        work.skip("redacted", "chain", "states", *(("decisions",) if record.viewer is None else ()))
    if game is not None and "header" not in work.found and not (tired and work.is_flawed):
        _Course(work, game, tired).run()
    entries = record.entries
    head = entries[-1].hash if entries else None
    told = tuple(work.facts), work.state, tuple(work.payloads), tuple(work.metas)
    return Verification(work.checks(), len(entries), head or "", work.over, *told)


class _Work:
    """The findings so far: the first flaw, or the reason for skipping, by check."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.found: dict[str, Check] = {}
        self.done = set[str]()
        self.over = False
        self.facts: list[Event] = []
        self.state: Any = None
        self.payloads: list[bytes] = []
        self.metas: list[bytes] = []
        self.is_flawed = False

    def flaw(self, name: str, code: str, **data: Any) -> None:
        known = self.found.get(name)
        if known is None or known.status == "skipped":
            self.found[name] = Check(name, "flaw", code, data)
            self.is_flawed = True

    def skip(self, code: str, *names: str) -> None:
        for name in names:
            self.found.setdefault(name, Check(name, "skipped", code))

    def checks(self) -> tuple[Check, ...]:
        return tuple(self.found.get(name) or self._rest(name) for name in CHECKS)

    def _rest(self, name: str) -> Check:
        return Check(name, "ok") if name in self.done else Check(name, "skipped", "stopped_before")

    def check_chain(self) -> None:
        previous, stream, line = GENESIS, self.record.stream, 1
        for batch in self.record.batches:
            line += 1
            entry = batch.entries[0]
            try:
                decision = self._decision(batch)
                for entry in batch.entries:
                    line += 1
                    payload = canonical(entry.payload)
                    previous = link_parts(previous, stream, entry.seq, entry.kind, entry.version, payload, decision)
                    if previous.hex() != entry.hash:
                        code = "wrong_hash" if entry.hash else "missing_hash"
                        return self.flaw("chain", code, seq=entry.seq, line=line)
                    self.payloads.append(payload)
                    decision = b"null"
            except (TypeError, ValueError, RecursionError):  # no canonical form
                return self.flaw("chain", "wrong_hash", seq=entry.seq, line=line)
        self.done.add("chain")
        return None

    def _decision(self, batch: StoredBatch) -> bytes:
        """The ``decision`` of the envelope of its first event, in canonical form."""
        meta = canonical(batch.meta)
        self.metas.append(meta)
        if head_of(batch) is None:
            return b"null"
        return decision_of_parts(batch.id, batch.actor, meta, batch.at)


class _Course:
    """Goes through the batches of a record once: decode, repeat the decision, fold, hash."""

    def __init__(self, work: _Work, game: Game[Any], tired: Callable[[], bool] | None = None) -> None:
        self.work = work
        self.tired = tired
        self.game = game
        self.record = work.record
        state = game.initial()
        self.state: Any = state if self.record.is_open else game.view(state, self.record.viewer)
        self.chance: SeededChance | None = None
        self.commitment = ""
        self.names_draws = False
        """Whether a batch so far names its draws: then all that follow do. Only older records begin without."""
        self.line = 1
        self.beside = None
        if self.record.format >= WITH_BESIDE:
            self.beside = Beside(game, self.state.copy(), self.record.seats)

    def run(self) -> None:
        decoded = self._decode_all()
        if decoded is None:
            return
        self._check_known(decoded)
        self.work.done.add("events")
        self._check_seed(decoded)
        self._check_header(decoded[0][0])
        for batch, events in zip(self.record.batches, decoded, strict=True):
            self.line += 1
            if self._stops_here(batch):
                return
            self._check_decision(batch, [event for event in events if not is_beside(event)])
            if self.tired and self.work.is_flawed:
                return
            if not self._in_place(batch, events) or not self._fold(batch, events):
                return
            self.line += len(events)
            self._check_state(batch)
        fine = self.beside is None or self.beside.coarse.detail == MOVES
        if fine and self.game.outcome(self.state) is None and not self.game.awaiting(self.state):
            seq = self.record.batches[-1].entries[-1].seq
            self.work.flaw("fold", "stops_midway", seq=seq, line=self.record.line_of(seq))
        self.work.done |= {"header", "fold", "states", "decisions"}
        ended = self.beside is not None and self.beside.is_over
        self.work.over = ended or self.game.outcome(self.state) is not None
        if self.tired is not None:
            self.work.facts, self.work.state = [event for events in decoded for event in events], self.state

    def _stops_here(self, batch: StoredBatch) -> bool:
        if self.tired is None:
            return False
        if self.tired():
            self.work.flaw("fold", "takes_too_long", seq=batch.entries[0].seq, line=self.line)
        return self.work.is_flawed

    # --- events ---------------------------------------------------------------------------------------------

    def _decode_all(self) -> list[list[Event]] | None:
        decoded = []
        line = 1
        for batch in self.record.batches:
            events = self._decode_quickly(batch) or self._decode_one_by_one(batch, line + 1)
            if events is None:
                return None
            decoded.append(events)
            line += 1 + len(events)
        return decoded

    def _decode_quickly(self, batch: StoredBatch) -> list[Event] | None:
        """A batch without a flaw; None if it needs a closer look."""
        game, newest = self.game, self.game.event_versions.get
        try:
            events = [decode_fact(game, entry.kind, entry.version, entry.payload) for entry in batch.entries]
            for event, entry in zip(events, batch.entries, strict=True):
                if encode_fact(game, event) != entry.payload or entry.version != newest(entry.kind, 1):
                    return None
        except UNFOLDABLE:
            return None
        return events

    def _decode_one_by_one(self, batch: StoredBatch, line: int) -> list[Event] | None:
        events = []
        for entry in batch.entries:
            line += 1
            event = self._decode(entry, line)
            if event is None:
                return None
            events.append(event)
        return events

    def _decode(self, entry: Entry, line: int) -> Event | None:
        try:
            event = decode_entry(self.game, entry)
            newest = self.game.event_versions.get(entry.kind, 1)
            again = encode_fact(self.game, event) if entry.version == newest else entry.payload
        except CoreError as error:
            self.work.flaw("events", error.code, **{**error.data, "line": line})
            return None
        except UNFOLDABLE as error:
            self.work.flaw("events", "bad_payload", seq=entry.seq, line=line, kind=entry.kind, found=str(error))
            return None
        if not _same(again, entry.payload):
            self.work.flaw("events", "bad_payload", seq=entry.seq, line=line, kind=entry.kind, found="")
            return None
        return event

    def _check_known(self, decoded: list[list[Event]]) -> None:
        """What was written for a viewer tells no more than that viewer may know."""
        if self.record.is_open:
            return None
        for seq, event in enumerate([event for events in decoded for event in events], 1):
            try:
                is_known = redacted(self.game, event, self.record.viewer) == event
            except UNFOLDABLE:
                is_known = False
            if not is_known:
                return self.work.flaw("events", "tells_too_much", seq=seq, line=self.record.line_of(seq))
        return None

    # --- seed and header ------------------------------------------------------------------------------------

    def _check_seed(self, decoded: list[list[Event]]) -> None:
        game, events = self.game, [event for batch in decoded for event in batch]
        commitment = str(getattr(events[0], "commitment", "")) if kind_of(game, events[0]) == GAME_CREATED else ""
        self.commitment = commitment
        end = next((seq for seq in range(len(events), 0, -1) if kind_of(game, events[seq - 1]) == GAME_ENDED), None)
        if not commitment:
            return self.work.skip("no_seed", "seed")
        if end is None:
            return self.work.skip("still_secret", "seed")
        try:
            seed = bytes.fromhex(str(getattr(events[end - 1], "seed", "")))
        except ValueError:
            seed = b""
        if commitment_of(seed) != commitment or not seed:
            place = {"seq": end, "line": self.record.line_of(end)}
            return self.work.flaw("seed", "wrong_seed", commitment=commitment, **place)
        self.work.done.add("seed")
        self.chance = SeededChance(seed) if self.record.is_open else None
        return None

    def _check_header(self, first: Event) -> None:
        record = self.record
        try:
            setup = decode_setup((record.batches[0].meta or {}).get("setup"))
        except CoreError as error:
            return self.work.flaw("header", error.code, line=2, **error.data)
        for name in ("game", "ruleset", "seats", "options"):
            if getattr(setup, name) != getattr(record, name):
                return self.work.flaw("header", "header_differs", field=name, line=1)
        known = self.game.cards_under(record.ruleset)
        if record.card_set != known:
            self.work.flaw("header", "other_cards", found=record.card_set, known=known, line=1)
        played_with = getattr(first, "card_set", record.card_set)  # the chain covers it, the header it does not
        if played_with != record.card_set:
            self.work.flaw("header", "cards_differ", found=record.card_set, known=played_with, line=1)
        return None

    # --- decisions ------------------------------------------------------------------------------------------

    def _check_decision(self, batch: StoredBatch, events: list[Event]) -> None:
        if "decisions" in self.work.found and self.work.found["decisions"].status == "flaw":
            return
        seq = batch.entries[0].seq
        try:
            if self.line == 2:
                self._remake(batch, events, None)
            elif batch.decision is not None:
                self._remake(batch, events, self._read_decision(batch.decision))
            elif self.record.is_open and events:
                self.work.flaw("decisions", "missing_decision", seq=seq, line=self.line)
        except CoreError as error:
            self.work.flaw("decisions", "decision_refused", seq=seq, line=self.line, reason=error.code, rule=error.rule)
        except UNFOLDABLE as error:
            self.work.flaw("decisions", "decision_refused", seq=seq, line=self.line, reason=str(error), rule="")

    def _read_decision(self, data: Mapping[str, Any]) -> Decision:
        seat = data.get("seat")
        if type(seat) is not int or not 0 <= seat < self.record.seats:
            raise BadRecord("bad_field", field="seat")
        decision = self.game.decode_decision(SeatNo(seat), {k: v for k, v in data.items() if k != "seat"})
        if not _same(encode_meta_decision(self.game, decision), data):
            raise BadRecord("bad_field", field="decision")
        return decision

    def _remake(self, batch: StoredBatch, events: list[Event], decision: Decision | None) -> None:
        """The decision must lead to what was recorded; where neither seed nor draws are known it must be an option."""
        draws = (batch.meta or {}).get("draws", [])
        chance = NotedChance(self.chance or RecordedChance(map(decode_draw, draws), self.commitment))
        again = self._again(decision, chance, named=bool(self.names_draws or draws or self.chance))
        if again is not None:
            self._compare(batch, events, again)
            self.names_draws |= bool(draws)
            if self.names_draws and draws != [encode_draw(draw) for draw in chance.draws]:
                self.work.flaw("decisions", "other_draws", seq=batch.entries[0].seq, line=self.line)
        elif decision is not None and decision.kind != CONCEDE:
            if decision not in self.game.options(self.state, decision.seat):
                self.work.flaw("decisions", "not_an_option", seq=batch.entries[0].seq, line=self.line)

    def _again(self, decision: Decision | None, chance: Chance, *, named: bool) -> tuple[Event, ...] | None:
        """What the decision leads to; None where nobody can say, as it draws and the draws are not ``named``."""
        if not self.record.is_open:
            return None
        try:
            if decision is None:
                return self.game.start(_setup_of(self.record), chance)
            return self.game.decide(self.state, decision, chance)
        except CoreError as error:
            if error.code == "draw_missing" and not named:
                return None
            raise

    def _compare(self, batch: StoredBatch, events: list[Event], again: tuple[Event, ...]) -> None:
        if events == list(again) and list(map(type, events)) == list(map(type, again)):
            return None
        for number, (entry, event, made) in enumerate(zip(batch.entries, events, again, strict=False), 1):
            if event != made or type(event) is not type(made):
                return self.work.flaw("decisions", "other_event", seq=entry.seq, line=self.line + number)
        if len(again) != len(events):
            seq = batch.entries[0].seq + min(len(again), len(events))
            self.work.flaw("decisions", "other_event", seq=seq, line=self.line)
        return None

    # --- fold -----------------------------------------------------------------------------------------------

    def _in_place(self, batch: StoredBatch, events: list[Event]) -> bool:
        """The events of a setup or a decision begin with a fact of the game's; cards are shown to one viewer alone."""
        if self.beside is None:
            return True
        whole = self.record.is_open
        for number, (entry, event) in enumerate(zip(batch.entries, events, strict=True)):
            meta = {} if batch.meta is None else batch.meta
            caused = entry.seq == 1 or (not number and ("decision" in meta or "setup" in meta))
            caused &= whole or entry.seq != 1 or not isinstance(event, RecordedCoarsely)
            if is_beside(event) and (caused or (whole and isinstance(event, (CardsShown, *COARSE_FACTS)))):
                self.work.flaw("fold", "out_of_place", seq=entry.seq, line=self.line + number + 1)
                return False
        return True

    def _fold(self, batch: StoredBatch, events: list[Event]) -> bool:
        evolve, state, done = self.game.evolve, self.state, 0
        try:
            for event in events:
                if self.beside is None:
                    evolve(state, event)
                else:
                    state = self.beside.take(state, event)
                done += 1
            if self.beside is not None:
                self.beside.end_batch()
        except UNFOLDABLE as error:
            seq, line = batch.entries[done].seq, self.line + done + 1
            if isinstance(error, WrongBeside):
                self.work.flaw("fold", error.code, seq=seq, line=line, **error.data)
            else:
                self.work.flaw("fold", "does_not_fold", seq=seq, line=line, found=str(error))
            return False
        self.state = state
        return True

    def _check_state(self, batch: StoredBatch) -> None:
        if not self.record.is_open:
            return
        found = batch.state_hash
        if found is None or state_hash(self.game, self.state) != found:
            code = "missing_state" if found is None else "wrong_state"
            self.work.flaw("states", code, seq=batch.entries[-1].seq, line=self.line)


def _same(made: Any, found: Any) -> bool:
    # Lists may be tuples on the one side.
    return bool(made == found) or canonical(made) == canonical(found)


def _setup_of(record: Record) -> Setup:
    return Setup(record.game, record.ruleset, record.seats, record.options)
