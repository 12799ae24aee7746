"""Tournaments to take out and bring in."""

from __future__ import annotations

from uuid import UUID

from tests.tournaments.factories import AT_A_TABLE, entered, opened, play_round, stage
from tournaments import services
from tournaments.formats.contract import Bye
from tournaments.queries import Asked, tournament
from tournaments.settings import Source


def swiss(owner: UUID, players: int = 7, rounds: int = 3) -> UUID:
    """A Swiss of duels with a bye, a half-point bye, a penalty and a withdrawal; its last round has no result yet."""
    made = opened(owner, stage(form="dutch", rounds=rounds + 1, tie_breaks=("BH-C1", "SB")), title="Turniej Łódź")
    entered(made, owner, players)
    services.start_stage(tournament_id=made, by=owner, stage="main")
    services.grant_bye(tournament_id=made, by=owner, no=2, stage="main", round_no=2, bye=Bye.HALF)
    for number in range(rounds):
        services.pair(tournament_id=made, by=owner, stage="main")
        if number < rounds - 1:
            play_round(made, owner, places=(1, 2) if number % 2 else (1, 1))
    services.penalise(tournament_id=made, by=owner, no=3, stage="main", points=1)
    services.withdraw(tournament_id=made, by=owner, no=5)
    return made


def pods(owner: UUID, players: int = 9) -> UUID:
    """Two rounds at tables of 3-4 and the table of the final, without its result."""
    made = services.open_tournament(
        owner=owner,
        title="Wieczór",
        game="high-card",
        stages=[
            stage("swiss", "pods", seats=4, least=3, rounds=2, tie_breaks=("WIN",)),
            stage(
                "final",
                "single_elimination",
                source=Source(stage="swiss", best=4),
                seats=4,
                least=3,
                settings={"draws": "titles"},
            ),
        ],
        settings=AT_A_TABLE,
    ).tournament
    entered(made, owner, players)
    services.start_stage(tournament_id=made, by=owner, stage="swiss")
    for _ in range(2):
        services.pair(tournament_id=made, by=owner, stage="swiss")
        play_round(made, owner, "swiss", (1, 2, 3, 4))
    services.start_stage(tournament_id=made, by=owner, stage="final")
    services.pair(tournament_id=made, by=owner, stage="final")
    return made


def seen(made: UUID, by: UUID | None = None) -> Asked:
    return tournament(tournament_id=made, player=by)
