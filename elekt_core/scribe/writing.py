"""What one viewer knows of a match, in short notation (``sheets``).

What was answered of each entry is what its line says. Where that is told, it is written in names or keys that stand for
one thing whatever else can be chosen; else it is looked for, which takes a hundred times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..contract import CONCEDE, Decision, Event, Game, SeatNo, Setup, sees
from ..errors import BadRecord
from ..record.coarse import MOVES, NOBODY, RESULT, RecordedCoarsely, ResultTold, RoundTold
from ..record.facts import decode_fact, is_beside
from ..record.record import SPECTATOR, Record, StoredBatch, game_of
from ..record.replay import UNFOLDABLE
from ..record.takeback import CardsShown
from ..shorthand.head import SEEN_BY, written_head
from ..shorthand.moves import CONCEDES
from ..shorthand.names import Thing, name_of, word_for
from ..shorthand.syntax import SEATS
from .asking import SEEN, Asking, Offer, leaves
from .coarse import COARSER
from .courses import Course
from .session import CONCEDES as GIVES_UP
from .session import SHOWS, Entry, Session
from .sheets import ASKED, NOBODY_WORD, SEED, SHOWN, UNKNOWN_WORD
from .words import resolved

FEW = 500
"""So many courses are looked at first, all of them only where these do not tell it."""
MAX_TRIED = 4
"""So many answers are tried at each question to find those that tell what happened."""
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
        self.looked_at: int | None = FEW

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
        picks, seat = self._found(batch, facts)
        if picks and picks[0].startswith(GIVES_UP):
            self._add(seat or 0, [CONCEDES[self.language]])
            self.session.enter(picks)
            return
        asks_who = any(one.sort == "seat" for one in self.session.question([], self.language, self.names).choices)
        words = [self._word(pick, picks[:number]) for number, pick in enumerate(picks) if number or not asks_who]
        if words and picks[-1] == SEEN:
            words[-1] = UNKNOWN_WORD
        if self.session.entries:
            self._add(seat or 0, words)
        elif words:
            self.lines.append("~ " + " ".join(words))
        self.session.enter(picks, self.names, self.language)

    def _add(self, seat: int, words: Sequence[str]) -> None:
        self.lines.append(" ".join([f"{len(self.session.entries)}.", SEATS[seat], *words]))

    def _word(self, key: str, before: Sequence[str]) -> str:
        """The shortest word for an answer among those that are offered."""
        choices = self.session.question(before, self.language, self.names).choices
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
            words += [self._word(f"won:{card}", picks), NOBODY_WORD if seat == NOBODY else SEATS[seat]]
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

    # --- the answers that tell what happened -------------------------------------------------------------------------

    def _found(self, batch: StoredBatch, facts: tuple[Event, ...]) -> tuple[list[str], SeatNo | None]:
        data = dict(batch.decision or {})
        decision = self.game.decode_decision(SeatNo(int(data.pop("seat"))), data) if data else None
        concessions = [f"{GIVES_UP}{seat}" for seat in range(self.record.seats)] if self.session.entries else []
        conceded = decision is not None and decision.kind == CONCEDE
        for first in ([], *([one] for one in concessions)):
            if conceded and not first:
                continue
            for self.looked_at in (FEW, None):
                found = self._tried(first, facts, None if first else decision)
                if found is not None:
                    return found
        raise BadRecord("shorthand_not_told", seq=batch.entries[0].seq)

    def _tried(
        self, picks: list[str], facts: tuple[Event, ...], decision: Decision | None
    ) -> tuple[list[str], SeatNo | None] | None:
        asking = self.session.asking(picks)
        start = len(asking.answered)
        for pick in picks[start:]:
            asking.answer(next(offer for offer in asking.offers if offer.key == pick))
        while True:
            if not asking.offers:
                course = asking.known
                return (asking.answered, course.seat) if course is not None and course.facts == facts else None
            ranked = self._ranked(asking, facts, decision)
            if not ranked:
                return None
            if len(ranked) == 1:
                asking.answer(ranked[0])
                continue
            before = [*asking.answered]
            for offer in ranked[:MAX_TRIED]:
                found = self._tried([*before, offer.key], facts, decision)
                if found is not None:
                    return found
            return None

    def _ranked(self, asking: Asking, facts: tuple[Event, ...], decision: Decision | None) -> list[Offer]:
        """The answers that may be true, the likeliest first; one where it must be that one."""
        first = asking.offers[0]
        if first.sort == "seat" and decision is not None:
            return [offer for offer in asking.offers if offer.value == decision.seat]
        if first.sort in ("seat", "part") or any(offer.key == SEEN for offer in asking.offers):
            return self._by_course(asking, facts, decision)

        def told(offer: Offer) -> bool:
            return _tells(offer, asking, facts)

        found = next(filter(told, asking.offers), None) or asking.further(told)
        return [] if found is None else [found]

    def _by_course(self, asking: Asking, facts: tuple[Event, ...], decision: Decision | None) -> list[Offer]:
        """Those first that lead nearest to the facts, and that name what the facts name."""
        path = None if decision is None else self.game.parts(decision)
        named = {value for fact in facts for _, value in leaves("", self.game.encode_event(fact))}
        best: dict[str, tuple[int, int]] = {}
        step = 1 if self.looked_at is None else max(1, len(asking.pool) // self.looked_at)
        for course in asking.pool[::step]:
            if path is None or course.path == path:
                near = _nearness(course.facts, facts)
                for offer in asking.offers:
                    if near > best.get(offer.key, (-1, 0)) and _goes(course, offer, asking):
                        best[offer.key] = near

        def score(offer: Offer) -> tuple[int, int, bool]:
            return (*best[offer.key], offer.key.rpartition(":")[2] in named)

        ranked = sorted((offer for offer in asking.offers if offer.key in best), key=score, reverse=True)
        whole = [offer for offer in ranked if best[offer.key][0] == len(facts)]
        if whole or self._is_named(asking, ranked, named):
            return whole if len(whole) == 1 else ranked

        def told(offer: Offer) -> bool:
            return offer.key.rpartition(":")[2] in named and offer.key not in best

        further = asking.further(told) if asking.offers[0].sort == "part" else None
        return ranked if further is None else [further, *ranked]

    def _is_named(self, asking: Asking, ranked: Sequence[Offer], named: set[Any]) -> bool:
        """Whether the facts name one of the answers, or no card that is not told yet."""
        told = {key.rpartition(":")[2] for key in asking.answered}
        left = {one for one in named if isinstance(one, str) and one in asking.cards} - told
        return not left or any(offer.key.rpartition(":")[2] in left for offer in ranked)


def _goes(course: Course, offer: Offer, asking: Asking) -> bool:
    """Whether the answer is true of the course."""
    if offer.sort == "seat":
        return bool(course.seat == offer.value)
    rest = asking._rest(course.path)
    if rest is None:
        return False
    return not rest if offer.key == SEEN else bool(offer.key in rest)


def _tells(offer: Offer, asking: Asking, facts: tuple[Event, ...]) -> bool:
    at = len(asking.agreed)
    if offer.key.startswith("is:"):
        return offer.key == f"is:{asking.game.kind_of(facts[at]) if at < len(facts) else ''}"
    if at >= len(facts):
        return False
    name = offer.key.partition("=")[0]
    true, said = (dict(leaves("", asking.game.encode_event(one[at]))) for one in (facts, offer.witness.facts))
    return bool(name in true and true[name] == said.get(name))


def _nearness(one: Sequence[Event], other: Sequence[Event]) -> tuple[int, int]:
    """How many facts are equal from the beginning on, and how many are of the same kind."""
    equal = alike = 0
    for mine, theirs in zip(one, other, strict=False):
        if type(mine) is not type(theirs):
            break
        equal += equal == alike and mine == theirs
        alike += 1
    return equal, alike
