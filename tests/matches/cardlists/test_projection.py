"""The read models of card lists, and of matches that are played with them, come out of the ledger as they were."""

from __future__ import annotations

import pytest

from ledger import projections
from matches import games
from matches.cardlists import services
from matches.cardlists.commands import AddVersion, ChangeCardList
from matches.models import BroughtCard, CardList, CardListVersion
from tests.matches.factories import person

from .files import named
from .test_services import opened, played_with

pytestmark = pytest.mark.django_db


def test_lists_and_their_matches_are_rebuilt_equal_and_one_that_was_tampered_with_is_not_played_with() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    row = played_with(alice, str(list_id))
    services.change(list_id, AddVersion(named("Guest")), by=alice)
    services.change(list_id, ChangeCardList(name="Friends"), by=alice)
    services.change(list_id, ChangeCardList(access=CardList.Access.EVERYONE), by=alice)
    services.change(list_id, ChangeCardList(retired=True), by=alice)
    games._with_cards.cache_clear()
    for name in ("card_lists", "matches", "brought_cards"):
        done = projections.rebuild(projections.named(name), compare=True)
        assert (done.differences, done.parked) == ([], 0), name
    assert (CardList.objects.count(), CardListVersion.objects.count()) == (1, 2)
    assert BroughtCard.objects.exists()
    games._with_cards.cache_clear()
    CardListVersion.objects.update(text=named("Impostor"))
    with pytest.raises(AssertionError):
        games.game_of(row)
