"""Short notation of games of which not every card is known: written, read, and refused with the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from elekt_core.contract import SeatNo, Viewer
from elekt_core.errors import BadRecord, CoreError
from elekt_core.messages import describe
from elekt_core.record.match import Play
from elekt_core.record.record import Record, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.stop import PlayStopped
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_game
from elekt_core.scribe import MAX_PICKS, Answered, Answers, Entry, Session, is_seen, read_seen, write_seen
from elekt_core.shorthand import BadShorthand, read_shorthand
from tests.sampling import sample

from .witness import answered, played, seen

DECISIONS = {"elekt": sample(3, 200), "enclave": sample(1, 40), "elector_counts": sample(3, 80)}


def seen_record(name: str, viewer: Viewer, decisions: int, chosen: int = 7) -> Record:
    play: Play[Any] = played(name, b"sheet")
    draw = Random(chosen)
    for _ in range(decisions):
        if play.game.outcome(play.state) is not None:
            break
        options = play.game.options(play.state, draw.choice(play.game.awaiting(play.state)).seat)
        play.decide(options[draw.randrange(len(options))])
    return redacted_record(record_of_play(play, "stream"), viewer)


def told(record: Record) -> list[Any]:
    return [([(one.kind, one.payload) for one in batch.entries], batch.decision) for batch in record.batches]


@pytest.mark.parametrize(
    ("name", "viewer", "language"),
    [
        ("elekt", SeatNo(1), "pl"),
        ("enclave", None, "en"),
        *sample([], [("elekt", None, "pl"), ("elector_counts", None, "pl"), ("elector_counts", SeatNo(0), "en")]),
    ],
)
def test_what_a_viewer_saw_is_the_same_after_writing_and_reading(name: str, viewer: Viewer, language: str) -> None:
    record = seen_record(name, viewer, DECISIONS[name])
    text = write_seen(record, language, {"A": 'Ala "A"'})
    read = read_seen(text)
    assert is_seen(text)
    assert read.tags["A"] == 'Ala "A"'
    again = read.session.record("stream")
    assert (again.perspective, told(again)) == (record.perspective, told(record))
    assert verify_record(again).ok


def test_a_seat_that_is_chosen_is_no_seat_that_chooses() -> None:
    """Who gets the Sceptre (E10.2) is a part of the decision, and its first one."""
    record = seen_record("elekt", None, 13, chosen=86)
    assert "sceptre_set" in [one.kind for one in record.batches[-1].entries]
    text = write_seen(record)
    assert text.splitlines()[-1].split()[:4] == ["13.", "C", "A", "counter"]
    assert told(read_seen(text).session.record("stream")) == told(record)


def recorded(name: str, viewer: Viewer, decisions: int) -> tuple[Record, Answers]:
    """A game as a session has recorded it, and what was answered."""
    play: Play[Any] = played(name, b"answers")
    session, draw = Session(play.game, play.setup, viewer, "a recording"), Random(name)
    while True:
        session._add(witnessed(session, play))
        if len(session.entries) > decisions or play.game.outcome(play.state) is not None:
            answers = Answers([Answered(entry.picks, entry.seat) for entry in session.entries], session.seed)
            return session.record("stream"), answers
        options = play.game.options(play.state, draw.choice(play.game.awaiting(play.state)).seat)
        play.decide(options[draw.randrange(len(options))])


def witnessed(session: Session, play: Play[Any]) -> Entry:
    asking = answered(session, play.batches[-1].decision, seen(play, session.viewer))
    assert asking.known is not None
    return session._entry(asking, asking.known)


WHOLE = 1000
RECORDED: Sequence[tuple[str, Viewer, int]] = sample(
    [("elekt", None, 4), ("enclave", SeatNo(1), 1)],
    [(name, viewer, WHOLE) for name in ("elekt", "enclave", "elector_counts") for viewer in (None, SeatNo(1))],
)


@pytest.mark.parametrize(("name", "viewer", "decisions"), RECORDED)
def test_a_recorded_game_is_written_by_its_answers_without_looking_for_them(
    name: str, viewer: Viewer, decisions: int
) -> None:
    record, answers = recorded(name, viewer, decisions)
    for language in sample(["pl"], ["en", "pl"]):
        begun = process_time()
        text = write_seen(record, language, answers=answers, tired=lambda: True)
        assert process_time() - begun < 1
        assert told(read_seen(text).session.record("stream")) == told(record)
    with pytest.raises(BadRecord, match="takes_too_long"):
        write_seen(record, tired=lambda: True)


HEAD = '[Game "elekt"]\n[Ruleset "elekt-2e-r2"]\n[Seats "3"]\n[Seen "spectator"]\n'
FIRST = "~ siege mint swords necrarch wildclanner symbiont\n"
SHEET = re.findall(r"```\n(\[Game.*?)```", Path("docs/short-notation.md").read_text("utf-8"), re.S)[1]
"""The documented one."""
VARIED = SHEET.replace("2. B ?", "{ an evening } ( 1. B counter )\n2. B ?")


def test_a_sheet_from_a_table_is_read() -> None:
    read = read_seen(VARIED)
    session = read.session
    assert [entry.picks[:1] for entry in session.entries[3:6]] == [("show:0",), ("concede:1",), ("coarse:rounds",)]
    assert session.entries[6].picks == (
        "won:siege_of_the_salt_gate",
        "seat:1",
        "won:black_mint",
        "seat:none",
        "round:over",
    )
    assert session.result == ((2, 3, 1), (3, 0, 5))
    assert read.comments[2] == ["an evening"]
    assert read_seen(SHEET).session.record("s") == session.record("s")
    (variation,) = read.variations
    assert (variation.after, variation.session.entries[-1].picks) == (1, ("direction:counter_clockwise",))
    assert verify_record(session.record("s")).ok


def test_variations_of_what_strangers_send_are_read_past_not_judged() -> None:
    wrong = VARIED.replace("( 1. B counter )", "( 1. B sideways )")
    read = read_seen(wrong, tired=lambda: False)
    assert (read.variations, read.session.record("s")) == ([], read_seen(SHEET).session.record("s"))
    with pytest.raises(BadShorthand, match="shorthand_no_such_choice"):
        read_seen(wrong)


def test_a_game_of_which_only_the_result_is_known_is_two_lines() -> None:
    session = read_seen(f"{HEAD}= A 1 B 1 C 3").session
    assert session.result == ((1, 1, 3), ())
    text = write_seen(session.record("s"))
    assert text.endswith('[Seen "spectator"]\n\n= A 1 B 1 C 3\n')
    assert read_seen(text).session.record("s") == session.record("s")


@pytest.mark.parametrize(
    ("line", "places"), [("= -", ()), ("* siege B\n= -", ()), ("1. B clock\n= - A 2 B 1 C 2", (2, 1, 2))]
)
def test_a_game_that_was_broken_off_says_so(line: str, places: tuple[int, ...]) -> None:
    session = read_seen(sheet(line)).session
    assert (session.over, session.result) == (True, ((), ()))
    record = session.record("s")
    last = record.batches[-1].entries[0]
    assert (last.kind, last.payload["places"]) == ("play_stopped", [*places])
    text = write_seen(record, "pl")
    assert text.endswith(f"\n{line.rpartition(chr(10))[2]}\n")
    assert read_seen(text).session.record("s") == record
    assert verify_record(record).ok
    with pytest.raises(CoreError, match="scribe_over"):
        session.break_off(PlayStopped(()))
    session.take_back()
    assert not session.over


def test_rounds_are_written_and_read() -> None:
    session = read_seen(f"{HEAD}* siege B mint -\n* swords C\n= A 3:1 B 2:2 C 1:4").session
    text = write_seen(session.record("s"), "pl")
    assert read_seen(text).session.record("s") == session.record("s")
    assert "\n* Oblężenie" in text


def sheet(*lines: str) -> str:
    return HEAD + FIRST + "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (HEAD + "~ siege mint nobody", "shorthand_no_such_choice", 5, 14),
        (HEAD + "~ siege mint", "shorthand_more_expected", 5, 1),
        (sheet("2. B clock"), "shorthand_wrong_number", 6, 1),
        (sheet("1. A clock"), "shorthand_not_awaited", 6, 1),
        (sheet("1. D clock"), "shorthand_not_awaited", 6, 1),
        (sheet("1. B sideways"), "shorthand_no_such_choice", 6, 6),
        (sheet("1. B clock clock"), "shorthand_too_many_words", 6, 12),
        (sheet("1. B clock", "~ siege"), "shorthand_draw_unused", 7, 1),
        (sheet("1. B clock", "2. B redraw siege"), "scribe_known_elsewhere", 7, 13),
        (sheet("1. B clock", "2. B shows siege"), "shorthand_no_such_choice", 7, 12),
        (sheet("* siege"), "shorthand_seat_expected", 6, 8),
        (sheet("* siege X"), "shorthand_seat_expected", 6, 9),
        (sheet("* siege A siege B"), "shorthand_no_such_choice", 6, 11),
        (sheet("= A 2 B 2 C 2"), "shorthand_no_such_choice", 6, 1),
        (sheet("= A 1 B 2"), "shorthand_place_expected", 6, 1),
        (sheet("= - A 1 B 2"), "shorthand_place_expected", 6, 1),
        (sheet("= - A 2 B 2 C 2"), "wrong_stop", 6, 1),
        (SHEET.replace("= A 2:3 B 3:0 C 1:5", "= A 2:3 B 3:0 C 1:5\n= -"), "shorthand_after_result", 14, 1),
        (HEAD + "= -", "shorthand_more_expected", 1, 1),
        (HEAD.replace("spectator", "D"), "shorthand_bad_value", 4, 8),
        (sheet("( 1. B clock )"), "shorthand_nothing_before", 6, 1),
    ],
)
def test_what_cannot_be_is_named_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(BadShorthand) as caught:
        read_seen(text)
    error = caught.value
    assert (error.code, error.data["line"], error.data["column"]) == (code, line, column)


@pytest.mark.parametrize("begun", ["2. A shows", "2. B", "*"])
def test_a_line_has_no_more_words_than_an_entry_has_answers(begun: str) -> None:
    faces = [card.id for card in get_game("elekt").gallery("en")]
    words = [word for card in faces for word in (card, "-")] if begun == "*" else ["?"] * 20_000
    since = process_time()
    with pytest.raises(BadShorthand, match="shorthand_too_many_in_line") as caught:
        read_seen(sheet("1. B clockwise", " ".join([begun, *words])))
    before = " ".join([begun, *words[:MAX_PICKS]])
    assert caught.value.data == {"limit": MAX_PICKS, "line": 7, "column": len(before) + 2}
    assert process_time() - since < 5.0


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("shown", ["shows", "shows ?"])
def test_who_shows_no_card_is_told_which_ones_can_be_shown(language: str, shown: str) -> None:
    head = f'{HEAD}[Language "{language}"]\n'
    with pytest.raises(BadShorthand, match="shorthand_more_expected") as caught:
        read_seen(head + FIRST + f"1. A {shown}")
    first, *_ = describe(caught.value, language).rpartition(": ")[2].split(", ")
    assert first in [face.words.name for face in get_game("elekt").gallery(language)]


def tired_after(times: int) -> Callable[[], bool]:
    asked = count()
    return lambda: next(asked) >= times


@pytest.mark.parametrize(
    ("lines", "words"), [("1. B clockwise\n2. A shows ? ? ? ? ?", 5), ("* siege A mint - swords B", 3)]
)
def test_whoever_reads_is_asked_at_each_word_whether_it_takes_too_long(lines: str, words: int) -> None:
    columns, last = set(), sheet(lines).count("\n") + 1
    asked = 0

    def never() -> bool:
        nonlocal asked
        asked += 1
        return False

    with pytest.raises(BadShorthand):
        read_seen(sheet(lines, "0. A"), tired=never)
    for patience in reversed(range(asked)):  # what is asked last is asked at the last words
        with pytest.raises(BadShorthand, match="takes_too_long") as caught:
            read_seen(sheet(lines, "0. A"), tired=tired_after(patience))
        if caught.value.data["line"] == last:
            columns.add(caught.value.data["column"])
        if len(columns) == words:
            return
    assert len(columns) >= words


def test_whole_matches_and_seen_ones_are_told_apart() -> None:
    with pytest.raises(BadShorthand, match="shorthand_seen"):
        read_shorthand(HEAD)
    with pytest.raises(BadShorthand, match="shorthand_seat_expected"):
        read_shorthand(HEAD.replace('[Seen "spectator"]', f'[Seed "{"ab" * 32}"]') + "* siege A")
    play = played("elekt", b"open")
    with pytest.raises(BadRecord, match="already_open"):
        write_seen(record_of_play(play, "s"))
    assert not is_seen(b"[Game \xff]")
    assert not is_seen("[Game")
