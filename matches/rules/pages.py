"""What pages, links and the API show of a game's rules: linked texts, what shows each rule, and the search.

Everything here is public and the same for everybody; sentences come in the current language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from elekt_core.contract import Game
from elekt_core.registry import get_game
from elekt_core.rulebook import Chapter, OpenQuestion, Rule, Rulebook
from elekt_core.scenarios.scenario import list_scenarios
from elekt_core.searching import Document, Finder, Found, marked
from web import languages
from web.encoding import UNSHOWN, Named
from web.errors import NotFound

from .linking import Linker, card_address, linker, rule_address

MAX_HITS = {"rule": 40, "card": 16, "term": 8, "scenario": 8}
"""How many results of a kind are shown at once."""

MAX_HEADING = 40

STEP = re.compile(r"(?:(?<=:)|(?<=\.)|^)\s*(?P<number>\d{1,2})\. ")
MIN_STEPS = 3
"""Fewer are easier to read in one sentence."""

NUMBER = re.compile(
    r"^\s*(?P<book>[A-Za-z]?)\s*(?P<chapter>\d{1,3})(?:[.,](?P<rule>\d{1,3}(?:[.,]\d{1,3})?))?\s*\.?\s*$"
)


@dataclass(frozen=True, slots=True)
class Linked:
    """A rule with its texts as HTML: what can be looked up is a link."""

    rule: Rule
    text: SafeString
    intro: SafeString
    """What stands before the numbered steps: all of it where there are none."""
    steps: tuple[SafeString, ...]
    cells: tuple[tuple[str, SafeString], ...]
    """Column and cell, for a row of a table."""
    question: SafeString
    answer: SafeString
    why: SafeString

    @property
    def number(self) -> str:
        return self.rule.number

    @property
    def open(self) -> OpenQuestion | None:
        return self.rule.open


@dataclass(frozen=True, slots=True)
class ChapterShown:
    chapter: Chapter
    rules: tuple[Linked, ...]
    height: int
    """On a phone, in rem, rather too much than too little: before chapters are laid out none may lie over the next."""

    @property
    def prose(self) -> tuple[Linked, ...]:
        """Rules that are no rows of a table."""
        return tuple(linked for linked in self.rules if not linked.cells)

    @property
    def rows(self) -> tuple[Linked, ...]:
        return tuple(linked for linked in self.rules if linked.cells)


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that shows a rule: a card, a scenario."""

    id: str
    name: str
    address: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class RulePage:
    game: str
    linked: Linked
    chapter: Chapter
    before: str
    behind: str
    cards: tuple[Shown, ...]
    scenarios: tuple[Shown, ...]
    mentioned_by: tuple[Linked, ...]

    @property
    def number(self) -> str:
        return self.linked.number


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result: ``text`` with the query's words marked."""

    kind: Annotated[str, "rule, chapter, card, term or scenario."]
    id: Annotated[str, "A rule's number, a card's id, a word's name in records."]
    name: str
    plain: Annotated[str, Named("text")]
    address: Annotated[str, "Its page."]
    text: Annotated[SafeString, UNSHOWN]


@dataclass(frozen=True, slots=True)
class Results:
    query: str
    groups: tuple[tuple[str, tuple[Hit, ...], int], ...] = ()
    """Kind, results, and how many there are beyond those; the best kind first."""
    near: tuple[str, ...] = field(default=())
    """Words to try where nothing was found."""
    whole: bool = True
    """Every word was found; else the results have most of them."""

    @property
    def count(self) -> int:
        return sum(len(hits) + more for _, hits, more in self.groups)


# --- the book ---------------------------------------------------------------------------------------------


def book(game: str) -> Rulebook:
    """A game's rules in the current language. Raises UnknownGame, NotFound if they are not written."""
    found = get_game(game).rulebook(languages.current())
    if found is None:
        raise NotFound("unknown_rules", game=game)
    return found


def chapters(game: str) -> tuple[ChapterShown, ...]:
    """The whole book, without links from words to the glossary."""
    return tuple(_chapter(get_game(game), languages.current(), chapter.id, False) for chapter in book(game).chapters)


def chapter(game: str, id_: str) -> ChapterShown:
    return _chapter(get_game(game), languages.current(), id_, True)


def canonical(game: str, number: str, *, chapters: bool = True) -> str:
    """The number as the book writes it. Raises NotFound if there is no such rule (or chapter)."""
    found, wanted = book(game), number.upper()
    if not (found.has(wanted) if chapters else found.rule(wanted)):
        raise NotFound("unknown_rule", rule=number[:20])
    return wanted


def page(game_name: str, number: str) -> RulePage:
    """One rule with everything that it leads on to. ``number`` must be one of the book's."""
    game, language, found = get_game(game_name), languages.current(), book(game_name)
    link = _linker(game, language)
    rule = found.by_number[number]
    before, behind = found.beside(number)
    return RulePage(
        game=game_name,
        linked=_linked(link, found, rule),
        chapter=found.by_chapter[rule.chapter],
        before=before,
        behind=behind,
        cards=_cards(game, language, number, rule),
        scenarios=_scenarios(game, language, number),
        mentioned_by=tuple(_linked(link, found, other, terms=False) for other in found.mentions(number)),
    )


@lru_cache(maxsize=256)
def _chapter(game: Game[Any], language: str, id_: str, terms: bool) -> ChapterShown:
    found = game.rulebook(language)
    assert found is not None
    shown, link = found.by_chapter[id_], _linker(game, language)
    linked = tuple(_linked(link, found, rule, terms=terms) for rule in shown.rules)
    return ChapterShown(shown, linked, _height(found, shown))


LETTERS_A_LINE, LINE, ROW, TABLE_ROW, HEADING = 32, 1.6, 5, 9, 8


def _height(found: Rulebook, chapter: Chapter) -> int:
    height = TABLE_ROW if chapter.kind == "questions" else ROW
    if chapter.kind == "questions":
        rows = [f"{asked.question} {asked.answer} {asked.confidence}" for _, asked in found.questions]
    elif chapter.kind == "words":
        rows = [f"{term.word} {term.abroad} {term.meaning}" for term in found.terms]
    else:
        rows = [f"{rule.text} {rule.cells} {rule.open or ''} {rule.sources}" for rule in chapter.rules]
    return HEADING + round(sum(height + LINE * len(text) / LETTERS_A_LINE for text in rows))


def _linker(game: Game[Any], language: str) -> Linker:
    found = linker(game, language)
    assert found is not None
    return found


def _linked(link: Linker, found: Rulebook, rule: Rule, *, terms: bool = True) -> Linked:
    def html(text: str) -> SafeString:
        return link(text, here=rule.number, terms=terms)

    columns = found.by_chapter[rule.chapter].columns
    asked = rule.open or OpenQuestion("", "", "", "", "")
    intro, steps = in_steps(rule.text)
    return Linked(
        rule=rule,
        text=html(rule.text),
        intro=html(intro),
        steps=tuple(html(step) for step in steps),
        cells=tuple((column, html(cell)) for column, cell in zip(columns, rule.cells, strict=False)),
        question=html(asked.question),
        answer=html(asked.answer),
        why=html(asked.why),
    )


def in_steps(text: str) -> tuple[str, tuple[str, ...]]:
    """What a rule says before its steps, ``1. ... 2. ...``, and the steps without their numbers."""
    starts: list[re.Match[str]] = []
    for found in STEP.finditer(text):
        if int(found["number"]) == len(starts) + 1:
            starts.append(found)
    if len(starts) < MIN_STEPS:
        return text, ()
    ends = [*(found.start() for found in starts[1:]), len(text)]
    said = (text[found.end() : end].strip() for found, end in zip(starts, ends, strict=True))
    return text[: starts[0].start()].strip(), tuple(f"{step[:1].upper()}{step[1:]}" for step in said)


def _cards(game: Game[Any], language: str, number: str, rule: Rule) -> tuple[Shown, ...]:
    """Cards whose data follow the rule, and those that its text names."""
    faces = {face.id: face for face in game.gallery(language)}
    named = [id_ for id_, face in faces.items() if face.words.name in rule.text]
    return tuple(
        Shown(id_, faces[id_].words.name, card_address(game.name, id_), faces[id_].words.type_line)
        for id_ in dict.fromkeys((*named, *game.shown_by(number)))
    )


def _scenarios(game: Game[Any], language: str, number: str) -> tuple[Shown, ...]:
    found = list_scenarios(game).by_rule.get(number, ())
    return tuple(
        Shown(scenario.name, scenario.title[language], _scenario_address(game.name, scenario.name))
        for scenario in found
    )


def _scenario_address(game: str, name: str) -> str:
    return reverse("matches:scenario", args=[game, name])


# --- the search -------------------------------------------------------------------------------------------


def search(game_name: str, query: str) -> Results:
    """Rules, cards and words that answer ``query``: a number, words in any form, the name of a card."""
    query = " ".join(query.split())
    if not query:
        return Results("")
    found, language = book(game_name), languages.current()
    if hits := _by_number(game_name, found, query):
        return Results(query, (("rule", hits, 0),))
    finder = _finder(get_game(game_name), language)
    results = finder.find(query)
    if not results:
        return Results(query, near=tuple(finder.near(query)))
    return Results(query, _grouped(get_game(game_name), results, query, language), whole=results[0].whole)


def _by_number(game: str, found: Rulebook, query: str) -> tuple[Hit, ...]:
    """What a number names: ``E7.4`` and ``7.4`` a rule and those that mention it, ``e7`` a chapter with its rules."""
    asked = NUMBER.match(query)
    if asked is None or not (asked["book"] or asked["rule"]):
        return ()
    letter = found.chapters[0].id[:1]
    chapter = found.chapter(f"{(asked['book'] or letter).upper()}{int(asked['chapter'])}")
    if chapter is None:
        return ()
    if asked["rule"]:
        rule = found.rule(".".join((chapter.id, *(str(int(part)) for part in re.split("[.,]", asked["rule"])))))
        rules = (rule, *found.mentions(rule.number)) if rule else ()
        return tuple(_hit_of_rule(game, one, "", found.language) for one in rules)
    title = format_html("<strong>{}</strong>", chapter.title)
    whole = Hit("chapter", chapter.id, chapter.id, chapter.title, rule_address(game, chapter.id), title)
    return (whole, *(_hit_of_rule(game, rule, "", found.language) for rule in chapter.rules))


@lru_cache(maxsize=16)
def _finder(game: Game[Any], language: str) -> Finder:
    found = game.rulebook(language)
    assert found is not None
    explained: dict[str, list[str]] = {}
    for term in found.terms:
        explained.setdefault(term.rule, []).append(term.word)
    documents = [
        Document(
            ("rule", rule.number),
            " ".join((*explained.get(rule.number, ()), "" if rule.cells else _heading(rule.text))),
            " ".join((rule.text, *((rule.open.question, rule.open.why) if rule.open else ()))),
            f"{chapter.title} {rule.number}",
        )
        for chapter in found.chapters
        for rule in chapter.rules
    ]
    documents += [
        Document(("term", term.id), " ".join((term.word, *term.also)), term.meaning, " ".join(term.abroad))
        for term in found.terms
    ]
    documents += [Document(("card", id_), *texts) for id_, *texts in _card_texts(game, language)]
    documents += [
        Document(("scenario", scenario.name), scenario.title[language], scenario.text[language])
        for scenario in list_scenarios(game).all.values()
    ]
    return Finder(documents, language)


def _heading(text: str) -> str:
    """What a rule announces before a colon at its beginning: the card that it clarifies, the keyword."""
    before, colon, _ = text.partition(":")
    return before if colon and len(before) <= MAX_HEADING else ""


def _card_texts(game: Game[Any], language: str) -> list[tuple[str, str, str, str]]:
    other = next(word for word in languages.LANGUAGES if word != language)
    abroad = {face.id: face.words.name for face in game.gallery(other)}
    return [
        (
            face.id,
            face.words.name,
            " ".join((face.words.type_line, face.words.ability_line, face.words.text, *face.words.titles)),
            abroad.get(face.id, ""),
        )
        for face in game.gallery(language)
    ]


def _grouped(
    game: Game[Any], results: Sequence[Found], query: str, language: str
) -> tuple[tuple[str, tuple[Hit, ...], int], ...]:
    """By kind, the kind with the best result first."""
    kinds: dict[str, list[Found]] = {}
    for result in results:
        kinds.setdefault(result.document.id[0], []).append(result)
    return tuple(
        (
            kind,
            tuple(_hit(game, answer.document, query, language) for answer in answers[: MAX_HITS[kind]]),
            max(0, len(answers) - MAX_HITS[kind]),
        )
        for kind, answers in kinds.items()
    )


def _hit(game: Game[Any], document: Document, query: str, language: str) -> Hit:
    kind, id_ = document.id
    if kind == "rule":
        return _hit_of_rule(game.name, _rule(game, language, id_), query, language)
    if kind == "card":
        words = next(face.words for face in game.gallery(language) if face.id == id_)
        return _hit_with_name(kind, id_, words.name, words.text, card_address(game.name, id_), query, language)
    if kind == "term":
        found = game.rulebook(language)
        term = next(term for term in (found.terms if found else ()) if term.id == id_)
        address = rule_address(game.name, term.rule)
        return _hit_with_name(kind, id_, term.word, term.meaning, address, query, language)
    address = _scenario_address(game.name, id_)
    return _hit_with_name(kind, id_, document.title, document.text, address, query, language)


def _rule(game: Game[Any], language: str, number: str) -> Rule:
    found = game.rulebook(language)
    assert found is not None
    return found.by_number[number]


def _hit_of_rule(game: str, rule: Rule, query: str, language: str) -> Hit:
    text = _marked(rule.text, query, language)
    return Hit("rule", rule.number, rule.number, rule.text, rule_address(game, rule.number), text)


def _hit_with_name(kind: str, id_: str, name: str, text: str, address: str, query: str, language: str) -> Hit:
    html = format_html(
        "<strong>{}</strong> · {}", _marked(name, query, language), _marked(text.strip(), query, language)
    )
    return Hit(kind, id_, name, f"{name}: {text.strip()}", address, html)


def _marked(text: str, query: str, language: str) -> SafeString:
    text = text.replace("`", "")
    pieces = marked(text, query, language) if query else iter(((text, False),))
    return format_html_join("", "{}", ((format_html("<mark>{}</mark>", p) if hit else p,) for p, hit in pieces))
