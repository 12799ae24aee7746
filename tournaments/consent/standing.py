"""Whether a typed result is rated, and why not."""

from __future__ import annotations

from enum import StrEnum

from tournaments.state import State, Table


class Standing(StrEnum):
    COUNTS = "counts"
    NOT_PLAYED = "not_played"  # by forfeit or walkover, or nobody knows how it ended
    UNCONFIRMED = "unconfirmed"  # not everybody at the table has agreed
    SUSPENDED = "suspended"  # somebody objects, and nobody has ruled yet
    STRUCK = "struck"  # an objection was upheld
    BOT = "bot"  # a bot sat there: everybody meets it, and it can neither agree nor object


def is_rated(state: State) -> bool:
    """Whether results typed here count at all."""
    return bool(state.settings.rated) and not state.cards


def is_asked(state: State, table: Table) -> bool:
    """Whether consent matters here: at a rated event, and not for results typed while it was played online."""
    known = table.consent is not None and bool(table.consent.seats)
    return is_rated(state) and (known or not state.settings.online)


def standing(table: Table) -> Standing | None:
    """The standing of a table at a rated event; None if no result was typed. Results typed before consent was asked for
    count without it.
    """
    result = table.pairing.result
    if not table.is_done or result is None or table.games:
        return None
    if result.forfeited or table.source in ("walkover", "default"):
        return Standing.NOT_PLAYED
    if table.objections.struck:
        return Standing.STRUCK
    if table.consent is not None and table.consent.has_bot:
        return Standing.BOT
    if table.consent is not None and table.consent.missing:
        return Standing.UNCONFIRMED
    return Standing.SUSPENDED if table.objections.open else Standing.COUNTS
