"""What spectators saw of a recorded game. By it a record is known again that somebody imports before the game was kept:
it is the match that the game becomes, and whoever keeps it needs to ask nobody."""

from __future__ import annotations

from elekt_core.record.coarse import COARSE_FACTS
from elekt_core.record.facts import is_beside
from elekt_core.registry import get_game, is_playable

from ..archive.essence import essences_of
from .events import ScribeFold
from .sessions import public_facts


def seen_by_all(fold: ScribeFold) -> str:
    """As ``ArchivedGame.seen_by_all``, which it gets once it is kept; ``""`` while it cannot be. Where it tells no
    decisions to its end, it is the one that was begun then (``begun_at``)."""
    if not fold.can_be_kept or not is_playable(fold.game):
        return ""
    facts = public_facts(fold)
    own = [fact for fact in facts if not is_beside(fact)]
    coarse = [fact for fact in facts if isinstance(fact, COARSE_FACTS)]
    game = get_game(fold.game)
    return essences_of(game, fold.ruleset, fold.seats, fold.options, own, coarse, fold.begun_at).seen_by_all
