"""A search finds texts by words in any form, ranks them sensibly, and marks what was asked for."""

from __future__ import annotations

import pytest

from elekt_core.folding import fold
from elekt_core.searching import Document, Finder, asked_words, likeness, marked

POLISH = Finder(
    [
        Document(("rule", "heat"), "Żar", "Nikt nie ma więcej niż 3 Żary.", "Żar"),
        Document(("rule", "pay"), "", "Za ocalenie płaci się Żarem.", "Losy Jednostki"),
        Document(("rule", "limit"), "limit Jednostek w Strefie", "Limit Jednostek w Strefie to 3.", "Przydział"),
        Document(("card", "skarger"), "Żarłoczny Skarger", "Przemoc w fazie przydziału.", "Ravenous Skarger"),
        Document(("card", "thief"), "Złodziej ciał", "Bierze inną Jednostkę.", "Body Thief"),
        Document(("rule", "tie"), "remis", "Wspólna najwyższa liczba to remis.", ""),
        Document(("rule", "power"), "", "Remis we Władzy rozstrzyga pozycja na Dworze.", ""),
    ],
    "pl",
)


def ids(query: str, finder: Finder = POLISH) -> list[str]:
    return [found.document.id[1] for found in finder.find(query)]


@pytest.mark.parametrize("query", ["żar", "zaru", "Żarem", "ŻARY", "żarów"])
def test_any_form_of_a_word_finds_it_with_or_without_its_marks(query: str) -> None:
    assert ids(query)[0] == "heat"
    assert "pay" in ids(query)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("remis władza", ["power"]),
        ("limit stref", ["limit"]),
        ("zlodziej", ["thief"]),
        ("body thief", ["thief"]),
        ("ocalic", ["pay"]),
        ("żarło", ["skarger"]),
        ("jak jest limit", ["limit"]),
    ],
)
def test_words_names_and_beginnings_find_what_has_them_all(query: str, found: list[str]) -> None:
    assert ids(query) == found


def test_what_a_word_is_about_comes_before_what_mentions_it() -> None:
    assert ids("remis") == ["tie", "power"]


def test_what_has_most_words_is_given_where_nothing_has_all() -> None:
    found = POLISH.find("remis xyzzy")
    assert {f.document.id[1] for f in found} == {"tie", "power"}
    assert not any(f.whole for f in found)
    assert all(f.whole for f in POLISH.find("remis"))


def test_nothing_is_found_where_nothing_fits_and_near_words_are_named() -> None:
    assert POLISH.find("xyzzy") == []
    assert POLISH.find("") == []
    assert POLISH.find("...") == []
    assert POLISH.near("skargger") == ["Skarger"]
    assert POLISH.near("qqqqqqqq") == []


@pytest.mark.parametrize(
    ("one", "other", "like"),
    [
        ("jednostka", "jednostek", True),
        ("przydzielac", "przydzielona", True),
        ("zar", "zarloczny", True),  # the beginning of a word
        ("zarem", "zarloczny", False),
        ("3", "30", False),
        ("remis", "remont", False),
    ],
)
def test_how_alike_two_polish_words_are(one: str, other: str, like: bool) -> None:
    assert bool(likeness(one, other, "pl")) is like


@pytest.mark.parametrize(
    ("one", "other"), [("save", "saving"), ("annihilated", "annihilation"), ("ties", "tie"), ("assign", "assignments")]
)
def test_english_endings_are_tolerated(one: str, other: str) -> None:
    assert likeness(one, other, "en") >= 0.5


def test_the_same_word_counts_more_than_another_form_and_that_more_than_a_beginning() -> None:
    scores = [likeness("zar", word, "pl") for word in ("zar", "zaru", "zarloczny", "wladza")]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


def test_what_was_asked_for_is_marked_and_nothing_is_lost() -> None:
    text = "Za ocalenie płaci się Żarem, zawsze Żarem."
    pieces = list(marked(text, "zar", "pl"))
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece, hit in pieces if hit] == ["Żarem", "Żarem"]


def test_letters_lose_their_marks() -> None:
    assert fold("ŻÓŁĆ gęślą jaźń") == "zolc gesla jazn"


def test_small_words_count_only_alone_and_a_flood_is_cut() -> None:
    assert asked_words("jak to jest z Żarem") == ["zarem"]
    assert asked_words("jak to") == ["jak", "to"]
    assert len(asked_words(" ".join(f"w{n}" for n in range(1000)))) <= 12
