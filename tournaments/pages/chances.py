"""What ratings predicted for a table when its round was published, and how it ended."""

from __future__ import annotations

from players.ratings.models import RatedGame
from players.ratings.outcome import bot, person
from players.ratings.pages.forecast import Forecast, forecast
from tournaments import rating
from tournaments.formats.contract import EntrantNo
from tournaments.queries import Asked
from tournaments.state import State, TableRef


def at_table(asked: Asked, stage: str, round_no: int, table_no: int) -> Forecast | None:
    """By ratings at the time when the round was published; empty if the tournament is not rated.

    Of a table with several games it is the chance in each of them.
    """
    state = asked.state
    one = state.stages[stage].round(round_no)
    table = None if one is None else one.tables.get(table_no)
    if one is None or table is None or one.published_at is None or not state.settings.rated or state.cards:
        return None
    result = table.pairing.result
    over = table.is_done and result is not None and not result.forfeited
    game = rating.game_at(state, TableRef(stage, one.no, table.no), table)
    return forecast(
        rating.key_of(state),
        [_who(state, no) for no in table.pairing.seats],
        one.published_at,
        places=result.places if over and result is not None else (),
        game=game if over and RatedGame.objects.filter(game=game).exists() else None,
        before=game,
        me="" if asked.entry is None or asked.entry.player is None else person(asked.entry.player),
    )


def _who(state: State, no: EntrantNo) -> str:
    entry = state.entries[no]
    return bot(entry.bot) if entry.player is None else person(entry.player)
