"""What browsers get of our scripts does what the scripts do."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, String

from config import files
from config.files import Shortened

SCRIPTS = sorted((Path(__file__).parents[1] / "static" / "js").glob("*.js"))


def tokens(source: str) -> list[str]:
    """A blank counts only where it is said: between two values in a template."""
    read = JavascriptLexer().get_tokens(source)
    return [text for kind, text in read if kind not in Comment and (kind in String or text.strip())]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_loses_nothing_but_what_is_meant_for_us(script: Path) -> None:
    sent = Shortened(FileSystemStorage(script.parent)).open(script.name).read().decode()
    assert len(sent) < len(script.read_text())
    assert tokens(sent) == tokens(script.read_text())


@pytest.mark.parametrize("inner", ['<i class="x" id="y">', "${x} ${y}"])
def test_the_test_sees_a_blank_that_is_missing(tmp_path: Path, inner: str) -> None:
    (tmp_path / "one.js").write_text("say(`a${b(`" + inner + "`)}`); // done\n")
    sent = Shortened(FileSystemStorage(tmp_path)).open("one.js").read().decode()
    assert tokens(sent) != tokens((tmp_path / "one.js").read_text())


def test_only_our_scripts_are_shortened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library's file, and that of a game's package, come as their authors sent them, under a name with the digest of
    what is in them."""
    ours, theirs, target = tmp_path / "ours", tmp_path / "theirs", tmp_path / "target"
    monkeypatch.setattr(files, "OURS", ours / "js")
    text = "let one = 1; // the first\n"
    sources = {"js/one.js": ours, "js/one.json": ours, "vendor/one.js": ours, "js/two.js": theirs}
    for name, source in sources.items():
        for place in (source / name, target / name):  # collected as they are, first
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    collected = files.CollectedFiles(location=target, base_url="/static/")
    found = {name: (FileSystemStorage(source), name) for name, source in sources.items()}
    made = {name: (target / hashed).read_text() for name, hashed, _ in collected.post_process(found)}
    assert made == {**dict.fromkeys(sources, text), "js/one.js": "let one=1;"}
