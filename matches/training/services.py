"""Answering exercises, and objecting to the use of a match."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from elekt_core.registry import is_playable
from players import queries as players
from web import limits
from web.errors import GameUnavailable, NotAllowed, NotFound

from ..models import Seat
from ..play import queries as play
from ..play.shapes import MatchShown
from . import boards, judging, rating, schedule
from .models import Answer, Exercise, Objection, Repetition

ANSWERED_OFTEN = limits.Limit("answers to exercises of a player", 120, 600)


def today() -> date:
    """The same day for everybody: UTC."""
    return timezone.now().date()


def usable() -> QuerySet[Exercise]:
    """What nobody objects to: also where somebody objected while it was being added."""
    return Exercise.objects.filter(withdrawn=False).exclude(source__in=Objection.objects.values("match"))


def exercise_of(exercise_id: UUID) -> Exercise:
    """Raises NotFound, GameUnavailable."""
    found = usable().filter(id=exercise_id).first()
    if found is None:
        raise NotFound("unknown_exercise", exercise=str(exercise_id))
    if not is_playable(found.game):
        raise GameUnavailable(found.game)
    return found


def latest(exercise: Exercise, player: UUID | None) -> Answer | None:
    """The player's latest answer, with which they have seen what is best; None where it is open to them: not answered
    yet, or due again."""
    if player is None or Repetition.objects.filter(player=player, exercise=exercise, due_on__lte=today()).exists():
        return None
    return Answer.objects.filter(player=player, exercise=exercise).order_by("-at", "-pk").first()


def check_answer(exercise: Exercise, decision: Mapping[str, Any] | None) -> None:
    """Before a visitor becomes a guest for it. Raises BadRequest."""
    if decision is not None:
        judging.decision_of(exercise, decision)


def answer(*, exercise_id: UUID, decision: Mapping[str, Any] | None, by: UUID) -> Answer:
    """Answer an exercise; None gives up. Whoever has seen what is best gets the answer that stands: only the first one
    counts for the ratings, and one for each day on which it is due.

    Raises NotFound, GameUnavailable, BadRequest (none of the options), TooMany, Busy.
    """
    exercise = exercise_of(exercise_id)
    stands = latest(exercise, by)
    if stands is not None:
        return stands
    given = None if decision is None else judging.decision_of(exercise, decision)
    ANSWERED_OFTEN.take(str(by))
    new = Answer(player=by, exercise=exercise, at=timezone.now(), first=True, rated=False, right=False, loss=0, error=0)
    if given is None:
        new.loss = exercise.gap
    else:
        judged = judging.judge(exercise, given, str(by))
        new.decision = {"seat": exercise.seat, **dict(boards.game_of(exercise).encode_decision(given))}
        new.right, new.loss, new.error = judged.right, judged.compared.loss, judged.compared.error
        new.terms = [list(term) for term in judged.compared.terms]
    try:
        with transaction.atomic():
            _keep(new, exercise)
    except IntegrityError:  # the same player was faster in another window
        return Answer.objects.get(player=by, exercise=exercise, first=True)
    return new


def _keep(new: Answer, exercise: Exercise) -> None:
    new.first = not Answer.objects.filter(player=new.player, exercise=exercise, first=True).exists()
    if not new.first:
        _repeated(new)
        return
    person = rating.standing(new.player)
    new.rated = not has_played(new.player, exercise)
    if new.rated:
        new.gain, moved = rating.gains(person, exercise, solved=new.right)
        if rating.moves_exercise(new.player, person):
            Exercise.objects.filter(id=exercise.id).update(
                rating=F("rating") + moved, rated_answers=F("rated_answers") + 1
            )
    new.save()
    if not new.right:
        _into_box(new, 1)


def _repeated(new: Answer) -> None:
    """One answer for each time that it is due: whoever sends two at once has given the first."""
    now = Repetition.objects.filter(player=new.player, exercise=new.exercise, due_on__lte=today()).first()
    box = None if now is None else schedule.next_box(now.box, solved=new.right)
    if now is None:
        return
    here = Repetition.objects.filter(pk=now.pk, box=now.box, due_on=now.due_on)
    done = here.delete()[0] if box is None else here.update(box=box, due_on=schedule.due_on(box, today()))
    if done:
        new.save()


def _into_box(new: Answer, box: int) -> None:
    due = schedule.due_on(box, today())
    Repetition.objects.update_or_create(player=new.player, exercise=new.exercise, defaults={"box": box, "due_on": due})


def has_played(player: UUID, exercise: Exercise) -> bool:
    """Whether it is out of a match of theirs, which they may know."""
    return exercise.source is not None and _sits(player, exercise.source)


def _sits(player: UUID, match_id: UUID) -> bool:
    """Under this profile, or one that was merged into it."""
    return Seat.objects.filter(table__match=match_id, player__in=players.profiles(player)).exists()


# --- objections -------------------------------------------------------------------------------------------------


def object_to(*, match_id: UUID, by: UUID, objects: bool) -> None:
    """Whether a match of one's own may be used for exercises. Those that were made of it are withdrawn as long as any
    of its players objects. Raises NotFound, NotAllowed."""
    if not may_object(play.match(match_id=match_id, player=by), by):
        raise NotAllowed("review_by_players_only", match=str(match_id))
    with transaction.atomic():
        if objects:
            Objection.objects.get_or_create(player=by, match=match_id)
        else:
            Objection.objects.filter(player=by, match=match_id).delete()
        withdrawn = Objection.objects.filter(match=match_id).exists()
        Exercise.objects.filter(source=match_id).update(withdrawn=withdrawn)


def may_object(match: MatchShown, player: UUID | None) -> bool:
    """Whether they played it, under this profile or another of theirs."""
    return match.my_seat is not None or (player is not None and _sits(player, match.id))


def objects(match_id: UUID, player: UUID | None) -> bool:
    """Whether the player has objected to the use of this match."""
    return player is not None and Objection.objects.filter(match=match_id, player=player).exists()


def forget(player: UUID) -> None:
    """Delete all answers of somebody who is erased. What they objected to stays withdrawn."""
    Answer.objects.filter(player=player).delete()
    Repetition.objects.filter(player=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    """Where both have answered an exercise, the answers of the profile that stays hold."""
    with transaction.atomic():
        answered = list(Answer.objects.filter(player=keeps).values_list("exercise", flat=True).distinct())
        for rows in (Answer.objects.filter(player=goes), Repetition.objects.filter(player=goes)):
            rows.filter(exercise__in=answered).delete()
            rows.update(player=keeps)
        known = Objection.objects.filter(player=keeps).values("match")
        Objection.objects.filter(player=goes).exclude(match__in=known).update(player=keeps)
        Objection.objects.filter(player=goes).delete()
