"""What the change log says about consent and objections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _

from tournaments import events as e

About = e.ConsentNoted | e.ConsentGiven | e.RatingObjected | e.ObjectionWithdrawn | e.ObjectionsRuled


def told(event: About, names: Sequence[str]) -> str:
    where = {"table": event.table, "round": event.round}
    match event:
        case e.ConsentNoted(has_bot=True):
            return _("Table %(table)s of round %(round)s is not rated: a bot sat there.") % where
        case e.ConsentNoted():
            return _("Table %(table)s of round %(round)s is not rated until it is confirmed for: %(names)s.") % {
                **where,
                "names": named(names, event.missing),
            }
        case e.ConsentGiven():
            said = {**where, "names": named(names, event.seats)}
            return _("Confirmed for table %(table)s of round %(round)s: %(names)s.") % said
        case e.RatingObjected():
            return _("%(names)s objected to the result of table %(table)s of round %(round)s.") % {
                **where,
                "names": named(names, [event.seat]),
            }
        case e.ObjectionWithdrawn():
            return _("%(names)s withdrew the objection to table %(table)s of round %(round)s.") % {
                **where,
                "names": named(names, [event.seat]),
            }
        case e.ObjectionsRuled(upheld=True, unasked=True):
            return _("Ruling: table %(table)s of round %(round)s is not rated.") % where
        case e.ObjectionsRuled(unasked=True):
            return _("Ruling: table %(table)s of round %(round)s can be rated again.") % where
        case e.ObjectionsRuled(upheld=True):
            return _("The objection was upheld: table %(table)s of round %(round)s is not rated.") % where
        case e.ObjectionsRuled():
            return _("The objection to table %(table)s of round %(round)s was rejected.") % where
        case _:
            assert_never(event)


def named(names: Sequence[str], seats: Sequence[int]) -> str:
    return ", ".join(names[seat] if seat < len(names) else "?" for seat in seats)
