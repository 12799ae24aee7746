"""Whether templates still make the same pages as an older set of them, over everything that tests render.

OLD_TEMPLATES=DIR python -m pytest -p tests.same_pages PATHS: each page and fragment is made once more from DIR, with
the same context, in English and in Polish. What differs is written below the report, and fails the run.

Equal means equal for a browser: white space counts between words and between elements that stand in a line, not at
the edges of blocks and of the children of a flex box or a grid.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from importlib import import_module
from pathlib import Path
from threading import local
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.template import loader as django_loader
from django.template.backends import django as django_backend
from django.template.backends.django import DjangoTemplates
from django.utils.translation import override

from .white_space import normalised

OLD = os.environ.get("OLD_TEMPLATES", "")
DUMP = os.environ.get("PAGES_DUMP", "")
"""A folder for pages as both sets make them, to be looked at in a browser: a few of each template."""
TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
ID = re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
MAX_TOLD = 40
MAX_DUMPED = 12

known: set[int] = set()
compared: Counter[str] = Counter()
used: Counter[str] = Counter()
different: dict[str, str] = {}
dumped: Counter[str] = Counter()
now = local()
loader: Any = django_loader
backend: Any = django_backend


def pytest_configure() -> None:
    if not Path(OLD, "base.html").exists():
        raise pytest.UsageError("OLD_TEMPLATES names a folder with the templates to compare with")
    real = backend.Template.render
    ours: Any = settings.TEMPLATES[0]
    folders, options = [Path(OLD), *ours["DIRS"][1:]], dict(ours["OPTIONS"])
    old = DjangoTemplates({"NAME": "old", "DIRS": folders, "APP_DIRS": ours["APP_DIRS"], "OPTIONS": options})
    _count_used(old)
    list_engines = loader._engine_list
    loader._engine_list = lambda using=None: [old] if getattr(now, "old", False) else list_engines(using)

    def render(self: Any, context: Any = None, request: Any = None) -> Any:
        made = real(self, context, request)
        name = self.template.name
        if getattr(now, "busy", False) or self.backend is not engines["django"] or not name or _is_known(name, made):
            return made
        now.busy = True
        _remember_no_pieces()
        try:
            for language in ("en", "pl"):
                with override(language):
                    new_page = real(self, context, request)
                    with _old():
                        old_page = real(old.get_template(name), context, request)
                _compare(name, language, str(old_page), str(new_page))
        finally:
            now.busy = False
        return made

    backend.Template.render = render


def _is_known(name: str, page: str) -> bool:
    before = len(known)
    known.add(hash((name, _without_ids(page))))
    return len(known) == before


def _without_ids(page: str) -> str:
    return ID.sub("ID", TOKEN.sub("TOKEN", page))


@contextmanager
def _old() -> Iterator[None]:
    now.old = True
    try:
        yield
    finally:
        now.old = False


def _remember_no_pieces() -> None:
    """Pieces of a board are remembered by the name of their template, which both sets have."""
    pieces: Any = import_module("web.pieces")
    pieces._piece = getattr(pieces._piece, "__wrapped__", pieces._piece)


def _count_used(old: DjangoTemplates) -> None:
    find = old.engine.find_template

    def counted(name: str, *arguments: Any, **more: Any) -> Any:
        used[name] += 1
        return find(name, *arguments, **more)

    old.engine.find_template = counted  # type: ignore[method-assign]


def _compare(name: str, language: str, old: str, new: str) -> None:
    compared[name] += 1
    old_lines, new_lines = (normalised(_without_ids(page)) for page in (old, new))
    if old_lines != new_lines:
        difference = "\n".join(list(unified_diff(old_lines, new_lines, "old", "new", lineterm="", n=2))[:MAX_TOLD])
        different.setdefault(name, f"{name} in {language}, {os.environ.get('PYTEST_CURRENT_TEST', '')}:\n{difference}")
    if DUMP and old != new and "<html" in old and dumped[f"{name}.{language}"] < MAX_DUMPED:
        dumped[f"{name}.{language}"] += 1
        stem = f"{name.replace('/', '-').removesuffix('.html')}.{language}.{dumped[f'{name}.{language}']}"
        for kind, page in (("old", old), ("new", new)):
            (Path(DUMP) / f"{stem}.{kind}.html").write_text(page, "utf-8")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    say = terminalreporter.write_line
    for text in different.values():
        say(text)
    files = {str(path.relative_to(OLD)) for path in Path(OLD).rglob("*.html")}
    say(f"compared: {sum(compared.values())} pages and fragments, {len(compared)} templates; {len(different)} differ")
    say(f"templates never used: {' '.join(sorted(files - set(used)))}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if different:
        session.exitstatus = 1
