"""What a person reads on a page, and the keys of files and programs that should not be there."""

from __future__ import annotations

import re
from collections.abc import Collection
from html.parser import HTMLParser

FOR_PROGRAMS = ("script", "style")
IN_FILES = ("textarea", "code")
HEARD = ("title", "aria-label", "alt", "placeholder", "data-label")
SNAKE_CASE = re.compile(r"\b[a-z\d]+(?:_[a-z\d]+)+\b")


class Words(HTMLParser):
    """What a person reads on a page, or hears."""

    def __init__(self, html: str, unread: tuple[str, ...]) -> None:
        super().__init__()
        self.said: list[str] = []
        self._unread = unread
        self._within = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within += tag in self._unread
        self.said += [value for name, value in attrs if name in HEARD and value]

    def handle_endtag(self, tag: str) -> None:
        self._within -= tag in self._unread

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.said.append(data)


def values_said(html: str, values: Collection[str]) -> set[str]:
    """Those of the ``values`` that stand there as all that an element says: short ones are words of English, too."""
    return {said.strip() for said in Words(html, FOR_PROGRAMS).said} & {*values}


def keys_on(html: str, rulesets: set[str], *, has_file: bool = False) -> set[str]:
    """``has_file``: what is in its ``textarea`` and ``code`` is for programs."""
    text = "\n".join(Words(html, (*FOR_PROGRAMS, *IN_FILES) if has_file else FOR_PROGRAMS).said)
    return {*SNAKE_CASE.findall(text), *(name for name in rulesets if re.search(rf"(?<![\w-]){name}(?![\w-])", text))}
