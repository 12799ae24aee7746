"""A match that was broken off ends with ``= -``: it has no result, or the places that an arbiter has ruled."""

from __future__ import annotations

from ..errors import CoreError
from ..record.stop import PlayStopped, Stop
from .syntax import NOBODY, SEATS, Sheet


def written_stop(stop: Stop) -> str:
    return " ".join(["=", NOBODY, *(f"{SEATS[seat]} {place}" for seat, place in enumerate(stop.places))])


def stop_of(sheet: Sheet, seats: int) -> PlayStopped:
    """What ``= -`` says. Raises BadShorthand where that is no place for each seat."""
    told = sorted(sheet.result or ())
    if told and [seat for seat, _ in told] != [*range(seats)]:
        sheet.result_at.fail("shorthand_place_expected", found="")
    stop = PlayStopped(tuple(place for _, place in told))
    try:
        stop.check(seats)
    except CoreError as error:
        sheet.result_at.fail(error.code, **error.data)
    return stop
