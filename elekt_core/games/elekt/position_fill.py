"""What a position does not say, filled in: every card lies in exactly one place (E24.4.3, E24.4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...chance import Chance
from .cards import CardSet
from .position_draft import GROUPS, Draft
from .tables import Tables
from .vocabulary import COURT, ELITE_DECK, NONE

FIRST_DRAW: Final = 1 << 31
"""The cards nobody has named are shuffled by draws of their own, so that the draws of play begin with 0 as ever."""

USUAL_FACE_UP: Final = ("plundered_caravan", "black_mint", "treasurer_of_embers")
"""Cards that do nothing while they lie on their boards."""


def fill(draft: Draft, chance: Chance) -> None:
    """Place every card that the draft does not name. Notes a flaw where there are too few."""
    _Filler(draft, chance).run()


class _Filler:
    def __init__(self, draft: Draft, chance: Chance) -> None:
        self.draft = draft
        self.chance = chance
        self.t: Tables = draft.t
        self.cards: CardSet = draft.t.cards
        self.placed = set(draft.placed)

    def run(self) -> None:
        for zone in range(3):
            self._zone(zone)
        self._hands()
        self._units()

    def _free(self, cards: Iterable[int]) -> list[int]:
        return [card for card in cards if card not in self.placed]

    def _mixed(self, cards: Sequence[int], number: int) -> tuple[int, ...]:
        """In a drawn order, unless the position wants the order of the card file."""
        if not self.draft.shuffled:
            return tuple(cards)
        ordered = sorted(cards)
        return tuple([ordered[i] for i in self.chance.permutation(FIRST_DRAW + number, len(ordered))])

    def _zone(self, zone: int) -> None:
        """The face-up card, the deck under it, and the cards that earlier rounds took off the board (E9.19)."""
        draft = self.draft
        group = self.cards.groups[GROUPS[zone]]
        if draft.face_up[zone] is None:
            draft.face_up[zone] = card = self._neutral(zone)
            self.placed.add(card)
        free, top = self._free(group), draft.deck_tops[zone]
        in_play = self.cards.privileges_per_game if zone == COURT else len(group)
        stated = draft.deck_sizes.get(zone)
        size = max(in_play - draft.round, 0) if stated is None else stated.value
        if stated is not None and size > len(top) + len(free):
            stated.flaw("too_few_cards", "E24.4.7", value=size, most=len(top) + len(free))
        under = max(size - len(top), 0)
        rest = self._mixed(free, zone)
        draft.deck_tops[zone] = (*top, *rest[:under])
        left = rest[under:]
        if zone == COURT:
            kept = max(len(group) - in_play - len(draft.aside), 0)
            draft.aside, left = (*draft.aside, *left[:kept]), left[kept:]
        draft.removed = (*draft.removed, *left)

    def _neutral(self, zone: int) -> int:
        group = self._free(self.cards.groups[GROUPS[zone]])
        usual = self.cards.ids.get(USUAL_FACE_UP[zone], NONE)
        if usual in group:
            return usual
        quiet = [card for card in group if self.t.abilities[card].trigger == "on_acquire_self"]
        return next(iter([*quiet, *group]), NONE)

    def _hands(self) -> None:
        """Who has no hand named holds the own Basic Units that stand nowhere else."""
        draft = self.draft
        for seat, hand in enumerate(draft.hands):
            if hand is None:
                draft.hands[seat] = own = tuple(self._free(self.t.basics[seat]))
                self.placed.update(own)

    def _units(self) -> None:
        """All other Units: in the Elite deck under the cards named there (Basic Units too, E6.6), or where ``rest``
        says."""
        draft = self.draft
        rest = self._free(self.cards.elites)
        basics = [unit for seat in range(draft.seats) for unit in self._free(self.t.basics[seat])]
        if draft.rest == "deck":
            under = self._mixed((*rest, *basics), ELITE_DECK)
            draft.deck_tops[ELITE_DECK] = (*draft.deck_tops[ELITE_DECK], *under)
        elif draft.rest == "discard":
            draft.discard = (*rest, *basics, *draft.discard)
        else:
            draft.removed = (*draft.removed, *rest, *basics)
