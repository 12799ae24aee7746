"""What one viewer knows of a match, in short notation (``sheets``).

What was answered of each entry is what its line says. Where that is told, it is written in names or keys that stand for
one thing whatever else can be chosen; else it is looked for (``finding``), which takes a hundred times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..contract import Event, Game, SeatNo, Setup, sees
from ..errors import BadRecord
from ..record.coarse import MOVES, NOBODY, RESULT, RecordedCoarsely, ResultTold, RoundTold
from ..record.facts import decode_fact, is_beside
from ..record.record import SPECTATOR, Record, StoredBatch, game_of
from ..record.replay import UNFOLDABLE
from ..record.stop import PlayAbandoned, PlayStopped
from ..record.takeback import CardsShown
from ..shorthand.broken_off import written_stop
from ..shorthand.head import SEEN_BY, written_head
from ..shorthand.moves import CONCEDES
from ..shorthand.names import Thing, name_of, word_for
from ..shorthand.syntax import NOBODY as NOBODY_WORD
from ..shorthand.syntax import SEATS
from .asking import SEEN
from .coarse import COARSER
from .finding import Finder
from .session import CONCEDES as GIVES_UP
from .session import SHOWS, Entry, Session
from .sheets import ASKED, SEED, SHOWN, UNKNOWN_WORD
from .words import Choice, resolved

PLAIN = {"-", "'", "’"}
"""Signs of a word beside letters and digits."""


class Answered(NamedTuple):
    """What was answered of an entry (``Session.entries``), and whose decision it was."""

    picks: tuple[str, ...]
    seat: int | None


class Answers(NamedTuple):
    """By batch, where it is known; ``asked`` is the session's ``seed``, by which was found what to ask."""

    told: Sequence[Answered | None] = ()
    asked: str = SEED


def write_seen(
    record: Record,
    language: str = "en",
    tags: Mapping[str, str] | None = None,
    game: Game[Any] | None = None,
    *,
    answers: Answers | None = None,
    tired: Callable[[], bool] | None = None,
) -> str:
    """What a viewer knows of a match, as a record at a real table tells it. ``tags`` are further ones. ``tired()`` is
    asked before each entry whose answers are not told, and ends it (``takes_too_long``).

    Clocks are left out. Raises BadRecord: the record is open (``write_shorthand``), or tells what no entry at a table
    tells (``shorthand_not_told``): a match that was played here has a commitment.
    """
    if record.is_open:
        raise BadRecord("already_open")
    return _Writer(record, game or game_of(record), language, answers or Answers(), tired).text(tags or {})


class _Writer:
    def __init__(
        self,
        record: Record,
        game: Game[Any],
        language: str,
        answers: Answers,
        tired: Callable[[], bool] | None,
    ) -> None:
        self.answers, self.tired = answers, tired
        self.record, self.game, self.language = record, game, language
        setup = Setup(record.game, record.ruleset, record.seats, dict(record.options))
        self.session = Session(game, setup, record.viewer, answers.asked)
        self.names = [*SEATS[: record.seats]]
        self.lines: list[str] = []

    def text(self, tags: Mapping[str, str]) -> str:
        record = self.record
        letters = [letter for seat, letter in enumerate(SEATS[: record.seats]) if sees(record.viewer, seat)]
        own = {SEEN_BY: "".join(letters) or SPECTATOR}
        own |= {} if self.answers.asked == SEED else {ASKED: self.answers.asked}
        head = written_head(self.game, record, self.language, own, tags)
        for number, batch in enumerate(record.batches):
            facts = tuple(decode_fact(self.game, one.kind, one.version, one.payload) for one in batch.entries)
            self._line(batch, facts, self.answers.told[number] if number < len(self.answers.told) else None)
        self._ending()
        return "\n".join([*head, "", *self.lines, ""])

    def _line(self, batch: StoredBatch, facts: tuple[Event, ...], told: Answered | None) -> None:
        match facts[0]:
            case RoundTold() as one:
                self._told_round(one)
            case RecordedCoarsely(detail):
                self.session.enter([COARSER + detail])
            case ResultTold(places, scores):
                points = [f"points:{score}" for score in scores] or ["points:none"]
                first = [] if self.session.detail == RESULT else ["result"]
                self.session.enter([*first, *(f"place:{place}" for place in places), *points], self.names)
            case CardsShown(place, cards):
                seat = int(place[1])
                words = [self._named(card) for card in cards]
                self._add(seat, [SHOWN[self.language], *words])
                self.session.enter([f"{SHOWS}{seat}", *cards])
            case PlayStopped() | PlayAbandoned() as stop:
                self.session.break_off(PlayStopped(stop.places))
                self.lines.append(written_stop(stop))
            case first if not is_beside(first):
                own = tuple(fact for fact in facts if not is_beside(fact))
                if told is None or not told.picks:
                    self._entry(batch, own)
                else:
                    self._told(batch, own, told)

    def _told(self, batch: StoredBatch, facts: tuple[Event, ...], told: Answered) -> None:
        """The answers are known: nothing is looked for."""
        seat, picks = told.seat or 0, [*told.picks]
        if picks[0].startswith(GIVES_UP):
            self._add(int(picks[0].removeprefix(GIVES_UP)), [CONCEDES[self.language]])
        else:
            awaited = {one.seat for one in self.game.awaiting(self.session.view)}
            asked_who = len(awaited) > 1 and picks[0] == f"seat:{seat}"
            words = [self._named(pick) for pick in picks[asked_who:]]
            if self.session.entries:
                self._add(seat, words)
            else:
                self.lines.append("~ " + " ".join(words))
        self.session._add(Entry(told.picks, facts, batch.meta, None if told.seat is None else SeatNo(told.seat)))

    def _named(self, pick: str) -> str:
        """An answer by a name that stands for nothing else there, or by its key."""
        if pick == SEEN:
            return UNKNOWN_WORD
        first, _, value = pick.rpartition("=")
        card = value.rpartition(":")[2] if not first else value
        id_ = card.partition(".")[0]
        if id_ in self._names and self._copies[id_] > 1:
            return pick
        if first or card == pick:
            label = self._names.get(id_, "") if first or pick in self.session._cards else ""
        else:
            label = self._label(pick)
            if id_ in self._names and name_of(label).main != name_of(self._names[id_]).main:
                return pick
        word = "-".join(name_of(label).written)
        return pick if "(" in label or not word or not set(word) <= PLAIN | {*filter(str.isalnum, word)} else word

    def _label(self, part: str) -> str:
        try:
            return self.game.words(self.language, self.names).part(part, self.session.view)
        except UNFOLDABLE:  # the card is hidden from the viewer
            return ""

    @cached_property
    def _copies(self) -> Counter[str]:
        return Counter(card.partition(".")[0] for card in self.session._cards)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Of cards whose name no other has, by id."""
        named = {face.id: face.words.name for face in self.game.gallery(self.language)}
        often = Counter(name_of(name).main for name in named.values())
        return {id_: name if often[name_of(name).main] == 1 else id_ for id_, name in named.items()}

    def _entry(self, batch: StoredBatch, facts: tuple[Event, ...]) -> None:
        if self.tired is not None and self.tired():
            raise BadRecord("takes_too_long", seq=batch.entries[0].seq)
        found = Finder(self.session, batch.decision, facts, self.language, self.names).found()
        if found is None:
            raise BadRecord("shorthand_not_told", seq=batch.entries[0].seq)
        picks = found.picks
        if picks and picks[0].startswith(GIVES_UP):
            self._add(found.seat or 0, [CONCEDES[self.language]])
            self.session.enter(picks)
            return
        words = [self._word(pick, offered) for pick, offered in zip(picks, found.offered, strict=True)]
        if words and picks[-1] == SEEN:
            words[-1] = UNKNOWN_WORD
        if found.offered and found.offered[0][0].sort == "seat":
            words = words[1:]  # whose decision it is: a part of one may be a seat as well
        if self.session.entries:
            self._add(found.seat or 0, words)
        elif words:
            self.lines.append("~ " + " ".join(words))
        if self.session.enter(picks, self.names, self.language).facts != facts:
            raise BadRecord("shorthand_not_told", seq=batch.entries[0].seq)

    def _add(self, seat: int, words: Sequence[str]) -> None:
        self.lines.append(" ".join([f"{len(self.session.entries)}.", SEATS[seat], *words]))

    def _word(self, key: str, choices: Sequence[Choice]) -> str:
        """The shortest word for an answer among those that are offered."""
        things = [Thing(one.key, (one.label, *one.also)) for one in choices]
        thing = next((one for one in things if one.part == key), None)
        if thing is None:
            return key
        word = word_for(thing, things)
        found = resolved(word, choices)
        return word if found is not None and found.key == key and not set(word) & set(" ;{}()") else key

    def _told_round(self, told: RoundTold) -> None:
        words, picks = [], list[str]()
        for card, seat in zip(told.cards, told.winners, strict=True):
            offered = self.session.question(picks, self.language, self.names).choices
            words += [self._word(f"won:{card}", offered), NOBODY_WORD if seat == NOBODY else SEATS[seat]]
            picks += [f"won:{card}", "seat:none" if seat == NOBODY else f"seat:{seat}"]
        self.lines.append(" ".join(["*", *words]))
        self.session.enter([*picks, "round:over"], self.names)

    def _ending(self) -> None:
        places, scores = self.session.result
        if not places:
            return
        points = [f":{score}" for score in scores] if self.session.detail != MOVES else []
        told = [f"{SEATS[n]} {place}{points[n] if points else ''}" for n, place in enumerate(places)]
        self.lines.append("= " + " ".join(told))
