"""What people write by hand is read as docs/short-notation.md says, and what cannot be is named with its place."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from elekt_core.contract import CONCEDE
from elekt_core.messages import LANGUAGES, describe
from elekt_core.record.text import parse_record
from elekt_core.shorthand import BadShorthand, read_shorthand, write_shorthand
from elekt_core.shorthand.names import Thing, continues, fitting, meant
from tests.sampling import sample

PAGE = Path("docs/short-notation.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```\n(\[Game.*?)```", PAGE, re.S)[0]
HEAD, MOVES = EXAMPLE.split("\n\n", 1)
HEADLESS = re.sub(r"\[Seed .*\n?", "", HEAD) + "\n"


def moves(*lines: str) -> str:
    return "\n".join([HEAD, "", *lines])


def refused(text: str) -> BadShorthand:
    with pytest.raises(BadShorthand) as caught:
        read_shorthand(text)
    assert {"line", "column"} <= set(caught.value.data)
    for language in LANGUAGES:
        said = describe(caught.value, language)
        assert caught.value.code not in said
        assert "{" not in said
    return caught.value


def test_what_strangers_send_is_read_without_variations_and_not_for_longer_than_one_waits() -> None:
    read = read_shorthand(EXAMPLE, tired=lambda: False)
    assert read.play.batches == read_shorthand(EXAMPLE).play.batches
    assert (len(read.comments), read.variations) == (1, [])
    asked = iter([False, True])
    with pytest.raises(BadShorthand) as caught:
        read_shorthand(EXAMPLE, tired=lambda: next(asked))
    assert (caught.value.code, caught.value.data["line"]) == ("takes_too_long", HEAD.count("\n") + 4)


def test_the_documented_example_is_read() -> None:
    read = read_shorthand(EXAMPLE)
    assert [batch.decision.kind for batch in read.play.batches if batch.decision][-2] == CONCEDE
    assert read.comments == {3: ["the only Unit for Missions"]}
    assert [len(one.decisions) for one in read.variations] == [2]
    assert read.tags["A"] == "Alice"


@pytest.mark.parametrize(
    "lines",
    [
        ("A zgodnie", "A nekr", "B keep-ecc", "A akol dwor", "A uzyj", "B eklez misji"),
        ("A clockwise", "A Keep Necrarch", "B keep eccl ; two words for one thing", "A Acol Court"),
        ("1 . A CLOCKWISE", "2... A Zachowaj-Nekrarcha", "3.B Eccl", "4. A unit:acolyte.0 zone:court"),
        ("\ufeff1. A clockw{.}", "2. A Keep-Necrarch;x", "3. B Keep-Eccl ( 3. B Draw ( 3. B Keep-Eccl ) )"),
    ],
)
def test_words_may_be_short_in_any_case_and_either_language(lines: tuple[str, ...]) -> None:
    whole = read_shorthand(EXAMPLE).play
    read = read_shorthand(moves(*lines)).play
    decisions = [batch.decision for batch in read.batches]
    assert decisions == [batch.decision for batch in whole.batches][: len(decisions)]


@pytest.mark.parametrize(
    "lines",
    [
        ("1 A: clockwise", "2 A keeps the Necrarch", "B keep Ecclesiast", "A assigns Acolyte to the Court Zone"),
        (
            "A zgodnie z ruchem",
            "A zachowuje Nekrarchę",
            "B zachowuje Eklezjastę",
            "A przydziela: Akolita → Strefa Dworu",
        ),
        (
            "A clock",
            "A Necrarch",
            "B Ecclesiast",
            "A Court, Acolyte",
            "A use Acolyte",
            "B in Missions: Ecclesiast",
            "B no",
        ),
        (
            "A zg",
            "A Nekr",
            "B Ekle",
            "A Dwór Akolita",
            "A użyj Akolita",
            "B Eklezjasta do Misji",
            "B nie używa zdolności",
        ),
        ("A clock", "A Necrarch", "B Ecclesiast", "A Acolyte Court", "A use ability", "B Eccl Miss", "B Pass"),
        ("A chose clockwise", "A kept the Necrarch", "B kept Ecclesiast"),
    ],
)
def test_a_line_that_can_mean_only_one_decision_may_be_written_more_freely(lines: tuple[str, ...]) -> None:
    decisions = [batch.decision for batch in read_shorthand(moves(*lines)).play.batches]
    assert decisions == [batch.decision for batch in read_shorthand(EXAMPLE).play.batches][: len(decisions)]
    assert len(decisions) == len(lines) + 1


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("A Court", "shorthand_no_such_choice", 3),  # several Units may go there
        ("A Acolyte", "shorthand_more_expected", 10),
        ("A Acolyte Court Missions", "shorthand_too_many_words", 17),
        ("A Acolyte Court sideways", "shorthand_too_many_words", 17),
        ("A Acolyte not Court", "shorthand_no_such_choice", 11),
        ("A to the", "shorthand_no_such_choice", 3),
    ],
)
def test_nothing_is_guessed_where_a_line_is_read_more_freely(line: str, code: str, column: int) -> None:
    error = refused(moves("A clock", "A Necrarch", "B Ecclesiast", line))
    assert (error.code, error.data["line"], error.data["column"]) == (code, 12, column)


def test_what_says_no_is_meant_only_by_whoever_says_so() -> None:
    saving = [Thing("save", ("Ocal", "Save")), Thing("let_go", ("Nie ocalaj", "Let go"))]
    for word in ("ocal", "ocala", "ocalaj", "ocalam", "save", "saves"):
        assert meant(word, saving).one == saving[0], word
        assert fitting(word, saving) == {"save"}, word
    for word in ("nie", "nie-ocalaj", "nie-ocala", "let-go"):
        assert meant(word, saving).one == saving[1], word
    leaving = [Thing("runes", ("Nie bierz Run",)), Thing("sword", ("Nie bierz Miecza",))]
    assert meant("Miecza", leaving).one == leaving[1]


def test_a_name_of_several_words_is_one_name_and_another_form_of_a_word_has_its_beginning() -> None:
    things = [
        Thing("card:town", ("Town Garrison (Defender 3)",)),
        Thing("card:border", ("Border Garrison (Defender 2)",)),
    ]
    assert continues("Town-Garrison", things[0])
    assert not continues("Town-Defender", things[0])
    assert not continues("Town-Garrison-Border", things[0])
    assert fitting("Garrison", things) == {"card:town", "card:border"}
    assert fitting("Garrisons", things) == {"card:town", "card:border"}
    assert fitting("Tax", things) == frozenset()


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "shorthand_tag_missing", 1, 1),
        ('[Game "chess"]', "shorthand_bad_value", 1, 8),
        ('[Game "elekt"]\n[Ruleset "x"]', "shorthand_bad_value", 2, 11),
        ('[Game "elekt"]\n[Game "elekt"]', "shorthand_tag_twice", 2, 1),
        ("[Game elekt]", "shorthand_bad_tag", 1, 1),
        (HEAD.replace('"2"', '"two"'), "shorthand_bad_value", 3, 9),
        (HEAD.replace('"2"', '"9"'), "bad_seats", 3, 9),
        (HEAD.replace("f795", "g795"), "shorthand_bad_value", 4, 8),
        (moves("1. A clockwise", '[Date "x"]'), "shorthand_late_tag", 10, 1),
        (moves("2. A clockwise"), "shorthand_wrong_number", 9, 1),
        (moves("1. clockwise"), "shorthand_seat_expected", 9, 4),
        (moves("1. B clockwise"), "shorthand_not_awaited", 9, 1),
        (moves("1. A"), "shorthand_more_expected", 9, 5),
        (moves("1. A sideways"), "shorthand_no_such_choice", 9, 6),
        (moves("1. A clockwise Moth"), "shorthand_too_many_words", 9, 16),
        (moves("1. A clockwise", "2. A Keep"), "shorthand_ambiguous", 10, 6),
        (moves("1. A clockwise", "2. A nec#2"), "shorthand_no_such_choice", 10, 6),
        (moves("( 1. A clockwise )"), "shorthand_nothing_before", 9, 1),
        (moves("1. A clockwise ("), "shorthand_unclosed", 9, 16),
        (moves("1. A clockwise )"), "shorthand_seat_expected", 9, 16),
        (moves("{ never closed"), "shorthand_unclosed", 9, 1),
        (moves("~ 3 2 1"), "shorthand_draw_and_seed", 9, 1),
        (moves("1. A clockwise", "= A 1 B 2"), "shorthand_other_result", 10, 1),
        (moves("= A first"), "shorthand_place_expected", 9, 5),
        (moves("= - A"), "shorthand_place_expected", 9, 6),
        (moves("= - A 1"), "shorthand_place_expected", 9, 1),
        (moves("= - A 1 B 2:7"), "shorthand_place_expected", 9, 11),
        (moves("= - A 2 B 2"), "wrong_stop", 9, 1),
        (moves("= -", "1. A clockwise"), "shorthand_after_result", 10, 1),
        (EXAMPLE.replace("= A 2 B 1", "= -"), "shorthand_other_result", 20, 1),
        (EXAMPLE + "1. A x", "shorthand_after_result", 21, 1),
        (moves("(" * 40), "shorthand_too_deep", 9, 17),
        (re.sub(r"\[Seed.*\n", "", moves("~ 1 2", "1. A clockwise")), "shorthand_bad_draw", 8, 3),
        (re.sub(r"\[Seed.*\n", "", moves("1. A clockwise")), "shorthand_draw_missing", 8, 1),
    ],
)
def test_what_cannot_be_is_named_with_its_place(text: str, code: str, line: int, column: int) -> None:
    error = refused(text)
    assert (error.code, error.data["line"], error.data["column"]) == (code, line, column)


def test_an_error_says_what_was_possible() -> None:
    assert refused(moves("1. A sideways")).data["expected"] == "clockwise, counter-clockwise"
    assert "Necrarch" in refused(moves("1. A clockwise", "2. A Keep")).data["meant"]


def test_a_text_that_is_no_utf_8_is_named_with_its_place() -> None:
    with pytest.raises(BadShorthand) as caught:
        read_shorthand(b"[Game \xff]")
    assert caught.value.data["column"] == 7


def place_of_flaw(text: str) -> tuple[int, int] | None:
    try:
        read_shorthand(text)
    except BadShorthand as error:
        return error.data["line"], error.data["column"]
    return None


def test_no_change_of_a_text_ends_in_anything_but_a_match_or_a_place() -> None:
    """100,000 changes: ``LONG_TESTS=1``."""
    texts = [EXAMPLE, write_shorthand(parse_record(Path("docs/vectors/elekt-running.jsonl").read_bytes()), "pl")]
    dice = random.Random(20)
    signs = ' \n\t[]{}();~="#.-0123456789ABCabcąłżźxyz\\\x00\u2028\U0001f0a1'
    for _ in range(sample(300, 100_000)):
        text = dice.choice(texts)
        for _ in range(dice.randint(1, 3)):
            at, size = dice.randrange(len(text)), dice.choice((0, 0, 1, 1, 5, 40))
            new = "".join(dice.choice(signs) for _ in range(dice.choice((0, 1, 1, 2))))
            text = text[:at] + new + text[at + size :]
        place = place_of_flaw(text)
        assert place is None or min(place) >= 1


def test_what_would_stop_the_reader_is_named_with_its_place_too() -> None:
    for text, code in (
        (f'{HEAD}\n[Options "{"[" * 100_000}"]', "shorthand_bad_value"),
        (HEADLESS + "~ ²", "shorthand_bad_draw"),
        (moves("= A ²"), "shorthand_place_expected"),
        (moves("= A " + "9" * 5000), "shorthand_place_expected"),
        (moves("1. A clockwise" + "()" * 5000), "shorthand_too_many_moves"),
    ):
        assert refused(text).code == code
    assert read_shorthand(moves("1. A clockwise#²")).tags["A"] == "Alice"
