"""The decisions of Elector Counts in the notation: what cannot be read is refused with its field."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import MalformedDecision
from elekt_core.games.elector_counts.game import game

from .builders import n


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"kind": "dance"}, "kind"),
        ({"kind": "act", "action": "dance"}, "action"),
        ({"kind": "act", "action": "buy", "number": True}, "number"),
        ({"kind": "act", "action": "attack", "location": "atlantis", "cards": []}, "location"),
        ({"kind": "act", "action": "sell", "cards": ["nobody"]}, "cards"),
        ({"kind": "act", "action": "end_turn", "cards": []}, "cards"),
        ({"kind": "act", "action": "support", "card": "support_ambush", "targets": [[{"seat": 1}]]}, "targets"),
        ({"kind": "casualties", "units": ["u1"]}, "units"),
    ],
    ids=["kind", "action", "number", "location", "card", "more", "target", "unit"],
)
def test_a_decision_that_cannot_be_read_is_refused_with_its_field(data: Any, field: str) -> None:
    with pytest.raises(MalformedDecision) as caught:
        game.decode_decision(SeatNo(0), data)
    assert (caught.value.data["field"], caught.value.rule) == (field, "K23.1")


def test_an_action_begins_with_the_cards_of_the_hand_in_any_order() -> None:
    attack = Decision(SeatNo(0), "act", ("attack", n("salt_market"), n("border_riders"), n("night_outriders")))
    cards = ["card:attacker_border_riders", "card:attacker_night_outriders"]
    assert game.parts(attack) == (*cards, "attack", "location:location_salt_market")
    assert [game.any_order(part) for part in game.parts(attack)] == [True, True, False, False]
    assert game.parts(Decision(SeatNo(0), "act", ("take", n("militia")))) == ("kept:defender_militia",)
