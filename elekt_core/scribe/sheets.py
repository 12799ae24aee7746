"""Games of which not every card is known, in short notation (docs/short-notation.md, "Unknown cards").

A line says what was seen of a decision, as the scribe enters it: what lies hidden is not asked for, and may be written
``?``. What comes in is the record of a viewer (``record.unknown``), and so is what is written (``writing``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NoReturn

from ..contract import Game
from ..errors import CoreError
from ..record.coarse import MOVES, RESULT, ROUNDS
from ..shorthand.broken_off import stop_of
from ..shorthand.freely import NO, REFUSALS, is_little
from ..shorthand.head import SEEN_BY, Head
from ..shorthand.moves import CONCEDES, DONE, joined
from ..shorthand.names import Thing, continues, is_said, plain
from ..shorthand.syntax import NOBODY, SEATS, Branch, Comment, Draws, Item, Move, Place, Round, Sheet, Word, parse_sheet
from .asking import SEEN
from .coarse import COARSER
from .session import CONCEDES as GIVES_UP
from .session import MAX_PICKS, SHOWS, Session
from .words import Choice, resolved

UNKNOWN_WORD = "?"
MAX_JOINED = 5
"""Words of one name, at most."""
SHOWN = {"en": "shows", "pl": "pokazuje"}
SEED = "short notation"
"""Of what is looked for: whoever reads is asked what the writer was asked."""
ASKED = "Asked"
"""The tag of a text by which was found what the writer was asked, if it is another one than ``SEED``."""


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
    """Read what was seen of a match. ``tired()`` is asked before each word and ends it (``takes_too_long``).
    With it, for what strangers send, variations are left out.

    Raises BadShorthand with the line and column of the first thing that cannot be, and what was expected there.
    """
    head = Head(parse_sheet(text), game)
    return _Reader(head, tired).read()


class _Reader:
    def __init__(self, head: Head, tired: Callable[[], bool] | None) -> None:
        self.head, self.language, self.tired = head, head.language, tired
        self.asked = head.sheet.tags[ASKED].text if ASKED in head.sheet.tags else SEED
        self.variations: list[SeenVariation] = []

    def read(self) -> SeenSheet:
        sheet, setup = self.head.sheet, self.head.setup()
        session = Session(self.head.game, setup, self.head.seen_by(setup.seats), self.asked)
        comments: dict[int, list[str]] = {}
        self._follow(session, sheet.items, comments)
        if not session.entries and (sheet.result is None or sheet.is_broken_off):
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
                    if self.tired is not None:
                        continue
                    *before, _ = session.entries
                    other = Session(session.game, session.setup, session.viewer, self.asked, before)
                    variation = SeenVariation(len(before), other)
                    self.variations.append(variation)
                    self._follow(other, inside, variation.comments)

    def _begin(self, session: Session, values: Sequence[Word], place: Place) -> None:
        self._enter(session, [], values, place)

    def _move(self, session: Session, move: Move) -> None:
        self._ask_tired(move.place)
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
        seat = session.asked_seat()
        if seat is not None and seat != move.seat:
            move.place.fail("shorthand_not_awaited", seat=SEATS[move.seat], asked=SEATS[seat])
        return []

    def _enter(self, session: Session, picks: list[str], words: Sequence[Word], end: Place) -> None:
        """One entry: what the words say, and what can only be one."""
        _check_length(words)
        left, asked = [*words], self._question(session, picks, end) if words else ""
        name, named = "", Thing("", ())
        """What was named before, as far as it is written."""
        while left:
            word = left[0]
            if name and continues(f"{name}-{word.text}", named):
                name, left = f"{name}-{word.text}", left[1:]
                continue
            if word.text != UNKNOWN_WORD and is_little(word.text):
                left = left[1:]
                continue
            choices = self._choices(session, picks, word.place)
            found, taken = _resolved(left, choices)
            found = found or _refusal(word.text, choices)
            name = "-".join(one.text for one in left[:taken]) if found and found.sort in ("part", "card") else ""
            named = Thing(found.key, (found.label, *found.also)) if found else named
            left = left[taken:]
            if word.text == UNKNOWN_WORD:
                picks += [SEEN] if any(choice.key == SEEN for choice in choices) else []
                continue
            if picks and picks[0].startswith(SHOWS):
                picks.append(self._shown(word, choices))
                continue
            if found is None and session.is_known(word.text, self.language, self._names(session)):
                continue
            if found is None and is_said(word.text, asked):
                continue
            if not choices:
                word.place.fail("shorthand_too_many_words", found=word.text)
            picks.append(word.text if found is None else found.key)
            if found is None:
                self._choices(session, picks, word.place)  # it may be something that was not offered
        while not (picks and picks[0].startswith(SHOWS)):
            choices = self._choices(session, picks, end)
            if not choices:
                break
            alone = choices[0] if len(choices) == 1 else None
            last = next((one for key in (SEEN, DONE) for one in choices if one.key == key), alone)
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
        self._ask_tired(place)
        try:
            return session.question(picks, self.language, self._names(session)).choices
        except CoreError as error:
            _judge(place, error)

    def _question(self, session: Session, picks: Sequence[str], place: Place) -> str:
        try:
            return session.question(picks, self.language, self._names(session)).text
        except CoreError as error:
            _judge(place, error)

    def _ask_tired(self, place: Place) -> None:
        if self.tired is not None and self.tired():
            place.fail("takes_too_long")

    def _names(self, session: Session) -> list[str]:
        return [*SEATS[: session.setup.seats]]

    # --- coarser than move by move -----------------------------------------------------------------------------------

    def _round(self, session: Session, line: Round) -> None:
        self._ask_tired(line.place)
        _check_length(line.words)
        picks: list[str] = []
        try:
            if session.detail == MOVES:
                session.enter([COARSER + ROUNDS])
            for word, seat in zip(line.words[::2], line.words[1::2], strict=False):
                choices = self._choices(session, picks, word.place)
                found = resolved(word.text, [one for one in choices if one.sort == "card"])
                if found is None:
                    word.place.fail("shorthand_no_such_choice", found=word.text, expected=_some(choices))
                if seat.text != NOBODY and seat.text not in self._names(session):
                    seat.place.fail("shorthand_seat_expected", found=seat.text)
                whose = "none" if seat.text == NOBODY else f"{SEATS.index(seat.text)}"
                picks += [found.key, f"seat:{whose}"]
            if len(line.words) % 2:
                line.end.fail("shorthand_seat_expected", found="")
            session.enter([*picks, "round:over"], self._names(session), self.language)
        except CoreError as error:
            _judge(line.place, error)

    def _result(self, session: Session, sheet: Sheet) -> None:
        """It is checked where the moves lead to it, and told where they do not."""
        if sheet.result is None:
            return
        if sheet.is_broken_off and not session.over:
            session.break_off(stop_of(sheet, session.setup.seats))
            return
        told = sorted(sheet.result)
        if not sheet.is_broken_off and [seat for seat, _ in told] != [*range(session.setup.seats)]:
            sheet.result_at.fail("shorthand_place_expected", found="")
        places = [place for _, place in told]
        if session.over:
            if sheet.is_broken_off or list(session.result[0]) != places:
                ranks = " ".join(f"{SEATS[seat]} {rank}" for seat, rank in enumerate(session.result[0]))
                sheet.result_at.fail("shorthand_other_result", found=ranks)
            return
        points = [f"points:{sheet.points[seat]}" for seat, _ in told if seat in sheet.points]
        picks = [*(f"place:{place}" for place in places), *(points if len(points) == len(places) else ["points:none"])]
        try:
            if session.detail == MOVES:
                session.enter([COARSER + RESULT])
            whole = picks if session.detail == RESULT else ["result", *picks]
            session.enter(whole, self._names(session), self.language)
        except CoreError as error:
            _judge(sheet.result_at, error)


def _resolved(words: Sequence[Word], choices: Sequence[Choice]) -> tuple[Choice | None, int]:
    """What the next word names, and how many belong to it: more than one where one alone may be several things."""
    for taken, text in enumerate(islice(joined(words), MAX_JOINED), 1):
        if (found := resolved(text, choices)) is not None:
            return found, taken
    return None, 1


def _refusal(word: str, choices: Sequence[Choice]) -> Choice | None:
    """The one choice that says no, for any word that does."""
    refusing = [choice for choice in choices if choice.key in REFUSALS]
    return refusing[0] if len(refusing) == 1 and plain(word) in NO else None


def _check_length(words: Sequence[Word]) -> None:
    if len(words) > MAX_PICKS:
        words[MAX_PICKS].place.fail("shorthand_too_many_in_line", limit=MAX_PICKS)


def _some(choices: Sequence[Choice]) -> str:
    listed = [choice.label for choice in choices]
    return ", ".join(listed[:8]) + (", …" if len(listed) > 8 else "")


def _judge(place: Place, error: CoreError) -> NoReturn:
    """The session's refusal, at a place of the text."""
    data = dict(error.data)
    if "line" in data:
        raise error
    match error.code:
        case "scribe_not_possible" if data["expected"]:
            place.fail("shorthand_no_such_choice", found=data["pick"], expected=", ".join(data["expected"]))
        case "scribe_more_expected":
            place.fail("shorthand_more_expected", expected=", ".join(data["expected"]))
        case "scribe_too_many":
            place.fail("shorthand_too_many_words", found=data.get("pick", ""))
        case _:
            place.fail(error.code, **data)
