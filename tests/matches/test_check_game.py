"""``manage.py check_game`` looks at a game's pages, too, and says which installed games cannot be played."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.elekt_core.conftest import OUTSIDE, Site, site
from tests.sampling import LONG, sample

__all__ = ["site"]
pytestmark = pytest.mark.django_db
GOOD = (OUTSIDE / "high_stakes.py").read_text()


def checked(*arguments: str) -> str:
    out = StringIO()
    call_command("check_game", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_example_passes_with_its_pages(site: Site) -> None:
    site.install("high_stakes", GOOD)
    assert "all laws hold" in checked("high_stakes", "--games", sample("2", "4"))


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: test_every_position looks at the same pages")
@pytest.mark.parametrize("name", ["elector_counts", "enclave", "elekt"])
def test_the_pages_of_the_houses_games_are_there_after_each_fact(name: str) -> None:
    assert "all laws hold" in checked(name, "--games", "1")


def test_a_board_that_its_template_cannot_show_is_named(site: Site) -> None:
    board = "    def board(self, view, language, told=()):\n        return Broken()\n\n    def deal("
    broken = "class Broken:\n    @property\n    def sections(self):\n        raise RuntimeError('no sections')\n\n\n"
    text = GOOD.replace("    def deal(", board).replace("class HighStakes", f"{broken}class HighStakes")
    site.install("high_stakes", text)
    out = StringIO()
    with pytest.raises(CommandError, match="does not keep the contract"):
        call_command("check_game", "high_stakes", "--games", "1", stdout=out, stderr=StringIO())
    assert "pages: the page of a spectator fails: RuntimeError: no sections" in out.getvalue()
    assert "Look at `board`." in out.getvalue()


def test_without_a_name_it_lists_what_is_installed_and_what_failed(site: Site) -> None:
    site.install("high_stakes", GOOD)
    assert "ok   high_stakes" in checked()
    site.install("high_stakes", "import no_such_module\n")
    out = StringIO()
    with pytest.raises(CommandError, match="1 installed games cannot be played"):
        call_command("check_game", stdout=out)
    assert "FAIL high_stakes (high_stakes 1.0, high_stakes:game): importing it failed" in out.getvalue()
    with pytest.raises(CommandError, match="no_such_module"):
        call_command("check_game", "high_stakes")
    with pytest.raises(CommandError, match="no game is called"):
        call_command("check_game", "chess")
