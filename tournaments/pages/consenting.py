"""Whether a typed result is rated, as shown with a table, a tournament and at the desk; and what can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never
from uuid import UUID

from django.utils.translation import gettext as _

from players.ratings.outcome import person, player_of
from players.ratings.rulings import is_entitled
from tournaments.consent import decisions, noting
from tournaments.consent.standing import Standing, is_asked, is_rated, standing
from tournaments.formats.contract import EntrantNo
from tournaments.models import Remark
from tournaments.queries import Asked
from tournaments.state import State, Table, TableRef

from .asking import Look
from .consent_log import named

HELD = (Standing.UNCONFIRMED, Standing.SUSPENDED)


@dataclass(frozen=True, slots=True)
class RatingShown:
    """``why`` says why the result is not rated, or what is needed; ``said`` is the objector's text, for those who may
    read it. ``places``: what would be confirmed; ``may_confirm``: for oneself, ``may_answer``: for those without an
    account. ``objectable``: to so many of their results the reader can object at once. ``objection``: the only one
    that is open here, if it is to ``reach`` results, more than one, for all of which it can be answered.
    """

    counts: bool
    why: str
    said: Sequence[tuple[str, str]]
    places: str
    may_confirm: bool
    may_answer: bool
    may_object: bool
    may_withdraw: bool
    may_rule: bool
    is_objected: bool
    is_open: bool
    is_struck: bool
    objectable: int = 0
    objection: UUID | None = None
    reach: int = 0


def rating_shown(here: Look, table: Table) -> RatingShown | None:
    """None if no typed result is rated here and nobody objects; in past states nothing can be done."""
    state, objections = here.asked.state, table.objections
    typed = is_asked(state, table) and not table.games and table.source != "walkover"
    if not (typed or objections.open):
        return None
    stands, me = standing(table) if typed else None, None if here.is_past else here.asked.asker
    mine, confirms = decisions.own_seat(state, table, me), decisions.may_confirm(state, table, me)
    rules = me is not None and not decisions.why_not_rule(state, table, me)
    reads = mine is not None or rules or here.asked.is_officer or is_entitled(me)
    why = in_words(state, table, here.asked.names)
    if stands is None:
        why = _("As it is now, this table is not rated for anybody.") if objections.open else _ahead(here.asked, table)
    may_object = decisions.may_object(state, table, me)
    may_withdraw = decisions.own_objection(state, table, me) is not None
    objection, reach = (decisions.reach(state, table) if rules or may_withdraw else None) or (None, 0)
    return RatingShown(
        stands is Standing.COUNTS,
        why,
        _said(here.asked, table) if reads else (),
        ",".join(map(str, decisions.places_of(table))),
        bool(confirms) and mine in confirms,
        bool(confirms) and mine is None,
        may_object,
        may_withdraw,
        rules and (objections.were_made or objections.struck or decisions.may_strike(state, table, me)),
        objections.were_made,
        bool(objections.open),
        objections.struck,
        decisions.objectable(state, me) if may_object and me is not None else 0,
        objection if reach > 1 else None,
        reach,
    )


def _ahead(asked: Asked, table: Table) -> str:
    """Before there is a result: the players who will have to confirm it."""
    who = noting.sitters(asked.state, table)
    if None in map(player_of, who):
        return _with_a_bot()
    agreed = noting.playing(asked.state, who)
    missing = [seat for seat in range(len(who)) if seat not in agreed]
    if not missing:
        return ""
    told = {"names": _of_seats(table, asked.names, missing)}
    return _nobody_answers(asked.state, table, who, missing, asked.names) or (
        _("The result is rated only once it is confirmed for %(names)s.") % told
    )


def _said(asked: Asked, table: Table) -> list[tuple[str, str]]:
    found = dict(
        Remark.objects.filter(id__in=[one.remark for one in table.objections.open.values()]).values_list("id", "text")
    )
    names = [asked.names[no] for no in table.pairing.seats]
    return [
        (names[seat], found.get(one.remark, _("This text was erased.")))
        for seat, one in sorted(table.objections.open.items())
    ]


def is_to_confirm(asked: Asked) -> bool:
    """Whether somebody else has entered the reader, who has not agreed to be rated by typed results."""
    state, entry = asked.state, asked.entry
    if entry is None or entry.own or entry.withdrawn or entry.player is None or state.settings.online:
        return False
    who = (person(entry.player),)
    return is_rated(state) and not noting.without_account(who) and not noting.playing(state, who)


def waiting(state: State) -> list[tuple[TableRef, Table]]:
    """Typed results that would be rated and still need a consent or a ruling, which somebody can give."""
    held = [
        (TableRef(stage.key, one.no, table.no), table)
        for stage in (state.stages.values() if is_rated(state) else ())
        for one in stage.rounds
        for table in one.tables.values()
        if is_asked(state, table) and standing(table) in HELD
    ]
    nobody = noting.unanswerable(state, {who for _, table in held for who in _waited_for(table)})
    return [(ref, table) for ref, table in held if nobody.isdisjoint(_waited_for(table))]


def _waited_for(table: Table) -> list[str]:
    return [] if table.consent is None else [table.consent.who[seat] for seat in table.consent.missing]


def in_words(state: State, table: Table, names: Mapping[EntrantNo, str]) -> str:
    """Why a typed result is not rated; ``""`` if it is, or if nothing is rated."""
    stands = standing(table) if is_asked(state, table) else None
    match stands:
        case Standing.UNCONFIRMED:
            assert table.consent is not None
            waiting = _of_seats(table, names, table.consent.missing)
            return _nobody_answers(state, table, table.consent.who, table.consent.missing, names) or (
                _("Not rated: nobody has confirmed it yet for %(names)s.") % {"names": waiting}
            )
        case Standing.SUSPENDED:
            objecting = _of_seats(table, names, sorted(table.objections.open))
            return _("Suspended: %(names)s objected, so it is not rated for anybody until there is a ruling.") % {
                "names": objecting
            }
        case Standing.STRUCK if table.objections.staff and not table.objections.answered:
            return _("Not rated: an administrator of the platform ruled so.")
        case Standing.STRUCK:
            return _("Not rated: an objection was upheld.")
        case Standing.NOT_PLAYED:
            return _("Not rated: the game was not finished.")
        case Standing.BOT:
            return _with_a_bot()
        case Standing.COUNTS | None:
            return ""
        case _:
            assert_never(stands)


def _nobody_answers(
    state: State, table: Table, who: Sequence[str], missing: Sequence[int], names: Mapping[EntrantNo, str]
) -> str:
    """Why nobody can confirm a result for those seats; ``""`` if somebody can."""
    nobody = noting.unanswerable(state, {who[seat] for seat in missing})
    seats = [seat for seat in missing if who[seat] in nobody]
    if not seats:
        return ""
    return _(
        "Not rated: no account for %(names)s. An organiser answers only for names on the list of the club or league "
        "that holds the event, and only if at least %(least)s people with an account belong to it."
    ) % {"names": _of_seats(table, names, seats), "least": noting.MIN_MEMBERS}


def _with_a_bot() -> str:
    return _("Not rated: a bot sits at this table, and bots are rated only in games played here.")


def _of_seats(table: Table, names: Mapping[EntrantNo, str], seats: Sequence[int]) -> str:
    return named([names[no] for no in table.pairing.seats], seats)
