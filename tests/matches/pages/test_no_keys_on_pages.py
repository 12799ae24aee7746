"""Pages of a game and of its matches speak in words: no name of a ruleset and no key of a file is read or heard there.

The editor of positions shows the position as a file, too, and a verification the command that makes it; what is in
their ``textarea`` and ``code`` is for programs.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from elekt_core.contract import CONCEDE
from elekt_core.messages import LANGUAGES
from elekt_core.registry import game_names, get_game
from elekt_core.scenarios.scenario import list_scenarios
from matches.models import Match
from matches.scribe import services
from matches.scribe.commands import BeginScribing
from tests.keys_on_pages import keys_on
from tests.sampling import LONG, ON_POSTGRES, sample

from ..factories import started

pytestmark = pytest.mark.django_db

EDITOR, VERIFICATION = "positions/", "verification/"
ONE_IN = sample(40, 1)
"""Every so many rules and cards are looked at by a page of their own; all stand on the pages of the whole."""
VARIANTS = sample(1, 99)
WITH_RULES = [name for name in game_names() if get_game(name).rulebook("en")]


def pages_of(name: str, language: str) -> Iterator[str]:
    game = get_game(name)
    book = game.rulebook(language)
    assert book is not None
    yield from ("rules/", "cards/", "scenarios/", EDITOR)
    yield from (f"rules/{chapter.id}/" for chapter in book.chapters[::ONE_IN])
    yield from (f"rules/{number}/" for number in [*book.by_number][::ONE_IN])
    yield from (f"cards/{card.id}/" for card in game.gallery(language)[::ONE_IN])
    for scenario in [*list_scenarios(game).all.values()][:: sample(12, 1)]:
        yield from (f"scenarios/{scenario.name}/?variant={variant.name}" for variant in scenario.variants[:VARIANTS])


@pytest.mark.skipif(ON_POSTGRES and not LONG, reason="what these pages say is in files, not in the database")
@pytest.mark.parametrize("language", sample(["pl"], LANGUAGES))
@pytest.mark.parametrize("name", WITH_RULES)
def test_rules_cards_positions_and_scenarios_are_told_in_words(name: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    rulesets = {ruleset.name for ruleset in get_game(name).rulesets if ruleset.name != name}
    for path in pages_of(name, language):
        response = client.get(f"/games/{name}/{path}")
        assert response.status_code == 200, path
        assert not keys_on(response.content.decode(), rulesets, has_file=path == EDITOR), path


@pytest.mark.parametrize("language", sample(["pl"], LANGUAGES))
@pytest.mark.parametrize("name", WITH_RULES)
def test_a_match_and_what_comes_of_it_are_told_in_words(name: str, language: str) -> None:
    """The table in play, its replay, and the pages around them."""
    rulesets = {ruleset.name for ruleset in get_game(name).rulesets if ruleset.name != name}
    table = started("Alice", "Bob", game=name, seed="words")
    client = table.client(0, language)

    def look(path: str, **headers: str) -> None:
        response = client.get(path, headers=headers)
        assert response.status_code == 200, path
        assert not keys_on(response.content.decode(), rulesets, has_file=path == match + VERIFICATION), path

    match, decided = f"/matches/{table.match}/", 0
    while Match.objects.get(id=table.match).ended_at is None:
        if decided == sample(40, -1):
            table.decide(table.awaited(), decision={"kind": CONCEDE})
            continue
        if table.awaited() == 0 and decided % sample(8, 1) == 0:
            look(match)
            look(f"{match}choose/", **{"hx-request": "true"})
        table.decide()
        decided += 1
    last = table.version()
    for path in (
        "",
        "review/",
        "verification/",
        "log/",
        *(f"replay/{at}/" for at in range(1, last, last // sample(8, 99))),
    ):
        look(match + path)
    for path in (
        "/",
        "/matches/",
        "/archive/",
        f"/archive/?game={name}",
        "/watch/",
        "/bots/",
        "/training/",
        "/scribe/",
    ):
        look(path)
    names = [f"Gracz {seat}" for seat in range(3)]
    alice = table.players[0]
    assert alice is not None
    scribing = services.begin(BeginScribing(game=name, seats=3), names, by=alice).scribing
    look(f"/scribe/{scribing}/")


def test_a_key_is_found_wherever_a_person_meets_it() -> None:
    for html in ("<p>by <code>elekt-2e-r1</code></p>", '<a title="elekt-2e-r1">x</a>', "<b>on_assign</b>"):
        assert keys_on(html, {"elekt-2e-r1"}), html
    for html in ('<a href="/a_b/" id="c_d">x</a>', "<style>.a_b {}</style><p>well-known, pre-elekt-2e-r1</p>"):
        assert not keys_on(html, {"elekt-2e-r1"}), html
    assert not keys_on("<code>on_assign</code>", set(), has_file=True)
