"""Pages made of pieces: each rendered once for the same values, and found by nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from web import pieces


@pytest.fixture
def templates(settings: Any) -> None:
    own = {
        "card.html": "<li>{{ face }} of {{ whose }}</li>",
        "row.html": '{% load table %}<ul>{% piece "card.html" face whose="Alice" %}</ul>',
        "page.html": '{% load table %}<h1>{{ name }}</h1>{% piece "row.html" 7 %}<p>{% piece "row.html" 8 %}</p>',
        "said.html": '{% load i18n %}<b>{% trans "Your turn" %} {{ face }}</b>',
    }
    engine = {"loaders": [("django.template.loaders.locmem.Loader", own)]}
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "APP_DIRS": False, "DIRS": [], "OPTIONS": {**engine}}]
    pieces._piece.cache_clear()


@pytest.mark.usefixtures("templates")
def test_a_page_is_its_pieces_and_what_stands_between_them() -> None:
    found = pieces.rendered("page.html", {"name": "Bob"})
    seven, eight = (["<ul>", f"<li>{card} of Alice</li>", "</ul>"] for card in (7, 8))
    assert list(found.chunks) == ["<h1>Bob</h1>", *seven, "<p>", *eight, "</p>"]
    plain = Template('{% load table %}{% piece "row.html" 7 %}').render(Context())
    assert plain == "\n".join(seven), "elsewhere it is HTML as any other"


@pytest.mark.usefixtures("templates")
def test_nobody_names_themselves_like_a_piece() -> None:
    forged = "\x1a0\x1a" + pieces._MARK.replace(pieces._SECRET, "0" * 16) % 0
    assert forged in str(pieces.rendered("page.html", {"name": forged}))


@pytest.mark.usefixtures("templates")
def test_a_piece_is_made_once_for_its_values_and_again_for_others() -> None:
    for values, made in (((1, "Alice"), 1), ((1, "Alice"), 1), ((1, "Bob"), 2), ((2, "Alice"), 3)):
        html = pieces.piece("card.html", {"face": values[0], "whose": values[1]})
        assert html == f"<li>{values[0]} of {values[1]}</li>"
        assert pieces._piece.cache_info().misses == made


@pytest.mark.usefixtures("templates")
def test_each_language_has_its_own() -> None:
    said = []
    for language in ("en", "pl"):
        with translation.override(language):
            said.append(pieces.piece("said.html", {"face": ""}))
    assert said[0] != said[1]
