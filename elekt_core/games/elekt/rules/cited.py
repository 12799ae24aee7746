"""Which rules an event follows from, told to whoever reads a match event by event (a log, a replay).

What was read before counts: a token that is attached may be the effect of Occultism (E9.1) or of an ability (C1.32).
All is taken from events and states as the reader may know them, so a redacted event's rules tell no more than it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ....contract import UNKNOWN, Event
from .. import events as ev
from ..cards import Card
from ..state import State
from ..tables import Tables
from ..vocabulary import ASSIGNMENT, NONE, POWER, RECRUITMENT

Numbers = tuple[str, ...]

HOUSES: Final = 1
"""In a solo game the side of the Elder Houses; the player is side 0."""

ALWAYS: Final[Mapping[str, Numbers]] = {
    "game_created": ("E24.5",),
    "position_set": ("E24.4",),
    "houses_position_set": ("E24.4",),
    "deck_reshuffled": ("E6.4", "E6.5"),
    "first_player_drawn": ("E3.5", "E3.6"),
    "round_started": ("E5.1",),
    "seat_conceded": ("E11.8",),
    "ability_suppressed": ("E15.13", "C1.47"),
    "heat_gained": ("C1.42", "E12.3"),
    "heat_discarded": ("E18.2", "C1.43"),
    "heat_taken": ("E18.3", "E12.4"),
    "token_detached": ("E18.6", "C1.33"),
    "token_moved": ("C1.34",),
    "unit_moved": ("E18.7", "C1.36"),
    "unit_placed": ("E18.10", "C1.37"),
    "unit_taken": ("C1.38", "E14.9"),
    "unit_recovered": ("C1.57",),
    "annihilation_redirected": ("E19.2", "C1.49"),
    "unit_saved": ("E14.2", "E18.12"),
    "unit_stayed": ("E19.3", "C1.50"),
    "cards_exchanged": ("C1.59",),
    "hand_shown": ("C1.58",),
    "confrontation_skipped": ("E8.15", "C1.52"),
    "confrontation_scored": ("E8.4", "E8.5"),
    "effect_declined": ("E8.12",),
    "titles_changed": ("E11.6",),
    "herald_named": ("E11.7",),
    "awaiting": (),
    "gambit_prepared": ("E21.6", "E21.10"),
    "masters_dealt": ("E21.3",),
    "houses_hand_shuffled": ("E21.14",),
    "houses_units_passed_over": ("E21.19",),
    "seal_gained": ("E21.22", "E21.23"),
    "seals_converted": ("E21.24",),
    "seals_lost": ("E21.26",),
    "token_stolen": ("E21.28",),
    "houses_privilege_drawn": ("E21.33", "E21.35"),
}
"""Events that follow from the same rules wherever they stand."""

SHUFFLED: Final = ("E2.2", "E2.3", "E2.4", "E2.8")
"""By deck."""
PHASE: Final = ("E6.1", "E7.1", "E8.1", "E10.1")
ABILITY: Final = {"instant": "E15.3", "permanent": "E15.7", "rule": "E15.10", "privilege": "E15.11"}
ENDING: Final = {ev.BY_TITLES: "E11.1", ev.BY_PRIVILEGE_DECK: "E11.2", ev.BY_FORFEIT: "E11.8"}
CLARIFIED: Final = {
    "forger_of_history": "E19.1",
    "scarifist_guard": "E19.2",
    "dark_exarch": "E19.3",
    "body_thief": "E19.4",
    "ravenous_skarger": "E19.5",
    "werewolf_packs": "E19.6",
    "propaganda_office": "E19.7",
    "ironworks": "E19.7",
    "plague_harbinger": "E19.8",
    "mechs_steal_heat": "E19.9",
}
"""Card -> the rule that clarifies it."""


class Cited:
    """The ``Citer`` of contract.py: one for each reading of a match, given every event in order."""

    def __init__(self, tables: Tables) -> None:
        self._printed = tables.cards.printed
        self._last: type = type(None)
        self._by_ability = False
        """What happens now is the effect of a card, not of a win or of a turn."""
        self._actor = NONE
        """Whose win or ability it is."""
        self._annihilated = self._saved = UNKNOWN
        self._participants: tuple[int, ...] = ()
        self._highest = 0

    def rules(self, event: Event, after: State) -> Numbers:
        kind = KIND_OF[type(event)]
        tell: Callable[[Any, State], Numbers] | None = getattr(self, f"_{kind}", None)
        numbers = ALWAYS[kind] if tell is None else tell(event, after)
        self._remember(event)
        return numbers

    def _remember(self, event: Event) -> None:
        self._last = type(event)
        match event:
            case ev.AbilityUsed():
                self._by_ability, self._actor = True, event.seat
            case ev.ConfrontationWon():
                self._by_ability, self._actor = False, event.seat
            case ev.UnitAssigned() | ev.PlayerPassed() | ev.PhaseStarted() | ev.RoundStarted():
                self._by_ability = False
            case ev.ConfrontationStarted():
                self._by_ability = False
                self._participants = event.participants
            case ev.ConfrontationScored():
                self._highest = max(event.counts, default=0)
            case ev.UnitAnnihilated():
                self._annihilated = event.unit
            case ev.UnitSaved():
                self._saved = event.unit

    def _houses(self, after: State) -> bool:
        """The Elder Houses act."""
        return after.solo is not None and self._actor == HOUSES

    # --- setup, rounds, recruitment, assignment --------------------------------------------------------------

    def _deck_shuffled(self, event: ev.DeckShuffled, after: State) -> Numbers:
        return (SHUFFLED[event.deck],)

    def _basic_set_chosen(self, event: ev.BasicSetChosen, after: State) -> Numbers:
        return ("E21.9",) if after.solo else ("E2.12",)

    def _heat_dealt(self, event: ev.HeatDealt, after: State) -> Numbers:
        return ("E21.7",) if after.solo else ("E2.9",)

    def _hand_dealt(self, event: ev.HandDealt, after: State) -> Numbers:
        return ("E21.9",) if after.solo else ("E2.7",)

    def _sceptre_set(self, event: ev.SceptreSet, after: State) -> Numbers:
        if not after.round:
            return ("E21.8",) if after.solo else ("E3.5", "E3.2")
        return ("E21.37",) if after.solo and event.holder == HOUSES == after.crowned else ("E10.2", "E10.6")

    def _card_revealed(self, event: ev.CardRevealed, after: State) -> Numbers:
        return ("E10.5",) if after.round else ("E2.5",)

    def _phase_started(self, event: ev.PhaseStarted, after: State) -> Numbers:
        return (PHASE[event.phase],)

    def _units_drawn(self, event: ev.UnitsDrawn, after: State) -> Numbers:
        if after.solo and event.seat == HOUSES:
            return ("E21.11",) if not after.round else ("E21.17",) if after.phase == ASSIGNMENT else ("E21.13",)
        return ("E6.1", "E6.3") if after.phase == RECRUITMENT else ("C1.56",)

    def _unit_kept(self, event: ev.UnitKept, after: State) -> Numbers:
        return self._units_drawn(ev.UnitsDrawn(event.seat, ()), after)

    def _unit_discarded(self, event: ev.UnitDiscarded, after: State) -> Numbers:
        match event.source:
            case ev.FROM_DRAWN:
                return ("E6.1", "E4.3")
            case ev.FROM_HAND:
                return ("C1.41", "E18.1")
        return ("E14.3",) if event.unit == self._annihilated else ("E14.4", "E18.1")

    def _unit_assigned(self, event: ev.UnitAssigned, after: State) -> Numbers:
        return ("E21.17",) if after.solo and event.seat == HOUSES else ("E7.1", "E18.9")

    def _player_passed(self, event: ev.PlayerPassed, after: State) -> Numbers:
        return ("E7.7",) if event.forced else ("E7.2", "E7.8")

    # --- abilities, Heat, tokens, Units ----------------------------------------------------------------------

    def _ability_used(self, event: ev.AbilityUsed, after: State) -> Numbers:
        card = self._printed[event.card]
        clarified = CLARIFIED.get(card.id)
        if after.solo and event.seat == HOUSES:
            return (_of_houses(card), ABILITY[card.ability.kind])
        return (*((clarified,) if clarified else ()), ABILITY[card.ability.kind])

    def _ability_declined(self, event: ev.AbilityDeclined, after: State) -> Numbers:
        instant = self._printed[event.card].ability.kind == "instant"
        return ("E15.5",) if instant else ("E16.4",)

    def _ability_lapsed(self, event: ev.AbilityLapsed, after: State) -> Numbers:
        return ("E16.7",)

    def _heat_paid(self, event: ev.HeatPaid, after: State) -> Numbers:
        if self._last is not ev.AbilityUsed:
            return ("E14.2", "E18.4")
        return ("E21.21",) if self._houses(after) else ("E15.4", "E18.4")

    def _token_attached(self, event: ev.TokenAttached, after: State) -> Numbers:
        if self._houses(after):
            return ("E21.27", "E18.5")
        return ("E18.5", "C1.32") if self._by_ability else ("E9.1",)

    def _units_swapped(self, event: ev.UnitsSwapped, after: State) -> Numbers:
        return ("E18.8", "C1.35") if self._by_ability else ("E9.6", "E18.8")

    def _unit_annihilated(self, event: ev.UnitAnnihilated, after: State) -> Numbers:
        if after.solo and event.by == HOUSES:
            return ("E21.30", "E18.11")
        return ("E18.11", "C1.39") if self._by_ability else ("E9.11", "E14.1")

    def _unit_returned(self, event: ev.UnitReturned, after: State) -> Numbers:
        return ("E14.2", "E13.3") if event.unit == self._saved else ("C1.38", "E13.3")

    # --- confrontations --------------------------------------------------------------------------------------

    def _confrontation_started(self, event: ev.ConfrontationStarted, after: State) -> Numbers:
        return ("E8.16", "E8.3") if after.phase == ASSIGNMENT else ("E8.1", "E8.3")

    def _confrontation_void(self, event: ev.ConfrontationVoid, after: State) -> Numbers:
        if event.attribute == POWER:
            return ("E9.18",)
        return ("E8.8",) if self._participants else ("E8.2",)

    def _confrontation_tied(self, event: ev.ConfrontationTied, after: State) -> Numbers:
        if event.attribute == POWER:
            return ("E9.16",)
        return ("E8.7",) if self._highest else ("E23.2", "E8.7")

    def _confrontation_won(self, event: ev.ConfrontationWon, after: State) -> Numbers:
        match event.how:
            case ev.BY_ABILITY:
                return ("E8.18", "C1.53")
            case ev.BY_COURT:
                return ("E9.16",)
        if len(self._participants) > 1:
            return ("E8.6",)
        return ("E9.17",) if event.attribute == POWER else ("E8.9",)

    def _card_acquired(self, event: ev.CardAcquired, after: State) -> Numbers:
        return ("E9.15", "E21.35") if after.solo and event.seat == HOUSES else ("E9.15",)

    def _card_removed(self, event: ev.CardRemoved, after: State) -> Numbers:
        return ("E14.10", "C1.2") if self._by_ability or event.seat != NONE else ("E9.18",)

    # --- end of round, end of game, the Elder Houses ---------------------------------------------------------

    def _heat_gathered(self, event: ev.HeatGathered, after: State) -> Numbers:
        return ("E10.3", "E21.34") if after.solo and event.seat == HOUSES else ("E10.3", "E12.2")

    def _units_returned(self, event: ev.UnitsReturned, after: State) -> Numbers:
        return ("E21.38",) if after.solo and event.seat == HOUSES else ("E10.4",)

    def _game_ended(self, event: ev.GameEnded, after: State) -> Numbers:
        solo = {ev.BY_TITLES: "E21.1", ev.BY_PRIVILEGE_DECK: "E21.2"} if after.solo else {}
        return (solo.get(event.reason, ENDING[event.reason]),)

    def _houses_chose(self, event: Any, after: State) -> Numbers:
        return (event.rule,)

    def _houses_turn_lost(self, event: Any, after: State) -> Numbers:
        return (event.rule,)


def _of_houses(card: Card) -> str:
    """The rule by which the Elder Houses use the card."""
    match card.ability.kind:
        case "instant":
            return "E21.20"
        case "permanent":
            return "E21.32"
        case "privilege":
            return "E21.4"
    return "E21.39" if card.ability.trigger == "on_acquire_self" else "E21.17"


KIND_OF: Final = {event_class: kind for kind, event_class in ev.KINDS.items()}
