"""The FIDE Dutch system as a format."""

from __future__ import annotations

from collections.abc import Sequence

from elekt_core.chance import SeededChance
from tournaments.formats import settings
from tournaments.formats.contract import (
    Bye,
    CannotPair,
    EntrantNo,
    Pairing,
    Plan,
    Progress,
    Proposal,
    Reason,
    RoundNo,
    Stage,
    Standing,
)
from tournaments.scoring import check_scoring
from tournaments.standings import standings

from . import acceleration
from .account import Teller, met_in
from .best import TooWide
from .colours import Allocation, allocate
from .engine import NoPairing, PairedBracket, pair_field
from .explain import Explainer
from .field import Field
from .player import Colour, players_of

MAX_FIELD = 5000


class Dutch:
    """Swiss for duels by FIDE C.04.3 (docs/formats/dutch.md). White is seat 0.

    Settings: ``initial_colour`` (``lot``, ``white``, ``black``), ``forbidden``: lists of entrants who must not meet one
    another, and ``acceleration`` (``none``, ``baku``) or ``accelerations`` (acceleration.py).
    """

    name = "dutch"
    takes_late = True
    by_rounds = True

    def check(self, plan: Plan, entrants: int) -> None:
        settings.only(plan, "initial_colour", "forbidden", "acceleration", "accelerations")
        settings.in_range("seats", plan.seats, 2, 2)
        settings.in_range("least", plan.least, 2, 2)
        settings.check_field(entrants, 2, MAX_FIELD)
        settings.in_range("rounds", plan.rounds, 0, entrants - (entrants % 2 == 0))
        settings.choice(plan, "initial_colour", "lot", "white", "black")
        forbidden_pairs(plan)
        acceleration.check(plan)
        check_scoring(plan)

    def rounds(self, plan: Plan, entrants: int) -> int:
        """The number of rounds; by default enough to leave one player with a full score."""
        return plan.rounds or max(1, (entrants - 1).bit_length())

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """Raises CannotPair if a result is missing or no complete pairing exists (1.9.3).

        Or where the criteria of a bracket need more than 128 bits: that has not been seen, not with 5,000 players.
        """
        return _proposal(stage, self.paired(stage, progress))

    def paired(self, stage: Stage, progress: Progress | None = None) -> list[PairedBracket]:
        """The brackets of the next round. Raises CannotPair."""
        no, rounds = RoundNo(len(stage.rounds) + 1), self.rounds(stage.plan, len(stage.entrants))
        missing = [pairing.table for pairing in stage.pairings() if pairing.result is None]
        if missing:
            raise CannotPair(Reason("round_not_finished", {"round": no - 1, "tables": missing}))
        if no > rounds:
            raise CannotPair(Reason("stage_is_over", {"rounds": rounds}))
        players = players_of(stage, rounds)
        if len(players) < 2:
            raise CannotPair(Reason("too_few_present", {"present": len(players), "least": 2}))
        try:
            return pair_field(Field(players, forbidden_pairs(stage.plan)), progress)
        except NoPairing:
            raise CannotPair(Reason("no_complete_pairing", {"round": no})) from None
        except TooWide:
            raise CannotPair(Reason("criteria_too_wide", {"round": no})) from None

    def teller(self, stage: Stage) -> Teller:
        """Can explain every pair and the bye of the next round. Raises CannotPair."""
        return Teller(self.paired(stage), initial_colour(stage), met_in(stage))

    def is_over(self, stage: Stage) -> bool:
        return stage.is_played(self.rounds(stage.plan, len(stage.entrants)))

    def standings(self, stage: Stage) -> Sequence[Standing]:
        return standings(stage)


DUTCH = Dutch()


def forbidden_pairs(plan: Plan) -> set[frozenset[EntrantNo]]:
    """Raises BadPlan if the setting is not a list of lists of numbers."""
    groups = plan.settings.get("forbidden", [])
    sound = isinstance(groups, list | tuple) and all(
        isinstance(group, list | tuple) and all(type(no) is int for no in group) for group in groups
    )
    if not sound:
        settings.refuse("settings.forbidden", "not_lists_of_entrants")
    return {frozenset({one, other}) for group in groups for one in group for other in group if one < other}


def initial_colour(stage: Stage) -> Colour:
    """5.1: the initial colour, for odd pairing numbers; drawn by lot if the plan does not say."""
    said = settings.choice(stage.plan, "initial_colour", "lot", "white", "black")
    if said == "lot":
        return (Colour.WHITE, Colour.BLACK)[SeededChance(stage.seed).pick(0, 2)]
    return Colour.WHITE if said == "white" else Colour.BLACK


def _proposal(stage: Stage, paired: Sequence[PairedBracket]) -> Proposal:
    no, initial, explainer = RoundNo(len(stage.rounds) + 1), initial_colour(stage), Explainer(paired)
    players = paired[-1].bracket.field.players
    tables: list[tuple[tuple[object, ...], Allocation, Reason]] = []
    for number, one in enumerate(paired):
        for at, pair in enumerate(one.arrangement.pairs):
            higher, lower = players[pair.higher], players[pair.lower]
            colours = allocate(higher, lower, initial)
            tables.append(((-higher.score, -lower.score, higher.tpn), colours, explainer.of_pair(number, at, colours)))
    tables.sort(key=lambda table: table[0])
    byes = {players[index].no: explainer.of_bye(index) for index in paired[-1].arrangement.down}
    return Proposal(
        tuple(
            Pairing(no, table, (colours.white.no, colours.black.no), reason=reason)
            for table, (_, colours, reason) in enumerate(tables, 1)
        ),
        {**stage.absent, **dict.fromkeys(byes, Bye.PAIRING)},
        byes,
    )
