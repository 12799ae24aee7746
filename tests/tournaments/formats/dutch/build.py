"""Players and fields for tests, with what matters and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.formats.contract import EntrantNo, Proposal, Stage
from tournaments.formats.dutch import DUTCH
from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.engine import NoPairing, pair_field
from tournaments.formats.dutch.field import Field
from tournaments.formats.dutch.player import Colour, Player, players_of

from .play import Pair

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def player(no: int, score: int = 0, colours: str = "", met: Iterable[int] = (), **facts: Any) -> Player:
    """``colours`` as in a report: ``wbw``; an unplayed round is left out."""
    played = tuple(COLOURS[colour] for colour in colours)
    return Player(EntrantNo(no), no, score, frozenset(map(EntrantNo, met)), played, **facts)


def pairs_of(players: Sequence[Player], quickly: bool = True) -> list[tuple[int, ...]]:
    """Who meets whom by their numbers, the higher ranked first; a single one has the bye."""
    field = Field(sorted(players, key=lambda one: (-one.score, one.tpn)))
    paired = pair_field(field, quickly=quickly)
    found: list[tuple[int, ...]] = [
        (field.players[pair.higher].no, field.players[pair.lower].no)
        for one in paired
        for pair in one.arrangement.pairs
    ]
    return [*found, *((field.players[index].no,) for index in paired[-1].arrangement.down)]


def ours(stage: Stage, quickly: bool = True) -> list[Pair]:
    """The engine alone, the initial colour White. Raises LookupError where there is no complete pairing."""
    field = Field(players_of(stage, stage.plan.rounds))
    try:
        paired = pair_field(field, quickly=quickly)
    except NoPairing:
        raise LookupError from None
    made: list[Pair] = []
    for one in paired:
        for pair in one.arrangement.pairs:
            colours = allocate(field.players[pair.higher], field.players[pair.lower], Colour.WHITE)
            made.append((colours.white.no, colours.black.no))
    return [*made, *((field.players[index].no, None) for index in paired[-1].arrangement.down)]


def by_the_format(stage: Stage) -> list[Pair]:
    return pairs_in(DUTCH.pair(stage))


def pairs_in(proposal: Proposal) -> list[Pair]:
    byes: list[Pair] = [(no, None) for no in proposal.bye_reasons]
    return [*((pairing.seats[0], pairing.seats[1]) for pairing in proposal.pairings), *byes]
