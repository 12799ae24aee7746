"""Fills in what a position does not say: every card lies in exactly one place (E24.4.3, E24.4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...chance import Chance
from .cards import CardSet
from .houses.hand import SIZE
from .houses.setup import MASTERS
from .houses.solo import HOUSES
from .position_draft import GROUPS, Draft
from .tables import Tables
from .vocabulary import COURT, ELITE_DECK, NONE, ROUND_END

FIRST_DRAW: Final = 1 << 31
"""The cards nobody has named are shuffled by draws of their own, so that the draws of play begin with 0 as ever."""

MASTERS_DRAW, PILE_DRAW = 4, 5

USUAL_FACE_UP: Final = ("plundered_caravan", "black_mint", "treasurer_of_embers")
"""Cards that do nothing while they lie on their boards."""


def fill(draft: Draft, chance: Chance, masters: int) -> None:
    """Place every card that the draft does not name. Notes a flaw where there are too few.

    ``masters``: how many of them the Elder Houses have (E21.3), 0 in other games.
    """
    _Filler(draft, chance, masters).run()


class _Filler:
    def __init__(self, draft: Draft, chance: Chance, masters: int) -> None:
        self.draft = draft
        self.chance = chance
        self.masters = masters
        self.t: Tables = draft.t
        self.cards: CardSet = draft.t.cards
        self.placed = set(draft.placed)

    def run(self) -> None:
        if self.masters:
            self._masters()
        for zone in range(3):
            self._zone(zone)
        self._hands()
        self._units()

    def _free(self, cards: Iterable[int]) -> list[int]:
        return [card for card in cards if card not in self.placed]

    def _mixed(self, cards: Sequence[int], number: int) -> tuple[int, ...]:
        """The cards in random order, unless the position wants the order of the card file."""
        if not self.draft.shuffled:
            return tuple(cards)
        ordered = sorted(cards)
        return tuple([ordered[i] for i in self.chance.permutation(FIRST_DRAW + number, len(ordered))])

    def _zone(self, zone: int) -> None:
        """The face-up card, the deck under it, and the cards that earlier rounds took off the board (E9.19)."""
        draft, counted = self.draft, self.t.reading.rounds_are_counted
        group = self.cards.groups[GROUPS[zone]]
        in_play = len(group)
        if zone == COURT:
            in_play = len(group) - self.masters if draft.solo else self.cards.privileges_per_game
        gone = draft.round + len(draft.drawn)
        if counted and draft.face_up[zone] is None and (draft.phase == ROUND_END or gone + draft.stays(zone) > in_play):
            draft.face_up[zone] = NONE
        elif draft.face_up[zone] is None:
            draft.face_up[zone] = card = self._neutral(zone)
            self.placed.add(card)
        if counted and draft.face_up[zone] != NONE:
            gone += draft.stays(zone)
        free, top = self._free(group), draft.deck_tops[zone]
        stated = draft.deck_sizes.get(zone)
        size = max(in_play - gone, 0) if stated is None else stated.value
        if stated is not None and size > len(top) + len(free):
            stated.flaw("too_few_cards", "E24.4.7", value=size, most=len(top) + len(free))
        under = max(size - len(top), 0)
        rest = self._mixed(free, zone)
        draft.deck_tops[zone] = (*top, *rest[:under])
        left = rest[under:]
        if zone == COURT and not draft.solo:
            kept = max(len(group) - in_play - len(draft.aside), 0)
            draft.aside, left = (*draft.aside, *left[:kept]), left[kept:]
        draft.removed = (*draft.removed, *left)

    def _masters(self) -> None:
        """E21.3: the Masters are drawn, unless the position names some in front of the Houses."""
        draft = self.draft
        masters = [self.cards.ids[name] for name in MASTERS]
        if any(card in draft.acquired[HOUSES] for card in masters):
            self.masters = sum(card in draft.acquired[HOUSES] for card in masters)
            return
        taken = self._mixed(self._free(masters), MASTERS_DRAW)[: self.masters]
        draft.acquired[HOUSES] += taken
        self.placed.update(taken)

    def _neutral(self, zone: int) -> int:
        group = self._free(self.cards.groups[GROUPS[zone]])
        usual = self.cards.ids.get(USUAL_FACE_UP[zone], NONE)
        if usual in group:
            return usual
        quiet = [card for card in group if self.t.abilities[card].trigger == "on_acquire_self"]
        return next(iter([*quiet, *group]), NONE)

    def _hands(self) -> None:
        """A player with no hand named holds their own Basic Units that stand nowhere else."""
        draft = self.draft
        for seat, basics in enumerate(draft.basics):
            if draft.hands[seat] is None:
                draft.hands[seat] = own = tuple(self._free(basics))
                self.placed.update(own)

    def _units(self) -> None:
        """All other Units: in the Elite deck under the cards named there (Basic Units too, E6.6), or where ``rest``
        says."""
        draft = self.draft
        out = {self.cards.ids[name] for name in draft.out}
        draft.removed = (*draft.removed, *[unit for unit in self.cards.elites if unit in out])
        rest = [unit for unit in self._free(self.cards.elites) if unit not in out]
        if draft.solo and draft.hands[HOUSES] is None:
            rest = self._houses_pile(rest)
        basics = [unit for own in draft.basics for unit in self._free(own)]
        if draft.rest == "deck":
            under = self._mixed((*rest, *basics), ELITE_DECK)
            draft.deck_tops[ELITE_DECK] = (*draft.deck_tops[ELITE_DECK], *under)
        elif draft.rest == "discard":
            draft.discard = (*rest, *basics, *draft.discard)
        else:
            draft.removed = (*draft.removed, *rest, *basics)

    def _houses_pile(self, units: list[int]) -> list[int]:
        """The pile: those of the Houses' 6 Units not yet assigned (E21.13). Returns the Units that are left."""
        draft = self.draft
        standing = sum(len(draft.rows[zone * draft.seats + HOUSES]) for zone in range(3))
        pile = self._mixed(units, PILE_DRAW)[: max(SIZE - standing, 0)]
        draft.hands[HOUSES] = pile
        return [unit for unit in units if unit not in pile]
