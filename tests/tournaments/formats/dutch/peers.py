"""Other programs that pair by the Dutch system, asked for the same round and told bare results."""

from __future__ import annotations

from typing import Any

from caissify_pairings import generate_pairings

from tests.tournaments.formats.dutch.facts import Extra, Facts, facts, nothing, white_of
from tests.tournaments.formats.dutch.play import Pair
from tournaments.formats.contract import EntrantNo, Stage


def caissify(stage: Stage, initial: str = "white", extra: Extra = nothing) -> list[Pair]:
    """caissify-pairings, by the rules of 2026 as it says of itself."""
    known = facts(stage, extra)
    rows = generate_pairings(
        system="dutch",
        players=[_row(own) for own in known],
        previous_pairings={(own.no, other) for own in known for other in own.met},
        round_number=len(stage.rounds) + 1,
        total_rounds=stage.plan.rounds,
        initial_color=initial,
    )
    return [(EntrantNo(row["white_id"]), None if row.get("bye") else EntrantNo(row["black_id"])) for row in rows]


def rank_by_score(stage: Stage, pairs: list[Pair], initial: str = "white", extra: Extra = nothing) -> list[Pair]:
    """caissify's pairs, with White by article 5.2 where 5.2.4 or 5.2.5 decide and the higher number ranks higher.

    It takes the lower pairing number for the higher ranked, whatever the scores; 1.2 ranks by score first.
    """
    field = {own.no: own for own in facts(stage, extra)}
    made = []
    for white, black in pairs:
        pair: Pair = (white, black)
        if black is not None:
            higher, lower = sorted((field[white], field[black]), key=lambda own: (-own.score, own.number))
            begins, rule = white_of(higher, lower, initial)
            if higher.number > lower.number and rule in ("5.2.4", "5.2.5"):
                pair = (begins, black if begins == white else white)
        made.append(pair)
    return made


def _row(own: Facts) -> dict[str, Any]:
    return {
        "id": own.no,
        "name": "",
        "score": float(own.score),
        "rating": 3000 - own.number,
        "starting_number": own.number,
        "pairing_number": own.number,
        "color_hist": own.colours,
        "float_history": own.floats,
        "bye_count": int(own.without_playing > 0),
    }
