"""Work in the background. Arguments are ids only; each task may run twice, late, or not at all."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from . import after_commit, orders, reminding, running
from .arrivals import services as arrivals

STEPS_AT_ONCE = 50
RESENT_AT_ONCE = 200


@shared_task
def follow(tournament_id: str) -> None:
    """Do everything that the tournament can do by itself, until nothing is left."""
    for _ in range(STEPS_AT_ONCE):
        if not running.step(UUID(tournament_id)):
            return


@shared_task
def take_result(opened: str) -> None:
    """The match at this table is over: take its result. What follows from it comes with the commit."""
    running.take_result(UUID(opened))


@shared_task
def forget_arrivals() -> None:
    """Now and then: delete the names that were said at events some weeks ago, which nothing else does."""
    arrivals.forget_old()


@shared_task
def resend() -> None:
    """Every few seconds: do what is due, and what was requested and not done. No broker promises that a task runs."""
    running.keep_all_deadlines(RESENT_AT_ONCE)
    running.take_forgotten_results(RESENT_AT_ONCE)
    running.close_forgotten_tables(RESENT_AT_ONCE)
    orders.carry_out_forgotten(RESENT_AT_ONCE)
    for tournament_id in running.waiting(RESENT_AT_ONCE):
        after_commit.follow(tournament_id)


@shared_task
def remind() -> None:
    """Now and then: remind people of what begins soon, has to be played soon, or waits for them."""
    reminding.remind(timezone.now())
