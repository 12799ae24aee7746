"""English sentences about the Elder Houses (E21). Their name is a plural, so verbs that stand with it become one."""

from __future__ import annotations

from ....contract import UNKNOWN, Awaiting, Decision
from .. import events as ev
from ..state import State
from ..vocabulary import ATTRIBUTES
from . import terms_en as terms
from .agreed import VALUES
from .narrator import Narrator

PLURALS = {"is": "are", "has": "have", "does": "do", "passes": "pass"}

REASONS = {
    "last_zone": "where the player assigned the last Unit",
    "first_free_zone": "the first free place from the left",
    "no_memory": "the player has not assigned yet, so the first free place from the left",
    "zone_forbidden": "the first Zone from the left that lets this Unit in",
    "no_heat": "too little Heat, so the ability is not carried out",
    "no_seal_left": "the ability changed nothing, but the pool has no token for a Seal",
    "token_order": "tokens in the order Power, Violence, Cunning, Occultism",
    "fewest_tokens": "their Unit with the fewest tokens",
    "stolen_order": "the first token in the order Power, Violence, Cunning, Occultism",
    "nothing_to_steal": "no Unit of the player's has a token to take here",
    "steal_instead": "taking a token instead of a swap",
    "first_elite": "the player's first Elite Unit from the left",
    "first_basic": "the player's first Basic Unit from the left, for no Elite Unit here can be annihilated",
    "nobody_to_annihilate": "there is no Unit of the player's to annihilate",
    "never_saves": "they never save their Units",
    "both_effects": "first the normal effect of the win, then that of the card too",
    "no_privilege_left": "no Privilege lies face down, so the Heat is gone for nothing",
    "counts_as_title": "before them the Privilege lies face down and is a Title",
    "takes_sceptre": "they always take the Sceptre",
    "first_from_left": "the first possible one from the left",
    "no_right_unit": "the right side has no such Unit",
    "top_of_pile": "the card on top of the pile",
    "sees_nothing": "the player's hand shows them nothing",
    "names_itself": "they always name themselves winner of a tie",
}
"""Why (``events.HousesChose``): after a dash, in brackets comes the rule."""


def _seals(n: int) -> str:
    return "1 Seal" if n == 1 else f"{n} Seals"


class HousesEnglish(Narrator):
    @classmethod
    def agreeing(cls, verb: str) -> str:
        return PLURALS.get(verb, verb if verb.endswith("ss") else verb.removesuffix("s"))

    def gambit_prepared(self, e: ev.GambitPrepared, after: State) -> str:
        tokens = ", ".join(f"{n} {terms.ATTRIBUTES[a]}" for a, n in zip(ATTRIBUTES, e.set_aside, strict=True) if n)
        units = f"; Units: {self.listed(e.units)}" if e.units else ""
        return f"Imperial Gambit, level {VALUES['en']['level'][e.level]}. Out of the game are tokens: {tokens}{units}."

    def masters_dealt(self, e: ev.MastersDealt, after: State) -> str:
        what = "a Privilege" if len(e.cards) == 1 else "Privileges"
        return f"{self.houses} receive {what}: {self.listed(e.cards)}."

    def houses_hand_shuffled(self, e: ev.HousesHandShuffled, after: State) -> str:
        return f"{self.houses} shuffle their hand (Units: {len(e.units)})."

    def houses_chose(self, e: ev.HousesChose, after: State) -> str:
        return f"{self.houses}: {self.subject(e)}{REASONS.get(e.why, e.why)} ({e.rule})."

    def houses_units_passed_over(self, e: ev.HousesUnitsPassedOver, after: State) -> str:
        what = "1 Unit goes" if e.number == 1 else f"{e.number} Units go"
        return f"No Zone accepts the top of the hand: {what} to its bottom (E21.19)."

    def houses_turn_lost(self, e: ev.HousesTurnLost, after: State) -> str:
        return f"{self.houses} have nothing to assign: this turn is lost ({e.rule})."

    def seal_gained(self, e: ev.SealGained, after: State) -> str:
        return f"{self.houses} gain a Seal ({e.seals} in all): {self.card(e.card)} changes nothing (E21.22)."

    def seals_converted(self, e: ev.SealsConverted, after: State) -> str:
        marker = ", marked by a face-down Privilege" if e.marked else ""
        return f"{self.houses} return {_seals(e.seals)} and gain a Title{marker} (E21.24)."

    def seals_lost(self, e: ev.SealsLost, after: State) -> str:
        return f"{self.houses} lose {_seals(e.seals)} (E21.26)."

    def token_stolen(self, e: ev.TokenStolen, after: State) -> str:
        moved = f"from {self.at(e.other, e.other_seat)} to {self.at(e.unit, e.seat)}"
        return f"{self.player(e.seat)} take a {terms.ATTRIBUTES[ATTRIBUTES[e.attribute]]} token {moved} (E21.28)."

    def houses_privilege_drawn(self, e: ev.HousesPrivilegeDrawn, after: State) -> str:
        card = "" if e.card == UNKNOWN else f": {self.card(e.card)}"
        return f"{self.houses} draw a Privilege face down{card}. It is a Title (E21.33, E21.35)."

    def ask_houses_lose(self, asked: Awaiting, view: State) -> str:
        seals = view.solo.seals if view.solo is not None else 0
        return f"You pass. {self.houses} lose all their Heat ({view.heat[1]}) or all their Seals ({seals}): choose."

    def ask_houses_choice(self, asked: Awaiting, view: State) -> str:
        card = self.card(self.asking_card(view))
        return f"{self.houses} use {card}, and the rules leave this open: choose for them."

    def chose_houses_lose(self, d: Decision, view: State) -> str:
        return f"{self.houses} lose all their {'Heat' if d.choice[0] == 'heat' else 'Seals'}"

    def chose_houses_choice(self, d: Decision, view: State) -> str:
        return f"{self.houses}: {self.targets(d.choice)}"
