"""Every text that a page shows is marked, translated, and compiled."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.template.base import Lexer, TokenType

from . import messages

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
LETTERS = re.compile(r"[^\W\d_]{2,}")
PRODUCT = "Elekt"
"""A name is the same in every language."""
PRIVATE_ENGLISH = (
    r"\b(of|for|from|by|to|with|than|as|and|or|but|only|that) who\b",
    r"\b[Ww]hoever\b",
    r"\banew\b",
    r"\bmend",
    r"things stand",
    r"\bbe had\b",
    r"one[’']s own",
    r"which is the most",
    r"\bso (many|much|often)\b",
    r"\bis another\b",
    r"\bshall\b",
    r"\b[Oo]fficers?\b",
)
"""What a native speaker would not say, and what the glossary calls something else (docs/glossary.md)."""
OTHER_POLISH = (r"\brozgrywk[aięąo]\b", r"zawodni[kc]", r"anulow", r"prowadzący", r"\bpauz")
"""Words for which docs/glossary.md has another."""
SILENT = {"script", "style", "code", "kbd", "template"}
SPOKEN = {"alt", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "title"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def test_the_catalogue_has_every_text_of_the_sources_and_no_other() -> None:
    entries = {messages.Text(entry.msgctxt or None, entry.msgid, entry.msgid_plural or None) for entry in active()}
    collected = set(messages.collect())
    assert collected - entries == set(), "run ./run messages"
    assert entries - collected == set(), "run ./run messages --prune"
    assert [entry.msgid for entry in messages.load() if entry.obsolete] == [], "run ./run messages --prune"


def test_every_text_is_translated_and_none_is_a_guess() -> None:
    assert [entry.msgid for entry in active() if entry.fuzzy or not entry.translated()] == []


def test_translations_keep_their_placeholders() -> None:
    for entry in active():
        wanted = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        for text in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            found = set(PLACEHOLDER.findall(text))
            # A plural form may leave the number out ("jedna karta"), a plain text nothing.
            assert found == wanted or (entry.msgid_plural and found < wanted), entry.msgid


def test_texts_use_the_words_of_the_glossary_and_plain_english() -> None:
    for entry in active():
        english = f"{entry.msgid} {entry.msgid_plural}"
        polish = " ".join([entry.msgstr, *entry.msgstr_plural.values()])
        assert [banned for banned in PRIVATE_ENGLISH if re.search(banned, english)] == [], english
        assert [banned for banned in OTHER_POLISH if re.search(banned, polish, re.IGNORECASE)] == [], polish


def test_the_compiled_catalogue_is_that_of_the_readable_one() -> None:
    compiled = polib.mofile(str(messages.CATALOGUE.with_suffix(".mo")))
    assert translations(compiled) == translations(active()), "run ./run messages"


def test_a_template_has_no_text_outside_translation() -> None:
    found = [(path, text) for path in messages.templates() for text in unmarked_html(path.read_text(encoding="utf-8"))]
    assert found == []


def test_a_module_shows_no_text_outside_translation() -> None:
    assert [(path, text) for path in messages.modules() for text in untranslated(path)] == []


def untranslated(path: Path) -> Iterator[str]:
    # What describes the API to programmers is English, as its field names are.
    of_an_api = "api" in (*path.stem.split("_"), path.parent.name)
    spoken = SPEAKING_KEYWORDS - {"help_text"} if of_an_api else SPEAKING_KEYWORDS
    yield from unmarked_python(path.read_text(encoding="utf-8"), spoken)


# --- the finders find -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Sit down</p>", ["Sit down"]),
        ('<p>{% trans "Sit down" %}</p>', []),
        ("<p>{% blocktrans trimmed %}Sit <b>down</b>{% endblocktrans %}</p>", []),
        ("<p>{% if mine %}Sit{% else %}<b>down</b>{% endif %}</p>", ["Sit", "down"]),
        ("<p>{{ name }}: {{ points }}</p>", []),
        ('<img alt="Sceptre">', ["Sceptre"]),
        ("<button aria-label=\"{% trans 'Next' %}\"></button>", []),
        ('<button class="{% if on %}active{% endif %}" title="{{ hint }}"></button>', []),
        ("{# a note #}{% comment %}a note{% endcomment %}<!-- a note -->", []),
        ('<a translate="no" href="/">English</a>', []),
        ('<a lang="en" href="/">English</a>', []),
        ("<title>{% block title %}{% endblock %} · Elekt</title>", []),
        ("{% block body_class %}wide{% endblock %}", []),
        ("<script src='x.js'>let word = 1</script>", []),
        ("<p>1 / 2 ×</p>", []),
    ],
)
def test_the_finder_tells_text_from_markup(source: str, found: list[str]) -> None:
    assert list(unmarked_html(source)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("CharField(label='Name')", ["Name"]),
        ("CharField(label=_('Name'))", []),
        ("raise ValidationError('This name is taken.')", ["This name is taken."]),
        ("messages.success(request, f'Hello {name}')", ["Hello "]),
        ("messages.success(request, _('Hello'))", []),
        ("log.info('answered', label=1)", []),
    ],
)
def test_the_finder_knows_where_python_speaks_to_people(source: str, found: list[str]) -> None:
    assert list(unmarked_python(source)) == found


# --- helpers ----------------------------------------------------------------------------------------------


def active() -> list[polib.POEntry]:
    return [entry for entry in messages.load() if not entry.obsolete]


def translations(entries: Iterable[polib.POEntry | polib.MOEntry]) -> dict[tuple[str | None, str], object]:
    return {
        (entry.msgctxt or None, entry.msgid): dict(enumerate(entry.msgstr_plural.values())) or entry.msgstr
        for entry in entries
    }


def unmarked_html(source: str) -> Iterator[str]:
    finder = TextFinder()
    finder.feed(without_tags(source))
    finder.close()
    yield from finder.found


def without_tags(source: str) -> str:
    """The template with its tags, variables and translated blocks taken out, so that HTML and bare text remain."""
    kept, closing = [], None
    for token in Lexer(source).tokenize():
        name = token.contents.split()[0] if token.token_type == TokenType.BLOCK and token.contents else ""
        if closing:
            closing = None if name == closing else closing
        elif name in {"blocktrans", "blocktranslate", "comment", "verbatim"}:
            closing = f"end{name}"
        elif name == "block" and token.contents.endswith("_class"):
            closing = "endblock"
        elif token.token_type == TokenType.TEXT:
            kept.append(token.contents)
        else:
            kept.append(" ")
    return "".join(kept)


class TextFinder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        silent = (
            self.silent()
            or tag in SILENT
            or given.get("translate") == "no"
            or (tag != "html" and bool(given.get("lang")))
        )
        if not silent:
            for name in SPOKEN & given.keys():
                self.note(given[name] or "")
        if tag not in VOID:
            self.open.append((tag, silent))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _ in self.open]
        if tag in names:
            del self.open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if not self.silent():
            self.note(data)

    def silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]

    def note(self, text: str) -> None:
        if LETTERS.search(text.replace(PRODUCT, "")):
            self.found.append(text.strip())


SPEAKING_KEYWORDS = {"label", "help_text", "verbose_name", "empty_label", "verbose_name_plural"}
SPEAKING_CALLS = {
    "ValidationError": 0,
    "Http404": 0,
    "PermissionDenied": 0,
    **{f"messages.{level}": 1 for level in ("debug", "info", "success", "warning", "error")},
}


def unmarked_python(source: str, spoken: Collection[str] = SPEAKING_KEYWORDS) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg in spoken:
                yield from bare(keyword.value)
        position = SPEAKING_CALLS.get(ast.unparse(node.func))
        if position is not None and len(node.args) > position:
            yield from bare(node.args[position])


def bare(node: ast.expr) -> Iterator[str]:
    values = node.values if isinstance(node, ast.JoinedStr) else [node]
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and LETTERS.search(value.value):
            yield value.value
