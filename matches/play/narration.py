"""The log of a match in sentences, as one perspective may read it in one language."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from threading import Lock
from typing import Any

from elekt_core.contract import Event, Game
from elekt_core.record.facts import is_beside, kind_of, words_beside
from elekt_core.record.takeback import TakenBack
from web import languages

from .redaction import Perspective, redact_for, view_from
from .shapes import LogLine, LogPage
from .timeline import Timeline

MAX_THINGS = 20
"""Of a line: all Units of a player return at the end of a round."""
MAX_WORD = 40
LINES = 50
"""Of a log on one page."""


class Narration:
    """The sentences made so far, and the view folded so far: each further event costs one more sentence."""

    def __init__(self, timeline: Timeline, perspective: Perspective, names: tuple[str, ...], language: str) -> None:
        self._timeline = timeline
        self._perspective = perspective
        self._language, self._names = language, names
        self._words = timeline.game.words(language, names)
        self._went_back = False
        self._view: Any = view_from(timeline.game, timeline.game.initial(), perspective).copy()
        self._citer = timeline.game.citer()
        self._figures: Mapping[str, int] = {}
        self._is_over = False
        self._told = 0
        self._lines: list[LogLine] = []
        self._shown: tuple[int, tuple[LogLine, ...]] = (0, ())
        """A version, and the lines of the log that is whole there."""
        self._lock = Lock()

    def upto(self, version: int) -> tuple[LogLine, ...]:
        game = self._timeline.game
        with self._lock:
            if self._shown[0] == version:
                return self._shown[1]
            for seq in range(self._told + 1, version + 1):
                event = redact_for(game, self._timeline.events[seq - 1], self._perspective)
                if is_beside(event):
                    self._tell_beside(seq, event)
                    continue
                game.evolve(self._view, event)
                rules = self._citer.rules(event, self._view) if self._citer else ()
                if pieces := self._words.pieces(event, self._view):
                    line = LogLine(
                        seq,
                        "".join(piece for piece, _ in pieces),
                        game.chapter(event),
                        game.kind_of(event),
                        pieces,
                        rules,
                        named(game, event),
                        game.begins_scene(event),
                        self._changed_figures(),
                        game.staged(self._view, event),
                        self._winners(),
                    )
                    self._lines.append(line)
            self._told = max(self._told, version)
            lines = self._lines if self._told == version else [line for line in self._lines if line.seq <= version]
            if self._went_back:  # what was undone by then is not told
                in_force = self._timeline.line(version).in_force
                lines = [line for line in lines if in_force(line.seq)]
            self._shown = version, tuple(lines)
            return self._shown[1]

    def _changed_figures(self) -> tuple[tuple[str, int], ...]:
        before, now = self._figures, self._timeline.game.figures(self._view)
        self._figures = now
        gone = [(name, 0) for name, n in before.items() if n and name not in now]
        return (*((name, n) for name, n in now.items() if before.get(name) != n), *gone)

    def _winners(self) -> tuple[int, ...]:
        """The sides that have just won, seats before automata: several share the first place."""
        outcome = self._timeline.game.outcome(self._view)
        was_over, self._is_over = self._is_over, outcome is not None
        if outcome is None or was_over:
            return ()
        ranks = (*outcome.ranks, *(one.rank for one in outcome.automata))
        return tuple(side for side, rank in enumerate(ranks) if rank == 1)

    def _tell_beside(self, seq: int, event: Event) -> None:
        game, perspective = self._timeline.game, self._perspective
        if text := words_beside(event, self._language, self._names, game):
            self._lines.append(LogLine(seq, text, 0, kind_of(game, event), ((text, ""),), ()))
        if isinstance(event, TakenBack):
            self._went_back = True
            self._view, self._citer = view_from(game, game.initial(), perspective).copy(), game.citer()
            for fact in self._timeline.in_force(seq):
                known = redact_for(game, fact, perspective)
                game.evolve(self._view, known)
                if self._citer:
                    self._citer.rules(known, self._view)
            self._is_over = game.outcome(self._view) is not None


def named(game: Game[Any], event: Event) -> tuple[str, ...]:
    """Words and seats named in a stored fact: what lies on the table under one of them is concerned.

    Of a redacted fact, so nobody learns more than from the fact itself; long texts (hashes) and lists are no things.
    """
    found: dict[str, None] = {}
    for field, value in game.encode_event(event).items():
        if field == "seat" and isinstance(value, int):
            found[f"seat:{value}"] = None
        for word in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(word, str) and word and len(word) <= MAX_WORD and " " not in word:
                found[word] = None
    found |= dict.fromkeys(game.things(event))
    return tuple(found)[:MAX_THINGS]


def log(timeline: Timeline, perspective: Perspective, names: tuple[str, ...], version: int) -> tuple[LogLine, ...]:
    """Every sentence up to event ``version``."""
    spoken = languages.current()
    key = ("narration", spoken, perspective, names)
    narration: Narration | None = timeline.memo.get(key)
    if narration is None:
        narration = Narration(timeline, perspective, names, spoken)
        _forget_former_names(timeline, spoken, names)
        timeline.memo[key] = narration
    return narration.upto(version)


def since(lines: tuple[LogLine, ...], after: int) -> tuple[LogLine, ...]:
    """Those of ``lines`` that tell what came after event ``after``."""
    return lines[bisect_right(lines, after, key=_seq) :]


def place(lines: tuple[LogLine, ...], at: int) -> str:
    """The round and the phase in which event ``at`` lies, in the words of the log's headings; ``""`` before the first
    of them."""
    titles: list[str] = []
    for line in lines[: bisect_right(lines, at, key=_seq)]:
        if line.chapter:
            titles[line.chapter - 1 :] = [line.text.rstrip(".")]
    return " · ".join(titles)


def _forget_former_names(timeline: Timeline, spoken: str, names: tuple[str, ...]) -> None:
    """Drop sentences with somebody's former name; otherwise frequent name changes would fill the memory."""
    for key in list(timeline.memo):
        match key:
            case ("narration", str(other), _, called) if other == spoken and called != names:
                timeline.memo.pop(key, None)


# --- pages of a log ---------------------------------------------------------------------------------------


def around(lines: tuple[LogLine, ...], at: int) -> LogPage:
    """The page in whose middle event ``at`` stands; a full one at both ends, too."""
    here = bisect_right(lines, at, key=_seq)
    first = max(0, min(here - LINES // 2, len(lines) - LINES))
    return _cut(lines, first, first + LINES)


def latest(lines: tuple[LogLine, ...], since: int | None = None) -> LogPage:
    """The last page, which holds all lines from event ``since`` on."""
    first = len(lines) - LINES
    return _cut(lines, max(0, first if since is None else min(first, bisect_left(lines, since, key=_seq))), len(lines))


def older(lines: tuple[LogLine, ...], upto: int) -> LogPage:
    """The page that ends with event ``upto``, to be put before what follows it."""
    end = bisect_right(lines, upto, key=_seq)
    page = _cut(lines, max(0, end - LINES), end)
    return LogPage(page.lines, older=page.older)


def newer(lines: tuple[LogLine, ...], since: int) -> LogPage:
    """The page that begins with event ``since``, to be put after what precedes it."""
    first = bisect_left(lines, since, key=_seq)
    page = _cut(lines, first, first + LINES)
    return LogPage(page.lines, newer=page.newer)


def _seq(line: LogLine) -> int:
    return line.seq


def _cut(lines: tuple[LogLine, ...], first: int, end: int) -> LogPage:
    return LogPage(
        lines[first:end],
        older=lines[first - 1].seq if first > 0 else None,
        newer=lines[end].seq if end < len(lines) else None,
    )
