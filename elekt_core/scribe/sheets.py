"""Games of which not every card is known, in short notation (docs/short-notation.md, "Unknown cards").

A line says what was seen of a decision, as the scribe enters it: what lies hidden is not asked for, and may be written
``?``. What comes in is the record of a viewer (``record.unknown``), and so is what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..contract import CONCEDE, Decision, Event, Game, SeatNo, Setup, Viewer
from ..errors import BadRecord, CoreError
from ..record.coarse import MOVES, NOBODY, RESULT, ROUNDS, RecordedCoarsely, ResultTold, RoundTold
from ..record.facts import decode_fact, is_beside
from ..record.record import SPECTATOR, Record, StoredBatch, game_of
from ..record.takeback import CardsShown
from ..shorthand.head import SEEN_BY, Head, options_tag
from ..shorthand.moves import CONCEDES
from ..shorthand.names import Thing, plain, word_for
from ..shorthand.syntax import SEATS, Branch, Comment, Draws, Item, Move, Place, Round, Sheet, Word, parse_sheet
from .asking import SEEN, Asking, Offer, leaves
from .coarse import COARSER
from .courses import Course
from .session import CONCEDES as GIVES_UP
from .session import SHOWS, Session
from .words import Choice, resolved

UNKNOWN_WORD = "?"
SHOWN = {"en": "shows", "pl": "pokazuje"}
NOBODY_WORD = "-"
SEED = "short notation"
"""Of what is looked for: whoever reads is asked what the writer was asked."""
FEW = 500
"""So many courses are looked at first, all of them only where these do not tell it."""
MAX_TRIED = 4
"""So many answers are tried at each question to find those that tell what happened."""


@dataclass(slots=True)
class SeenVariation:
    """What might have been entered after ``after`` entries."""

    after: int
    session: Session
    comments: dict[int, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class SeenSheet:
    session: Session
    tags: Mapping[str, str]
    comments: Mapping[int, Sequence[str]]
    """By number of entries before them; the beginning is the first."""
    variations: Sequence[SeenVariation] = ()


def is_seen(text: str | bytes) -> bool:
    """Whether a text in short notation says from where the game was seen. A text that cannot be read does not."""
    try:
        return SEEN_BY in parse_sheet(text if isinstance(text, str) else text.decode()).tags
    except (CoreError, UnicodeDecodeError):
        return False


def read_seen(text: str, game: Game[Any] | None = None, *, tired: Callable[[], bool] | None = None) -> SeenSheet:
    """Read what was seen of a match. ``tired()`` is asked before each line and ends it (``takes_too_long``).

    Raises BadShorthand with the line and column of the first thing that cannot be, and what was expected there.
    """
    head = Head(parse_sheet(text), game)
    return _Reader(head, tired).read()


class _Reader:
    def __init__(self, head: Head, tired: Callable[[], bool] | None) -> None:
        self.head, self.language, self.tired = head, head.language, tired
        self.variations: list[SeenVariation] = []

    def read(self) -> SeenSheet:
        sheet, setup = self.head.sheet, self.head.setup()
        session = Session(self.head.game, setup, self.head.seen_by(setup.seats), SEED)
        comments: dict[int, list[str]] = {}
        self._follow(session, sheet.items, comments)
        if not session.entries and sheet.result is None:
            self._begin(session, [], Place(1, 1))
        self._result(session, sheet)
        tags = {name: word.text for name, word in sheet.tags.items()}
        return SeenSheet(session, tags, comments, self.variations)

    def _follow(self, session: Session, items: Sequence[Item], comments: dict[int, list[str]]) -> None:
        first = len(session.entries)
        for item in items:
            match item:
                case Comment(text):
                    comments.setdefault(len(session.entries), []).append(text)
                case Draws(values, place):
                    if session.entries:
                        place.fail("shorthand_draw_unused")
                    self._begin(session, values, place)
                case Move():
                    self._move(session, item)
                case Round():
                    self._round(session, item)
                case Branch(inside, place):
                    if len(session.entries) <= max(first, 1):
                        place.fail("shorthand_nothing_before")
                    *before, _ = session.entries
                    other = Session(session.game, session.setup, session.viewer, SEED, before)
                    variation = SeenVariation(len(before), other)
                    self.variations.append(variation)
                    self._follow(other, inside, variation.comments)

    def _begin(self, session: Session, values: Sequence[Word], place: Place) -> None:
        self._enter(session, [], values, place)

    def _move(self, session: Session, move: Move) -> None:
        if self.tired is not None and self.tired():
            move.place.fail("takes_too_long")
        if not session.entries:
            self._begin(session, [], move.place)
        number = len(session.entries)
        if move.number is not None and move.number != number:
            move.place.fail("shorthand_wrong_number", expected=number, found=move.number)
        words, seat = move.words, move.seat
        first = plain(words[0].text) if words else ""
        if seat >= session.setup.seats:
            move.place.fail("shorthand_not_awaited", seat=SEATS[seat], asked=SEATS[: session.setup.seats])
        if first in map(plain, CONCEDES.values()):
            self._enter(session, [f"{GIVES_UP}{seat}"], words[1:], move.end)
        elif first in map(plain, SHOWN.values()):
            self._enter(session, [f"{SHOWS}{seat}"], words[1:], move.end)
        else:
            self._enter(session, self._seat(session, move), words, move.end)

    def _seat(self, session: Session, move: Move) -> list[str]:
        """Whose decision it is, where that is asked; else it is checked."""
        choices = self._choices(session, [], move.place)
        asked = [choice for choice in choices if choice.sort == "seat"]
        if asked:
            if f"seat:{move.seat}" not in [choice.key for choice in asked]:
                names = ", ".join(choice.label for choice in asked)
                move.place.fail("shorthand_not_awaited", seat=SEATS[move.seat], asked=names)
            return [f"seat:{move.seat}"]
        seat = session.asking(()).seat
        if seat is not None and seat != move.seat:
            move.place.fail("shorthand_not_awaited", seat=SEATS[move.seat], asked=SEATS[seat])
        return []

    def _enter(self, session: Session, picks: list[str], words: Sequence[Word], end: Place) -> None:
        """One entry: what the words say, and what can only be one."""
        for word in words:
            choices = self._choices(session, picks, word.place)
            if word.text == UNKNOWN_WORD:
                picks += [SEEN] if any(choice.key == SEEN for choice in choices) else []
                continue
            if picks and picks[0].startswith(SHOWS):
                picks.append(self._shown(word, choices))
                continue
            if not choices:
                word.place.fail("shorthand_too_many_words", found=word.text)
            found = resolved(word.text, choices)
            picks.append(word.text if found is None else found.key)
            if found is None:
                self._choices(session, picks, word.place)  # it may be something that was not offered
        while not (picks and picks[0].startswith(SHOWS)):
            choices = self._choices(session, picks, end)
            if not choices:
                break
            last = next((one for one in choices if one.key == SEEN), choices[0] if len(choices) == 1 else None)
            if last is None:
                end.fail("shorthand_more_expected", expected=_some(choices))
            picks.append(last.key)
        try:
            session.enter(picks, self._names(session), self.language)
        except CoreError as error:
            _judge(end, error)

    def _shown(self, word: Word, choices: Sequence[Choice]) -> str:
        found = resolved(word.text, choices)
        if found is None:
            word.place.fail("shorthand_no_such_choice", found=word.text, expected=_some(choices))
        return found.key

    def _choices(self, session: Session, picks: Sequence[str], place: Place) -> tuple[Choice, ...]:
        try:
            return session.question(picks, self.language, self._names(session)).choices
        except CoreError as error:
            _judge(place, error)

    def _names(self, session: Session) -> list[str]:
        return [*SEATS[: session.setup.seats]]

    # --- coarser than move by move -----------------------------------------------------------------------------------

    def _round(self, session: Session, line: Round) -> None:
        picks: list[str] = []
        try:
            if session.detail == MOVES:
                session.enter([COARSER + ROUNDS])
            for word, seat in zip(line.words[::2], line.words[1::2], strict=False):
                choices = session.question(picks, self.language, self._names(session)).choices
                found = resolved(word.text, [one for one in choices if one.sort == "card"])
                if found is None:
                    word.place.fail("shorthand_no_such_choice", found=word.text, expected=_some(choices))
                if seat.text != NOBODY_WORD and seat.text not in self._names(session):
                    seat.place.fail("shorthand_seat_expected", found=seat.text)
                whose = "none" if seat.text == NOBODY_WORD else f"{SEATS.index(seat.text)}"
                picks += [found.key, f"seat:{whose}"]
            if len(line.words) % 2:
                line.end.fail("shorthand_seat_expected", found="")
            session.enter([*picks, "round:over"], self._names(session))
        except CoreError as error:
            _judge(line.place, error)

    def _result(self, session: Session, sheet: Sheet) -> None:
        """It is checked where the moves lead to it, and told where they do not."""
        if sheet.result is None:
            return
        told = sorted(sheet.result)
        if [seat for seat, _ in told] != [*range(session.setup.seats)]:
            sheet.result_at.fail("shorthand_place_expected", found="")
        places = [place for _, place in told]
        if session.over:
            if list(session.result[0]) != places:
                ranks = " ".join(f"{SEATS[seat]} {rank}" for seat, rank in enumerate(session.result[0]))
                sheet.result_at.fail("shorthand_other_result", found=ranks)
            return
        points = [f"points:{sheet.points[seat]}" for seat, _ in told if seat in sheet.points]
        picks = [*(f"place:{place}" for place in places), *(points if len(points) == len(places) else ["points:none"])]
        try:
            if session.detail == MOVES:
                session.enter([COARSER + RESULT])
            session.enter(picks if session.detail == RESULT else ["result", *picks], self._names(session))
        except CoreError as error:
            _judge(sheet.result_at, error)


def _some(choices: Sequence[Choice]) -> str:
    listed = [choice.label for choice in choices]
    return ", ".join(listed[:8]) + (", …" if len(listed) > 8 else "")


def _judge(place: Place, error: CoreError) -> NoReturn:
    """The session's refusal, at a place of the text."""
    data = dict(error.data)
    if "line" in data:
        raise error
    match error.code:
        case "scribe_not_possible":
            place.fail("shorthand_no_such_choice", found=data["pick"], expected=", ".join(data["expected"]))
        case "scribe_more_expected":
            place.fail("shorthand_more_expected", expected=", ".join(data["expected"]))
        case "scribe_too_many":
            place.fail("shorthand_too_many_words", found=data.get("pick", ""))
        case _:
            place.fail(error.code, **data)


# --- writing ---------------------------------------------------------------------------------------------------------


def write_seen(
    record: Record, language: str = "en", tags: Mapping[str, str] | None = None, game: Game[Any] | None = None
) -> str:
    """What a viewer knows of a match, as a record at a real table tells it. ``tags`` are further ones.

    Clocks are left out. Raises BadRecord: the record is open (``write_shorthand``), or tells what no entry at a table
    tells (``shorthand_not_told``): a match that was played here has a commitment.
    """
    if record.is_open:
        raise BadRecord("already_open")
    return _Writer(record, game or game_of(record), language).text(tags or {})


class _Writer:
    def __init__(self, record: Record, game: Game[Any], language: str) -> None:
        self.record, self.game, self.language = record, game, language
        setup = Setup(record.game, record.ruleset, record.seats, dict(record.options))
        viewer: Viewer = None if record.perspective == SPECTATOR else SeatNo(int(record.perspective))
        self.session = Session(game, setup, viewer, SEED)
        self.names = [*SEATS[: record.seats]]
        self.lines: list[str] = []
        self.looked_at: int | None = FEW

    def text(self, tags: Mapping[str, str]) -> str:
        record = self.record
        seen_by = SPECTATOR if self.session.viewer is None else SEATS[self.session.viewer]
        known = {
            "Game": record.game,
            "Ruleset": record.ruleset,
            "Seats": str(record.seats),
            **options_tag(self.game, record),
            **({"CardSet": record.card_set} if record.cards else {}),
            "Stream": record.stream,
            "Language": self.language,
            SEEN_BY: seen_by,
        }
        head = [f'[{name} "{quoted(value)}"]' for name, value in (known | dict(tags)).items()]
        for batch in record.batches:
            facts = tuple(decode_fact(self.game, one.kind, one.version, one.payload) for one in batch.entries)
            self._line(batch, facts)
        self._ending()
        return "\n".join([*head, "", *self.lines, ""])

    def _line(self, batch: StoredBatch, facts: tuple[Event, ...]) -> None:
        match facts[0]:
            case RoundTold() as told:
                self._told_round(told)
            case RecordedCoarsely(detail):
                self.session.enter([COARSER + detail])
            case ResultTold(places, scores):
                points = [f"points:{score}" for score in scores] or ["points:none"]
                first = [] if self.session.detail == RESULT else ["result"]
                self.session.enter([*first, *(f"place:{place}" for place in places), *points], self.names)
            case CardsShown(place, cards):
                seat = int(place[1])
                words = [self._word(card, [f"{SHOWS}{seat}", *cards[:n]]) for n, card in enumerate(cards)]
                self._add(seat, [SHOWN[self.language], *words])
                self.session.enter([f"{SHOWS}{seat}", *cards])
            case first if not is_beside(first):
                self._entry(batch, tuple(fact for fact in facts if not is_beside(fact)))

    def _entry(self, batch: StoredBatch, facts: tuple[Event, ...]) -> None:
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
    rest = asking._rest(course)
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


def quoted(value: str) -> str:
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').split())
