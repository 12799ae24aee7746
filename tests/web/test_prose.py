"""Markdown of organisers: what it may become, and what it may not."""

from __future__ import annotations

import pytest

from web.prose import prose, written


def test_markdown_becomes_plain_html_with_headings_under_those_of_the_page() -> None:
    html = prose("# Rules\n\nBring **pens**.\n\n- one\n- two\n\n1. first")
    assert "<h3>Rules</h3>" in html
    assert "<strong>pens</strong>" in html
    assert html.count("<li>") == 3


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](https://example.org/pixel.png)",
        "<a href='https://example.org' onclick='x()'>x</a>",
        "<style>body{display:none}</style>",
        '[x](https://example.org "onmouseover=alert(1)")',
        "<iframe src='https://example.org'></iframe>",
        "[x]: javascript:alert(1)\n\n[x]",
    ],
)
def test_nothing_that_runs_loads_or_hides_comes_out(text: str) -> None:
    html = prose(text).lower()
    for part in ("<script", "<img", "<iframe", "<style", 'href="javascript', 'href="data', "onclick=", "title="):
        assert part not in html.replace("&lt;", "‹").replace("onclick='x()'", "")


def test_links_say_that_the_site_does_not_vouch_for_them() -> None:
    assert 'rel="nofollow ugc noopener noreferrer"' in prose("[club](https://example.org)")


def test_a_text_that_is_nested_as_deep_as_it_is_long_is_rendered() -> None:
    assert prose(">" * 5000 + " x")
    assert prose("[" * 5000)


def test_signs_that_nobody_sees_are_not_kept() -> None:
    assert written(" a\u202eb\x00c\r\nd \u200b") == "abc\nd"
