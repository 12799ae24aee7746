"""The reasons of a whole round, from how its brackets were paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.formats.contract import Reason

from .colours import Allocation
from .engine import PairedBracket
from .ideal import Ideal
from .order import Pair
from .reasons import also, plain
from .verdict import against_downfloat, against_pair
from .weighted import Weighted


def of_pair(paired: PairedBracket, at: int, colours: Allocation, above: PairedBracket | None) -> Reason:
    """Of pair number ``at`` of a bracket; ``above`` is the bracket before it."""
    bracket, pair = paired.bracket, paired.arrangement.pairs[at]
    players = bracket.field.players
    higher = players[pair.higher]
    parts: list[dict[str, Any]] = []
    data: dict[str, Any] = {"score": plain(bracket.score)}
    if pair.is_moved:
        code = "dutch_moved_down"
        data = {"entrant": higher.no, "above": plain(higher.score), **data}
        parts += _spared(above, pair.higher)
    else:
        code = "dutch_remainder" if bracket.moved else "dutch_same_score"
        parts += _exchanged(paired, pair)
    parts += _passed(paired, at)
    if not parts:
        parts.append(also("dutch_first_choice"))
    parts.append(also("dutch_colour", entrant=colours.white.no, rule=colours.rule))
    return Reason(code, {**data, "also": parts})


def of_bye(paired: PairedBracket, index: int) -> Reason:
    """Why the player has the pairing-allocated bye."""
    field = paired.bracket.field
    player = field.players[index]
    parts = []
    for other in reversed(range(index + 1, len(field.players))):
        criterion = _against_bye(paired, other)
        if criterion:
            data = {"entrant": player.no, "other": field.players[other].no, "criterion": criterion}
            parts.append(also("dutch_bye_spared", **data))
            break
    own = {"entrant": player.no, "score": plain(player.score), "unplayed": player.unplayed}
    return Reason("dutch_bye", {**own, "also": parts})


def _against_bye(paired: PairedBracket, other: int) -> str:
    field = paired.bracket.field
    if not field.may_have_bye >> other & 1:
        return "C2"
    if not field.byes >> other & 1:
        return "C5"
    return _against_downfloat(paired, other) if other in paired.bracket.residents else ""


def _exchanged(paired: PairedBracket, pair: Pair) -> Iterator[dict[str, Any]]:
    players = paired.bracket.field.players
    down, up = paired.arrangement.exchanged
    if pair.lower in down:
        yield also("dutch_exchanged_down", entrant=players[pair.lower].no)
    if pair.higher in up:
        yield also("dutch_exchanged_up", entrant=players[pair.higher].no)


def _passed(paired: PairedBracket, at: int) -> Iterator[dict[str, Any]]:
    """The first one of S2 that was passed over, and why."""
    pair = paired.arrangement.pairs[at]
    if not pair.passed:
        return
    field = paired.bracket.field
    other = pair.passed[0]
    data: dict[str, Any] = {"entrant": field.players[pair.higher].no, "other": field.players[other].no}
    criterion = field.refusal(pair.higher, other) or _against(paired, paired.arrangement.pairs[:at], pair, other)
    if criterion:
        yield also("dutch_passed", **data, criterion=criterion)
    else:
        yield also("dutch_passed_for_others", **data)


def _against(paired: PairedBracket, before: Sequence[Pair], pair: Pair, other: int) -> str:
    solver = paired.solver
    if isinstance(solver, Weighted):
        return against_pair(solver, before, pair.higher, other)
    if isinstance(solver, Ideal):
        return solver.against_pair(pair.higher, other)
    return ""


def _spared(above: PairedBracket | None, index: int) -> Iterator[dict[str, Any]]:
    """Who ranked below a downfloater of the bracket above would have been moved down first, and why not."""
    if above is None or above.arrangement.down != [index]:
        return
    players = above.bracket.field.players
    for other in reversed(above.bracket.residents):
        if other <= index:
            return
        criterion = _against_downfloat(above, other)
        if criterion:
            data = {"entrant": players[index].no, "other": players[other].no, "criterion": criterion}
            yield also("dutch_downfloat_spared", **data)
            return


def _against_downfloat(paired: PairedBracket, other: int) -> str:
    solver = paired.solver
    if isinstance(solver, Weighted):
        return against_downfloat(solver, other)
    if isinstance(solver, Ideal):
        return solver.against_downfloat(other)
    return ""
