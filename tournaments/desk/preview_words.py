"""Previews: proposals of a round, and what a correction or a repair would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import rating, reasons, stages, tie_breaks
from tournaments.corrections import ByeMoved, Choice, Later, Moved, Preview
from tournaments.formats import breaches
from tournaments.formats.contract import Bye, EntrantNo, Pairing, Proposal, Standing
from tournaments.pages import words, writing
from tournaments.queries import Asked
from tournaments.rating import PreviewLine
from web.error_words import explain
from web.errors import Refused

BYES = {Bye.PAIRING, Bye.FULL, Bye.HALF}
"""Those that are shown; who is absent is counted."""


@dataclass(frozen=True, slots=True)
class ProposedSeat:
    no: EntrantNo
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class ProposedTable:
    """``why`` is ``""`` if the format gives no reason; ``swapped`` if an arbiter has changed the table."""

    no: int
    round: int
    slot: str
    seats: tuple[ProposedSeat, ...]
    why: str
    walkover: bool
    swapped: bool


@dataclass(frozen=True, slots=True)
class ProposedBye:
    no: EntrantNo
    name: str
    bye: Bye
    why: str


@dataclass(frozen=True, slots=True)
class ProposalShown:
    round: int
    tables: tuple[ProposedTable, ...]
    byes: tuple[ProposedBye, ...]
    absent: int
    notes: tuple[str, ...]
    are_duels: bool


def proposal_shown(asked: Asked, key: str, proposal: Proposal) -> ProposalShown:
    made = stages.stage_of(asked.state, key)
    points = {row.entrant: writing.points(row.points) for row in stages.standings(made)}
    return ProposalShown(
        max((pairing.round for pairing in proposal.pairings), default=len(made.rounds) + 1),
        tuple(_proposed(asked, one, points) for one in sorted(proposal.pairings, key=lambda one: one.table)),
        tuple(
            ProposedBye(no, asked.names[no], bye, _why(asked, proposal, no))
            for no, bye in proposal.byes.items()
            if bye in BYES
        ),
        sum(bye not in BYES for bye in proposal.byes.values()),
        tuple(reasons.said(note, asked.names) for note in (*proposal.notes, *breaches.of_proposal(made, proposal))),
        made.plan.seats == 2,
    )


def _proposed(asked: Asked, one: Pairing, points: dict[EntrantNo, str]) -> ProposedTable:
    return ProposedTable(
        one.table,
        one.round,
        one.slot,
        tuple(ProposedSeat(no, asked.names[no], points.get(no, "")) for no in one.seats),
        "" if one.reason is None else reasons.said(one.reason, asked.names),
        one.result is not None,
        one.reason is not None and one.reason.code == "by_hand",
    )


def _why(asked: Asked, proposal: Proposal, no: EntrantNo) -> str:
    reason = proposal.bye_reasons.get(no)
    return "" if reason is None else reasons.said(reason, asked.names)


# --- corrections and repairs ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovedShown:
    name: str
    before: str
    after: str
    points_before: str
    points_after: str
    tie_breaks: tuple[tuple[str, str, str], ...]
    """Title, before and after, of those that change."""

    @property
    def same_rank(self) -> bool:
        return self.before == self.after

    @property
    def same_points(self) -> bool:
        return self.points_before == self.points_after


@dataclass(frozen=True, slots=True)
class Follows:
    """How standings and ratings change under the choices called ``titles``; empty if all choices change them alike.
    ``breaches``: the repeats and second byes that it makes, in words.
    """

    titles: tuple[str, ...]
    breaches: tuple[str, ...]
    moved: tuple[MovedShown, ...]
    ratings: Sequence[PreviewLine]


@dataclass(frozen=True, slots=True)
class Beside:
    """A table as published and as it would be; names marked if they would sit at another table. Either side is empty
    where there is no such table.
    """

    round: int
    no: int
    now: tuple[tuple[str, bool], ...]
    then: tuple[tuple[str, bool], ...]

    @property
    def is_same(self) -> bool:
        return [name for name, _ in self.now] == [name for name, _ in self.then]


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """``known`` is False while the tables are still being worked out. ``tables`` compares the published ones with those
    of a round that is paired again; otherwise there are only the lines of what changes.
    """

    name: str
    title: str
    about: str
    open: bool
    refused: str
    known: bool
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    tables: tuple[Beside, ...] = ()
    byes: tuple[tuple[str, bool], ...] = ()
    """Who has a bye then and has none now (True), or the other way round."""
    kept: str = ""
    """Later stages that stay as they are, since they have been played."""


@dataclass(frozen=True, slots=True)
class LaterShown:
    """Later stages that have begun: who would drop out, and who would qualify instead. ``borders``: they are only
    play-offs between divisions. ``chosen`` is offered first.
    """

    stages: tuple[tuple[str, str, str], ...]
    choices: tuple[ChoiceShown, ...]
    borders: bool = False

    @property
    def chosen(self) -> str:
        return next((name for name in ("repair", "keep") for one in self.choices if one.name == name and one.open), "")


@dataclass(frozen=True, slots=True)
class PreviewShown:
    """``follows`` lists the effects of each choice that has been worked out; choices with equal effects are listed
    together.
    """

    version: int
    follows: tuple[Follows, ...]
    at_odds: tuple[str, ...]
    choices: tuple[ChoiceShown, ...]
    later: LaterShown | None = None
    unseated: str = ""
    out_of_place: tuple[str, ...] = ()
    """Who sits at a table they do not belong to, in sentences."""

    @property
    def is_free(self) -> bool:
        """Whether there is a choice to make."""
        return len(self.choices) > 1

    @property
    def chosen(self) -> str:
        """What is offered first: the gentlest choice, if any, that leaves no table at odds and nobody without one."""
        wanted = ("repair", "keep") if self.at_odds or self.unseated else ("keep",)
        return next((name for name in wanted for one in self.choices if one.name == name and one.open), "keep")


def preview_shown(asked: Asked, preview: Preview) -> PreviewShown:
    return PreviewShown(
        asked.state.version,
        _follows(asked, preview),
        tuple(_line(asked, one) for one in preview.at_odds),
        tuple(_choice(asked, one, _titles()) for one in preview.choices),
        None if preview.later is None else _later(asked, preview.later),
        writing.joined([asked.names[no] for no in preview.unseated]),
        tuple(reasons.said(one, asked.names) for one in preview.out_of_place),
    )


def _follows(asked: Asked, preview: Preview) -> tuple[Follows, ...]:
    plan = stages.stage_of(asked.state, preview.stage).plan
    breaks = [tie_breaks.find(code) for code in plan.tie_breaks]
    known = [one for one in preview.choices if one.is_open and one.worked_out]
    ratings = rating.previews_of(asked.state, [one.batch for one in known], timezone.now(), asked.asker)
    found: list[tuple[Choice, Sequence[PreviewLine], list[str]]] = []
    for one, lines in zip(known, ratings, strict=True):
        title, _about = _titles()[one.name]
        for other, others, titles in found:
            if (other.moved, other.breaches, others) == (one.moved, one.breaches, lines):
                titles.append(title)
                break
        else:
            found.append((one, lines, [title]))
    return tuple(
        Follows(
            tuple(titles) if len(found) > 1 else (),
            tuple(reasons.said(reason, asked.names) for reason in one.breaches),
            tuple(_moved(asked, row, breaks) for row in one.moved),
            lines,
        )
        for one, lines, titles in found
    )


def _later(asked: Asked, later: Later) -> LaterShown:
    def names(numbers: Sequence[EntrantNo]) -> str:
        return writing.joined([asked.names[no] for no in numbers])

    borders = all(one.border for one in later.stages)
    titles = _border_titles() if borders else _later_titles()
    return LaterShown(
        tuple((words.stage(one.key), names(one.out), names(one.into)) for one in later.stages),
        tuple(_choice(asked, one, titles) for one in later.choices),
        borders,
    )


def beside(asked: Asked, key: str, proposal: Proposal) -> tuple[Beside, ...]:
    """The tables of the running round as published and as in ``proposal``, by number."""
    one = asked.state.stages[key].rounds[-1]
    now = {no: table.pairing.seats for no, table in one.tables.items()}
    then = {pairing.table: pairing.seats for pairing in proposal.pairings}
    return tuple(
        Beside(
            one.no,
            no,
            _those(asked, now.get(no, ()), then.get(no, ())),
            _those(asked, then.get(no, ()), now.get(no, ())),
        )
        for no in sorted(now.keys() | then.keys())
    )


def _those(asked: Asked, seats: Sequence[EntrantNo], others: Sequence[EntrantNo]) -> tuple[tuple[str, bool], ...]:
    return tuple((asked.names[no], no not in others) for no in seats)


def _choice(asked: Asked, choice: Choice, titles: Mapping[str, tuple[str, str]]) -> ChoiceShown:
    title, about = titles[choice.name]
    return ChoiceShown(
        choice.name,
        title,
        about,
        choice.is_open,
        "" if choice.refused is None else _refusal(choice.refused),
        choice.worked_out,
        tuple(_line(asked, one) for one in choice.changed),
        tuple(_line(asked, one) for one in choice.removed),
        byes=byes_shown(asked, choice.byes),
        kept=writing.joined([words.stage(key) for key in choice.kept]),
    )


def byes_shown(asked: Asked, moved: Sequence[ByeMoved]) -> tuple[tuple[str, bool], ...]:
    """Byes that are added or removed; absences are left out."""
    come = [(asked.names[one.entrant], True) for one in moved if one.after in BYES and one.before not in BYES]
    go = [(asked.names[one.entrant], False) for one in moved if one.before in BYES and one.after not in BYES]
    return (*go, *come)


def _refusal(refused: Refused) -> str:
    """The refusal in words, with stages by their names."""
    if "stage" in refused.data:
        refused = type(refused)(refused.code, **{**refused.data, "stage": words.stage(str(refused.data["stage"]))})
    return explain(refused).sentence


def _titles() -> dict[str, tuple[str, str]]:
    return {
        "keep": (_("Keep the tables"), _("Everybody stays where they sit.")),
        "repair": (
            _("Smallest repair"),
            _("Everybody gets a fitting seat with as few changed tables as possible. None that has started changes."),
        ),
        "again": (_("Pair again"), _("Everything paired since then is paired again.")),
    }


def _later_titles() -> dict[str, tuple[str, str]]:
    return {
        "keep": (_("Keep the players who advanced"), _("They play on as they are.")),
        "repair": (
            _("Swap in the right players"),
            _("Each takes the seat of a player who should not have advanced."),
        ),
        "again": (
            _("Restart the stage"),
            _("Its tables are removed, and the first ones are paired again with the right players."),
        ),
    }


def _border_titles() -> dict[str, tuple[str, str]]:
    return {
        "keep": (_("Keep the tables"), _("The players who are in the play-off stay in it.")),
        "repair": (
            _("Smallest repair"),
            _("Each takes the seat of a player who should not be in it. Tables that have started do not change."),
        ),
        "again": (_("Pair again"), _("The play-off restarts with the right players.")),
    }


def _moved(asked: Asked, moved: Moved, breaks: Sequence[tie_breaks.TieBreak]) -> MovedShown:
    before, after = moved.before, moved.after
    old, new = (_values(one, breaks) for one in (before, after))
    return MovedShown(
        asked.names[moved.entrant],
        "" if before is None else str(before.rank),
        "" if after is None else str(after.rank),
        "" if before is None else writing.points(before.points),
        "" if after is None else writing.points(after.points),
        tuple((code, old.get(code, ""), value) for code, value in new.items() if old.get(code) != value),
    )


def _values(row: Standing | None, breaks: Sequence[tie_breaks.TieBreak]) -> dict[str, str]:
    if row is None:
        return {}
    return {one.code: writing.tie_break(one, value) for one, value in zip(breaks, row.tie_breaks, strict=False)}


def _line(asked: Asked, pairing: Pairing) -> str:
    where = _("round %(round)s, table %(table)s") % {"round": pairing.round, "table": pairing.table}
    return f"{where}: {writing.joined([asked.names[no] for no in pairing.seats])}"
