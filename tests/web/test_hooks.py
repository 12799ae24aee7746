"""What the apps add to the platform."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from tests.product import HOME
from web import error_words, hooks

APPS = ("matches", "players", "tournaments")
FLOORS = ("ledger", "web", *APPS)


def test_no_two_say_different_sentences_for_one_code() -> None:
    tables = (error_words.OWN_SENTENCES, *hooks.given("sentences"))
    said: dict[str, set[str]] = {}
    for table in tables:
        for code, sentence in table.items():
            said.setdefault(code, set()).add(sentence)
    assert {code: sentences for code, sentences in said.items() if len(sentences) > 1} == {}


def test_every_hook_that_is_listed_is_asked_for() -> None:
    sources = [path.read_text() for floor in FLOORS for path in (HOME / floor).rglob("*.py")]
    asked = {name for name in hooks.NAMES if any(f'given("{name}")' in source for source in sources)}
    assert asked == set(hooks.NAMES)


def test_the_documentation_lists_every_hook() -> None:
    documented = re.findall(r"^\| `(\w+)` \|", (HOME / "docs/architecture.md").read_text(), re.MULTILINE)
    assert documented == list(hooks.NAMES)


def test_a_hook_that_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    misspelt = SimpleNamespace(hooks="somewhere.hooks")
    monkeypatch.setattr(apps, "get_app_configs", lambda: [misspelt])
    monkeypatch.setattr(hooks, "import_module", lambda name: SimpleNamespace(__name__=name, __all__=["sentence"]))
    with pytest.raises(ImproperlyConfigured, match="sentence"):
        hooks._modules.__wrapped__()


@pytest.mark.parametrize("app", APPS)
def test_what_a_module_of_hooks_names_is_there(app: str) -> None:
    path = Path(apps.get_app_config(app).path) / "hooks.py"
    assigned = {
        target.id
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id != "__all__"
    }
    assert assigned <= set(hooks.NAMES)
