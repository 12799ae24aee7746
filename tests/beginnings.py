"""How a recorded game begins is worked out once for all tests of a process: the same setup seen from the same seat with
the same draws asks the same, answer by answer, and a hundred tests begin alike to try what comes afterwards."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.contract import Game
from elekt_core.scribe.asking import Asking, Offer
from elekt_core.scribe.courses import Beginning
from elekt_core.scribe.worlds import World

MAX_KEPT = 100
"""A game that begins has six or so: each is what was asked after one answer more."""
Way = tuple[Any, ...]
"""What begins, and the answers so far."""


@contextmanager
def worked_out_once() -> Iterator[None]:
    kept: OrderedDict[Way, dict[str, Any]] = OrderedDict()
    begin, answer, further = Asking.begin.__func__, Asking.answer, Asking.further  # type: ignore[attr-defined]

    def begun(cls: type[Asking], game: Game[Any], happening: Any, world: World, cards: frozenset[str]) -> Asking:
        if type(happening) is not Beginning:
            found: Asking = begin(cls, game, happening, world, cards)
            return found
        way = (id(game), repr(happening.setup), happening.viewer, world.seed.reveal())
        if way not in kept:
            keep(way, begin(cls, game, happening, world, cards))
        asking = object.__new__(cls)
        recall(asking, way)
        return asking

    def answered(asking: Asking, offer: Offer) -> None:
        way = getattr(asking, "way", None)
        if way is None:
            answer(asking, offer)
            return
        way = (*way, offer.key)
        if way not in kept:
            answer(asking, offer)
            keep(way, asking)
        recall(asking, way)

    def looked_further(asking: Asking, wanted: Callable[[Offer], bool]) -> Offer | None:
        vars(asking).pop("way", None)  # what is possible from here on was found by looking for this one answer
        return further(asking, wanted)

    def keep(way: Way, asking: Asking) -> None:
        kept[way] = {**apart(vars(asking)), "way": way}
        if len(kept) > MAX_KEPT:
            kept.popitem(last=False)

    def recall(asking: Asking, way: Way) -> None:
        kept.move_to_end(way)
        vars(asking).update(apart(kept[way]))

    def seed_of(scribing: object, viewer: int | None, scribe: int | None) -> str:
        """The same for all recordings: what is offered follows from it."""
        return derive("recording", f"{viewer if viewer != scribe else None} {scribe}").hex()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("matches.scribe.sessions.seed_of", seed_of)
        patched.setattr(Asking, "begin", classmethod(begun))
        patched.setattr(Asking, "answer", answered)
        patched.setattr(Asking, "further", looked_further)
        yield


def apart(values: dict[str, Any]) -> dict[str, Any]:
    """What a further answer adds to is another list."""
    return {name: value.copy() if isinstance(value, list | dict) else value for name, value in values.items()}
