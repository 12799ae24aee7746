"""English sentences about the Elder Houses (E21). Their name is a plural, so "was" becomes "were" with it."""

from __future__ import annotations

from ....contract import UNKNOWN, Awaiting, Decision
from .. import events as ev
from ..state import State
from ..vocabulary import ATTRIBUTES
from . import terms_en as terms
from .narrator import Narrator

REASONS = {
    "last_zone": "the Zone where the player assigned their last Unit",
    "first_free_zone": "the first free place from the left",
    "no_memory": "the player has not assigned yet, so the first free place from the left",
    "zone_forbidden": "the first Zone from the left where this Unit is allowed",
    "no_heat": "too little Heat, so the ability has no effect",
    "no_seal_left": "the ability changed nothing, but the pool has no token left for a Seal",
    "token_order": "tokens in the order Power, Violence, Cunning, Occultism",
    "fewest_tokens": "their Unit with the fewest tokens",
    "stolen_order": "the first token in the order Power, Violence, Cunning, Occultism",
    "nothing_to_steal": "none of the player's Units here has a token to take",
    "steal_instead": "taking a token instead of a swap",
    "first_elite": "the player's first Elite Unit from the left",
    "first_basic": "the player's first Basic Unit from the left, because no Elite Unit here can be annihilated",
    "nobody_to_annihilate": "the player has no Unit to annihilate here",
    "never_saves": "they never save their Units",
    "both_effects": "first the normal effect of the win, then the effect of the card",
    "no_privilege_left": "no face-down Privilege is left, so the Heat is lost",
    "counts_as_title": "the Privilege lies face down in front of them and counts as a Title",
    "takes_sceptre": "they always take the Sceptre",
    "first_from_left": "the first possible one from the left",
    "no_right_unit": "there is no suitable Unit on the side concerned",
    "top_of_pile": "the card on top of the pile",
    "sees_nothing": "looking at the player's hand tells them nothing",
    "names_itself": "they always decide ties in their own favour",
}
"""Why (``events.HousesChose``): after a dash, in brackets comes the rule."""


def _seals(n: int) -> str:
    return "1 Seal" if n == 1 else f"{n} Seals"


class HousesEnglish(Narrator):
    @classmethod
    def agreeing(cls, verb: str) -> str:
        return "were" if verb == "was" else verb

    def gambit_prepared(self, e: ev.GambitPrepared, after: State) -> str:
        tokens = ", ".join(f"{n} {terms.ATTRIBUTES[a]}" for a, n in zip(ATTRIBUTES, e.set_aside, strict=True) if n)
        units = f"; Units – {self.listed(e.units)}" if e.units else ""
        level = self.option_value("level", e.level)
        return f"Imperial Gambit, level: {level}. Removed from the game: tokens – {tokens}{units}."

    def masters_dealt(self, e: ev.MastersDealt, after: State) -> str:
        what = "a Privilege" if len(e.cards) == 1 else "Privileges"
        return f"{self.houses} received {what}: {self.listed(e.cards)}."

    def houses_hand_shuffled(self, e: ev.HousesHandShuffled, after: State) -> str:
        return f"{self.houses} shuffled their hand (Units: {len(e.units)})."

    def houses_chose(self, e: ev.HousesChose, after: State) -> str:
        return f"{self.houses}: {self.subject(e)}{REASONS.get(e.why, e.why)} ({e.rule})."

    def houses_units_passed_over(self, e: ev.HousesUnitsPassedOver, after: State) -> str:
        what = "1 Unit" if e.number == 1 else f"{e.number} Units"
        return f"No Zone could take the top card of their hand: {what} went to the bottom (E21.19)."

    def houses_turn_lost(self, e: ev.HousesTurnLost, after: State) -> str:
        return f"{self.houses} had nothing to assign and lost this turn ({e.rule})."

    def seal_gained(self, e: ev.SealGained, after: State) -> str:
        return f"{self.houses} gained a Seal ({e.seals} in all): {self.card(e.card)} changed nothing (E21.22)."

    def seals_converted(self, e: ev.SealsConverted, after: State) -> str:
        marker = ", marked by a face-down Privilege" if e.marked else ""
        return f"{self.houses} returned {_seals(e.seals)} and gained a Title{marker} (E21.24)."

    def seals_lost(self, e: ev.SealsLost, after: State) -> str:
        return f"{self.houses} lost {_seals(e.seals)} (E21.26)."

    def token_stolen(self, e: ev.TokenStolen, after: State) -> str:
        moved = f"from {self.at(e.other, e.other_seat)} to {self.at(e.unit, e.seat)}"
        return f"{self.player(e.seat)} took 1 {terms.ATTRIBUTES[ATTRIBUTES[e.attribute]]} token {moved} (E21.28)."

    def houses_privilege_drawn(self, e: ev.HousesPrivilegeDrawn, after: State) -> str:
        card = "" if e.card == UNKNOWN else f": {self.card(e.card)}"
        return f"{self.houses} drew a Privilege face down{card}. It counts as a Title (E21.33, E21.35)."

    def ask_houses_lose(self, asked: Awaiting, view: State) -> str:
        seals = view.solo.seals if view.solo is not None else 0
        heat = view.heat[1]
        return (
            f"You passed. {self.houses} must lose all their Heat ({heat}) or all their Seals ({seals}): choose which."
        )

    def ask_houses_choice(self, asked: Awaiting, view: State) -> str:
        card = self.card(self.asking_card(view))
        return f"{self.houses} use {card}, and the rules leave this open: choose for them."

    def chose_houses_lose(self, d: Decision, view: State) -> str:
        return f"{self.houses} lose all their {'Heat' if d.choice[0] == 'heat' else 'Seals'}"

    def chose_houses_choice(self, d: Decision, view: State) -> str:
        return f"{self.houses}: {self.targets(d.choice, view)}"
