"""Tournaments to take out and bring in."""

from __future__ import annotations

from uuid import UUID

from tests.tournaments.factories import AT_A_TABLE, entered, opened, play_round, stage
from tournaments import commands, services
from tournaments.formats.contract import Bye
from tournaments.queries import Asked, tournament
from tournaments.settings import Source


def swiss(owner: UUID, players: int = 7, rounds: int = 3) -> UUID:
    """A Swiss of duels with a bye, a half-point bye, a penalty and a withdrawal; its last round has no result yet."""
    made = opened(owner, stage(form="dutch", rounds=rounds + 1, tie_breaks=("BH-C1", "SB")), title="Turniej Łódź")
    entered(made, owner, players)
    services.change(made, commands.StartStage("main"), by=owner)
    services.change(made, commands.GrantBye(no=2, stage="main", round_no=2, bye=Bye.HALF), by=owner)
    for number in range(rounds):
        services.change(made, commands.Pair("main"), by=owner)
        if number < rounds - 1:
            play_round(made, owner, places=(1, 2) if number % 2 else (1, 1))
    services.change(made, commands.Penalise(3, "main", 1), by=owner)
    services.change(made, commands.Withdraw(5), by=owner)
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
    services.change(made, commands.StartStage("swiss"), by=owner)
    for _ in range(2):
        services.change(made, commands.Pair("swiss"), by=owner)
        play_round(made, owner, "swiss", (1, 2, 3, 4))
    services.change(made, commands.StartStage("final", by_seeding=True), by=owner)
    services.change(made, commands.Pair("final"), by=owner)
    return made


def seen(made: UUID, by: UUID | None = None) -> Asked:
    return tournament(tournament_id=made, player=by)
