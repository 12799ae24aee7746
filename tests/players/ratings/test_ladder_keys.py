"""Which ladder a ruleset counts on."""

from __future__ import annotations

import pytest

from elekt_core.ruleset import Ruleset
from players.ratings import events
from players.ratings.events import LadderKey, ladder_key
from players.ratings.pages import choosing
from tests.elekt_core.toy import HighCard


class Renewed(HighCard):
    rulesets = (
        Ruleset("high-card-2", range(2, 5), line="high-card-1"),
        Ruleset("high-card-1", range(2, 5), replaced=True),
    )


@pytest.fixture(autouse=True)
def renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (events, choosing):
        monkeypatch.setattr(module, "get_game", lambda name: Renewed())


@pytest.mark.parametrize("ruleset", ["high-card-1", "high-card-2"])
def test_games_under_the_old_and_the_new_ruleset_count_on_one_ladder(ruleset: str) -> None:
    assert ladder_key("high-card", ruleset, "live") == LadderKey("high-card", "high-card-1", "live")


def test_what_is_not_known_here_has_a_ladder_of_the_name_that_is_said() -> None:
    assert ladder_key("high-card", "high-card-9") == LadderKey("high-card", "high-card-9")
    assert ladder_key("high-card", "") == LadderKey("high-card", "")


def test_the_ladder_is_called_as_the_rules_are_that_are_played_now(monkeypatch: pytest.MonkeyPatch) -> None:
    class Words:
        def title(self) -> str:
            return "High card"

        def ruleset(self, name: str) -> str:
            return f"called {name}"

    monkeypatch.setattr(Renewed, "words", lambda self, language, names: Words())
    assert "called high-card-2" in choosing.title(LadderKey("high-card", "high-card-1", "live"))
