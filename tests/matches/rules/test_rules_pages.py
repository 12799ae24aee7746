"""The rules on pages and in the API: every rule has its place, and a search finds it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from elekt_core.games.elekt.rules import rulebook
from matches.rules import linking
from matches.rules.linking import Linker
from matches.rules.pages import in_steps
from tests.sampling import sample

pytestmark = pytest.mark.django_db

PL, EN = Client(headers={"accept-language": "pl"}), Client(headers={"accept-language": "en"})
BOOK = rulebook("en")


SCRIPT = {"HX-Request": "true"}


def page(path: str, client: Client = EN, status: int = 200, headers: dict[str, str] | None = None) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == status, path
    return response.content.decode()


def found(query: str, client: Client = PL) -> list[str]:
    """The numbers of the rules that a search finds, in order."""
    return re.findall(r'<span class="rule-no">([EC]\d+\.\d+)</span>', page(f"/games/elekt/rules/?q={query}", client))


def test_the_whole_book_has_an_anchor_for_each_rule_and_says_where_it_comes_from() -> None:
    text = page("/games/elekt/rules/")
    for number in BOOK.by_number:
        assert f'id="{number}"' in text
    assert text.count("Source:") >= len(BOOK.by_number)
    assert text.count("The rulebook leaves this open") == len(BOOK.questions)


@pytest.mark.parametrize("chapter", [c.id for c in sample(BOOK.chapters[::3], BOOK.chapters)])
def test_each_chapter_has_a_page_whose_links_lead_somewhere(chapter: str) -> None:
    for client in (PL, EN):
        text = page(f"/games/elekt/rules/{chapter}/", client)
        for number in set(re.findall(r'href="/games/elekt/rules/([^/"?]+)/"', text)):
            assert BOOK.has(number), number
        assert re.search(rf'href="/games/elekt/rules/{chapter}/" aria-current="page"', text)


def test_a_rule_shows_its_text_source_neighbours_cards_and_who_names_it() -> None:
    text = page("/games/elekt/rules/E18.5/")
    assert "Rule E18.5" in text
    assert "printed alike in both editions" in text
    assert 'rel="prev" href="/games/elekt/rules/E18.4/"' in text
    assert 'rel="next" href="/games/elekt/rules/E18.6/"' in text
    cards = text.partition("Cards that show it")[2]
    assert ">Acolyte</a>" in cards
    assert ">Dignitary</a>" not in cards
    assert 'href="/games/elekt/rules/E8.10/"' in page("/games/elekt/rules/E9.16/").partition("Rules that mention it")[2]


@pytest.mark.parametrize(("number", "steps"), [("E7.13", 5), ("E8.11", 9), ("E21.17", 6)])
@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_rule_of_several_steps_is_read_step_by_step(number: str, steps: int, language: str) -> None:
    """Elsewhere the rules name them by their numbers (E8.11 step 5)."""
    for address in (f"/games/elekt/rules/{number}/", f"/games/elekt/rules/{number.partition('.')[0]}/"):
        body = page(address, PL if language == "pl" else EN)
        lists = re.findall(r':</p><ol class="rule-text rule-list">(.*?)</ol>', body)
        assert steps in [listed.count("<li>") for listed in lists], address


@pytest.mark.parametrize(
    "text", ["1. Two. 2. Steps.", "It costs 1. Then 2. And 3 more.", "", "From 2. To 3. And 4. On."]
)
def test_numbers_in_a_sentence_are_no_steps(text: str) -> None:
    assert in_steps(text) == (text, ())


def test_an_open_question_is_told_with_answer_reason_and_confidence() -> None:
    text = re.sub(r"<[^>]*>", "", unescape(page("/games/elekt/rules/E2.9/")))
    for words in ("How much Heat does each player start with?", "2 Heat each.", "inferred from the sources", "high"):
        assert words in text
    assert "The rulebook leaves this open" not in page("/games/elekt/rules/E2.8/")


def test_a_number_in_small_letters_leads_to_the_rule_and_an_unknown_one_is_named() -> None:
    assert EN.get("/games/elekt/rules/e7.4/").headers["Location"] == "/games/elekt/rules/E7.4/"
    assert "There is no rule E99.1" in page("/games/elekt/rules/E99.1/", status=404)
    assert page("/games/chess/rules/", status=404)
    assert page("/games/chess/rules/E7.4/", status=404)


def test_a_script_gets_the_rule_as_a_card_and_the_results_alone() -> None:
    card = page("/games/elekt/rules/E7.4/", headers=SCRIPT)
    assert 'id="rule-box-title"' in card
    assert "<html" not in card
    results = page("/games/elekt/rules/?q=tie", headers=SCRIPT)
    assert results.lstrip().startswith('<div id="found"')
    assert EN.get("/games/elekt/rules/E7.4/").headers["Vary"].count("HX-Request") == 1


@pytest.mark.parametrize("query", ["żar", "zaru", "Żarem"])
def test_a_polish_word_is_found_in_any_form(query: str) -> None:
    numbers = found(query)
    assert numbers[0] == "E12.1", "what the word is about comes first"
    assert {"E12.2", "E18.4"} <= set(numbers)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("E7.4", ["E7.4"]),
        ("e7.4", ["E7.4"]),
        ("7.4", ["E7.4"]),
        ("c1.10", ["C1.10"]),
        ("limit jednostek", ["E7.4"]),
        ("remis", ["E8.7"]),
        ("złodziej ciał", ["E19.4"]),
        ("pieczęć", ["E21.22"]),
    ],
)
def test_the_rule_that_is_meant_comes_first(query: str, numbers: list[str]) -> None:
    assert found(query)[: len(numbers)] == numbers


def test_a_chapter_is_found_by_its_number() -> None:
    assert found("E17") == ["E17.1", "E17.2"]
    first = re.search(r'<ul class="hits"><li><a href="([^"]*)"', page("/games/elekt/rules/?q=e25", PL))
    assert first is not None
    assert first[1] == "/games/elekt/rules/E25/", "a list has no numbers of its own"


def test_cards_and_words_are_found_too_in_either_language() -> None:
    for query in ("akolita", "acolyte", "akolity"):
        text = page(f"/games/elekt/rules/?q={query}", PL)
        assert re.search(r'<h2 id="found-card">.*?Akolita', text, re.S), query
    assert re.search(r'<h2 id="found-term">', page("/games/elekt/rules/?q=sceptre", PL))


def test_what_was_asked_for_is_marked() -> None:
    assert "<mark>Żarem</mark>" in page("/games/elekt/rules/?q=zar", PL) or "<mark>Żar</mark>" in page(
        "/games/elekt/rules/?q=zar", PL
    )


def test_where_nothing_is_found_the_page_helps() -> None:
    text = unescape(page("/games/elekt/rules/?q=brelo", PL))
    assert "Brak wyników dla tych słów" in text
    assert ">Berło</a>" in text
    assert page("/games/elekt/rules/?q=" + "%3Cb%3E" * 100, PL).count("<b>") == 0


@pytest.mark.parametrize("query", ["%00", "…", "%F0%9F%98%80", "a" * 5000, "%20%20", "E99999999999.1", "7", "."])
def test_any_question_gets_an_answer(query: str) -> None:
    page(f"/games/elekt/rules/?q={query}")


def test_the_api_gives_the_book_a_search_and_one_rule() -> None:
    book = EN.get("/api/v1/games/elekt/rules/").json()
    assert [r["number"] for c in book["chapters"] for r in c["rules"]] == list(BOOK.by_number)
    assert book["hits"] == []
    hits = PL.get("/api/v1/games/elekt/rules/?q=zarem").json()
    assert hits["chapters"] == []
    assert (hits["hits"][0]["kind"], hits["hits"][0]["id"]) == ("rule", "E12.1")
    rule = EN.get("/api/v1/games/elekt/rules/e19.4/").json()
    assert rule["number"] == "E19.4"
    assert "body_thief" in rule["cards"]
    assert rule["open"]["question"].endswith("?")
    assert EN.get("/api/v1/games/elekt/rules/E7/").status_code == 404
    assert EN.get("/api/v1/games/chess/rules/").status_code == 404


# --- links in texts ------------------------------------------------------------------------------------------


@pytest.fixture
def polish() -> Linker:
    return Linker("elekt", rulebook("pl"), [("body_thief", "Złodziej ciał"), ("acolyte", "Akolita")])


def test_numbers_cards_and_words_in_any_form_become_links(polish: Linker) -> None:
    html = polish("Złodziej ciał bierze Jednostkę (E14.9), płacąc Żarem; zdolność Akolity nie.")
    assert re.findall(r'class="card-link" href="[^"]*">([^<]*)<', html) == ["Złodziej ciał", "Akolity"]
    assert '<a class="rule-link" href="/games/elekt/rules/E14.9/" data-rule>E14.9</a>' in html
    assert re.findall(r'class="term"[^>]*>([^<]*)<', html) == ["Jednostkę", "płacąc", "Żarem"]
    assert re.sub(r"<[^>]*>", "", html) == "Złodziej ciał bierze Jednostkę (E14.9), płacąc Żarem; zdolność Akolity nie."


def test_the_longest_name_wins_a_word_is_linked_once_and_never_to_its_own_rule(polish: Linker) -> None:
    html = polish("Jednostka Podstawowa to Jednostka. Żar i Żar.", here="E12.1")
    assert re.findall(r'class="term"[^>]*>([^<]*)<', html) == ["Jednostka Podstawowa", "Jednostka"]


def test_an_unknown_number_and_dangerous_text_stay_text(polish: Linker) -> None:
    assert "<a" not in polish("E99.1 <script>alert(1)</script> & żar", terms=False)
    assert "&lt;script&gt;" in polish("<script>")
    assert polish("`elekt-2e-r2` i `<b>`") == "<code>elekt-2e-r2</code> i <code>&lt;b&gt;</code>"


def test_a_small_letter_is_no_name(polish: Linker) -> None:
    assert "card-link" not in polish("akolita")
    assert linking.rule_address("elekt", "E7.4") == "/games/elekt/rules/E7.4/"
