"""Other programs that pair by the Dutch system, asked for the same round."""

from __future__ import annotations

from typing import Any

from caissify_pairings import generate_pairings

from tests.tournaments.formats.dutch.play import Pair
from tournaments.formats.contract import EntrantNo, Stage
from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.player import Colour, Player, players_of

_WORDS = {Colour.WHITE: "white", Colour.BLACK: "black"}


def caissify(stage: Stage, initial: Colour = Colour.WHITE) -> list[Pair]:
    """caissify-pairings, by the rules of 2026 as it says of itself."""
    players = players_of(stage, stage.plan.rounds)
    met = {(a.no, b) for a in players for b in a.met}
    rows = generate_pairings(
        system="dutch",
        players=[_row(player) for player in players],
        previous_pairings=met,
        round_number=len(stage.rounds) + 1,
        total_rounds=stage.plan.rounds,
        initial_color=_WORDS[initial],
    )
    return [(EntrantNo(row["white_id"]), None if row.get("bye") else EntrantNo(row["black_id"])) for row in rows]


def rank_by_score(stage: Stage, pairs: list[Pair]) -> list[Pair]:
    """caissify's pairs with our colours where 5.2.4 or 5.2.5 decide and the higher number ranks higher.

    It takes the lower pairing number for the higher ranked, whatever the scores; 1.2 ranks by score first.
    """
    field = {player.no: player for player in players_of(stage, stage.plan.rounds)}
    made = []
    for white, black in pairs:
        pair: Pair = (white, black)
        if black is not None:
            higher, lower = sorted((field[white], field[black]), key=lambda player: (-player.score, player.tpn))
            colours = allocate(higher, lower, Colour.WHITE)
            if higher.tpn > lower.tpn and colours.rule in ("5.2.4", "5.2.5"):
                pair = (colours.white.no, colours.black.no)
        made.append(pair)
    return made


def _row(player: Player) -> dict[str, Any]:
    return {
        "id": player.no,
        "name": "",
        "score": player.score / 2,
        "rating": 3000 - player.tpn,
        "starting_number": player.tpn,
        "pairing_number": player.tpn,
        "color_hist": [_WORDS[colour] for colour in player.colours],
        "float_history": [floated or "none" for floated in reversed(player.floats)],
        "bye_count": int(not player.may_have_bye),
    }
