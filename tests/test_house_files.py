"""What browsers get of our scripts does what the scripts do."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment

from config.files import CollectedFiles, Shortened

SCRIPTS = sorted((Path(__file__).parents[1] / "static" / "js").glob("*.js"))


def tokens(source: str) -> list[str]:
    return [text for kind, text in JavascriptLexer().get_tokens(source) if kind not in Comment and text.strip()]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_loses_nothing_but_what_is_meant_for_us(script: Path) -> None:
    sent = Shortened(FileSystemStorage(script.parent)).open(script.name).read().decode()
    assert len(sent) < len(script.read_text())
    assert tokens(sent) == tokens(script.read_text())


def test_the_test_sees_a_blank_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('say(`a${b(`<i class="x" id="y">`)}`); // done\n')
    sent = Shortened(FileSystemStorage(tmp_path)).open("one.js").read().decode()
    assert tokens(sent) != tokens((tmp_path / "one.js").read_text())


def test_only_our_scripts_are_shortened(tmp_path: Path) -> None:
    """A library's file comes as its authors sent it, under a name with the digest of what is in it."""
    source, target = tmp_path / "source", tmp_path / "target"
    for place in (source / "js", source / "vendor", target / "js", target / "vendor"):  # collected as they are, first
        place.mkdir(parents=True)
        (place / "one.js").write_text("let one = 1; // the first\n")
    storage = FileSystemStorage(source)
    collected = CollectedFiles(location=target, base_url="/static/")
    names = dict.fromkeys(("js/one.js", "vendor/one.js"))
    made = {name: hashed for name, hashed, _ in collected.post_process({name: (storage, name) for name in names})}
    assert (target / made["js/one.js"]).read_text() == "let one=1;"
    assert (target / made["vendor/one.js"]).read_text() == "let one = 1; // the first\n"
    assert made["js/one.js"].split(".")[-2] != made["vendor/one.js"].split(".")[-2]
