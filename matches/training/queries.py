"""All queries about training. Each names the asker; whoever has not answered an exercise is not told what is best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, Min, OuterRef, QuerySet
from django.db.models.functions import Abs
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from elekt_core.contract import SeatNo
from elekt_core.record.record import encode_meta_decision
from elekt_core.registry import game_names, get_game
from elekt_core.review.words import named, reasons_of, signed
from elekt_core.review.words import phase_name as named_phase
from web import languages
from web.errors import Conflict, NotFound

from .. import names
from ..names import game_title
from . import adding, boards, judging, rating
from .models import Answer, DailyExercise, Exercise, Repetition
from .services import exercise_of, has_played, latest, today, usable
from .shapes import BOUNDS, Asked, Explained, Line, Listed, Progress, Source, Told, Wanted, difficulty_of

PAGE = 24
MAX_OPTIONS = 1000
NEAR = 12
"""The next one is among so many whose rating is nearest to one's own."""


# --- lists ------------------------------------------------------------------------------------------------------


def listed(*, player: UUID | None, wanted: Wanted, page: int = 1) -> Listed:
    """Raises NotFound (no such page)."""
    rows = _filtered(player, wanted)
    count = rows.count()
    pages = max(1, -(-count // PAGE))
    if not 1 <= page <= pages:
        raise NotFound("unknown_page", page=page, last=pages)
    found = list(rows.order_by("rating", "id")[(page - 1) * PAGE : page * PAGE])
    states = _states(player, found)
    return Listed([_line(row, states[row.id]) for row in found], count, page, pages)


def offered(game: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Themes and phases of a game's exercises with their names; those of all games for ``""``."""
    rows = _open().filter(**({"game": game} if game else {}))
    themes = sorted(rows.exclude(theme="").values_list("game", "theme").distinct())
    phases = sorted(rows.exclude(phase="").values_list("game", "phase").distinct())
    return (
        sorted({theme: theme_name(of, theme) for of, theme in themes}.items(), key=lambda one: one[1]),
        sorted({phase: phase_name(of, phase) for of, phase in phases}.items(), key=lambda one: one[1]),
    )


def games() -> list[tuple[str, str]]:
    return [(name, game_title(name)) for name in sorted(_open().values_list("game", flat=True).distinct())]


def progress(player: UUID | None) -> Progress:
    here = rating.standing(player)
    if player is None:
        return Progress(here.points, True, 0, 0, 0)
    first = Answer.objects.filter(player=player, first=True)
    due = Repetition.objects.filter(player=player, due_on__lte=today(), exercise__in=_open())
    return Progress(here.points, here.is_provisional, first.count(), first.filter(right=True).count(), due.count())


def next_for(*, player: UUID | None, wanted: Wanted) -> UUID | None:
    """What to solve next: what is due, then something new about as hard as the player is good. None if all is done."""
    rows = _filtered(player, wanted)
    if player is not None:
        due = rows.filter(_due(player)).annotate(since=Min("repetitions__due_on")).order_by("since", "id").first()
        if due is not None:
            return due.id
        rows = rows.exclude(Exists(Answer.objects.filter(player=player, exercise=OuterRef("pk"))))
    value = rating.standing(player).value
    near = rows.annotate(apart=Abs(F("rating") - value)).order_by("apart", "id").values_list("id", flat=True)[:NEAR]
    return min(near, key=lambda id_: _shuffled(id_, str(player), str(today())), default=None)


def daily() -> Exercise | None:
    """The exercise of the day, the same for everybody: one that has been it least, chosen once. None without any."""
    day = today()
    is_open = Exists(_open().filter(pk=OuterRef("exercise")))
    there = DailyExercise.objects.select_related("exercise").annotate(is_open=is_open).filter(day=day).first()
    if there is not None and there.is_open:
        return there.exercise
    used = DailyExercise.objects.filter(exercise=OuterRef("pk"))
    rows = _open()
    ids = list(rows.exclude(Exists(used)).values_list("id", flat=True)) or list(rows.values_list("id", flat=True))
    if not ids:
        return None
    chosen = min(ids, key=lambda id_: _shuffled(id_, str(day)))
    if there is None:
        DailyExercise.objects.bulk_create([DailyExercise(day=day, exercise_id=chosen)], ignore_conflicts=True)
    else:  # it was withdrawn
        DailyExercise.objects.filter(day=day, exercise=there.exercise_id).update(exercise=chosen)
    return DailyExercise.objects.select_related("exercise").get(day=day).exercise


def daily_shown(player: UUID | None) -> dict[str, Any]:
    """The exercise of the day as pages include it; nothing where there are no exercises."""
    found = daily()
    return {} if found is None else {"daily": line_of(found, player)}


def line_of(exercise: Exercise, player: UUID | None) -> Line:
    return _line(exercise, _states(player, [exercise])[exercise.id])


def _open() -> QuerySet[Exercise]:
    return usable().filter(game__in=game_names())


def _filtered(player: UUID | None, wanted: Wanted) -> QuerySet[Exercise]:
    same = {name: value for name in ("game", "theme", "phase") if (value := getattr(wanted, name))}
    rows = _open().filter(**same)
    if wanted.difficulty:
        low, high = (points * rating.POINT - rating.POINT // 2 for points in BOUNDS[wanted.difficulty])
        rows = rows.filter(rating__gte=low, rating__lt=high)
    if not wanted.state:
        return rows
    if player is None:
        return rows if wanted.state == "open" else rows.none()
    mine = Answer.objects.filter(player=player, exercise=OuterRef("pk"))
    match wanted.state:
        case "open":
            return rows.exclude(Exists(mine))
        case "due":
            return rows.filter(_due(player))
        case "missed":
            return rows.filter(Exists(mine.filter(first=True, right=False)))
        case _:
            return rows.filter(Exists(mine.filter(first=True, right=True)))


def _due(player: UUID) -> Exists:
    return Exists(Repetition.objects.filter(player=player, exercise=OuterRef("pk"), due_on__lte=today()))


def _shuffled(id_: UUID, *salt: str) -> bytes:
    return sha256("\0".join([str(id_), *salt]).encode()).digest()


def _states(player: UUID | None, rows: Iterable[Exercise]) -> Mapping[UUID, str]:
    """``solved`` and ``missed`` by the first answer."""
    ids = [row.id for row in rows]
    found = dict.fromkeys(ids, "open")
    if player is not None:
        mine = Answer.objects.filter(player=player, exercise__in=ids, first=True).values_list("exercise", "right")
        found |= {id_: "solved" if right else "missed" for id_, right in mine}
        due = Repetition.objects.filter(player=player, exercise__in=ids, due_on__lte=today())
        found |= dict.fromkeys(due.values_list("exercise", flat=True), "due")
    return found


def _line(row: Exercise, state: str) -> Line:
    points = rating.shown(row.rating)
    return Line(
        id=row.id,
        game=row.game,
        title=game_title(row.game),
        ruleset=row.ruleset,
        seats=row.seats,
        kind=row.kind,
        question=boards.question_of(row),
        round=row.round,
        phase=row.phase,
        phase_name=phase_name(row.game, row.phase),
        rating=points,
        difficulty=difficulty_of(points),
        state=state,
    )


def phase_name(game: str, phase: str) -> str:
    return named_phase(get_game(game), phase, languages.current())


def theme_name(game: str, theme: str) -> str:
    """What the best choice gains."""
    return capfirst(named(theme, get_game(game), languages.current())[1])


# --- one exercise -----------------------------------------------------------------------------------------------


def asked(*, exercise_id: UUID, player: UUID | None) -> Asked:
    """Raises NotFound, GameUnavailable."""
    exercise = exercise_of(exercise_id)
    position = boards.position_of(exercise)
    game, seat = position.game, SeatNo(exercise.seat)
    options = game.options(position.view, seat)
    answer = latest(exercise, player)
    return Asked(
        exercise=line_of(exercise, player),
        seat=exercise.seat,
        view=game.encode_state(position.view),
        question=next((question for question in position.awaiting if question.mine), None),
        options=[encode_meta_decision(game, option) for option in islice(options, MAX_OPTIONS)],
        count=len(options),
        explained=None if answer is None or player is None else explained(exercise, answer, player),
    )


def explanation(*, exercise_id: UUID, player: UUID | None) -> Explained:
    """Raises NotFound; Conflict where the player has not answered."""
    exercise = exercise_of(exercise_id)
    answer = latest(exercise, player)
    if answer is None or player is None:
        raise Conflict("not_answered", exercise=str(exercise_id))
    return explained(exercise, answer, player)


def explained(exercise: Exercise, answer: Answer, player: UUID) -> Explained:
    """Only for whoever has answered."""
    again = Repetition.objects.filter(player=player, exercise=exercise).values_list("due_on", flat=True).first()
    plain = _without_seat(answer.decision)
    chosen = None if not plain or plain == exercise.best else answer.decision
    known = [choice for choice, _loss, _error in exercise.choices]
    return Explained(
        right=answer.right,
        gave_up=answer.decision is None,
        best={"seat": exercise.seat, **exercise.best},
        chosen=answer.decision,
        best_told=_told(exercise, exercise.best, 0, 0, _gains(exercise), player),
        chosen_told=None
        if chosen is None
        else _told(exercise, chosen, answer.loss, answer.error, answer.terms, player),
        by_both=plain in [exercise.best, *known],
        gap=_points(exercise.gap),
        theme=exercise.theme,
        theme_name=theme_name(exercise.game, exercise.theme) if exercise.theme else "",
        gain=round(answer.gain / rating.POINT) if answer.rated else None,
        gain_told=_whole(answer.gain),
        due_on=again,
        source=_source(exercise, player),
        judge=exercise.judge,
    )


def _gains(exercise: Exercise) -> list[list[Any]]:
    """What the second best choice gives up, turned round: what the best one gains."""
    return [[name, -value] for name, value in exercise.terms]


def _without_seat(decision: Mapping[str, Any] | None) -> Mapping[str, Any]:
    return {name: value for name, value in (decision or {}).items() if name != "seat"}


def _told(exercise: Exercise, data: Mapping[str, Any], loss: int, error: int, terms: Any, player: UUID) -> Told:
    game, seat, language = boards.game_of(exercise), SeatNo(exercise.seat), languages.current()
    said, roles = game.words(language, boards.role_names(exercise)), boards.role_names(exercise)
    plain = _without_seat(data)
    steps = judging.line(exercise, plain, str(player))
    return Told(
        text=said.decision(game.decode_decision(seat, dict(plain)), boards.view_of(exercise)),
        lost=_points(loss),
        error=_points(error),
        reasons=tuple(reasons_of(terms, game, language)),
        line=tuple(
            _("%(player)s: %(choice)s") % {"player": roles[step.seat], "choice": said.decision(step, before)}
            for step, before in steps
        ),
    )


def _points(hundredths: int) -> str:
    return signed(hundredths, languages.current()).lstrip("+−")


def _whole(thousandths: int) -> str:
    points = round(thousandths / rating.POINT)
    return f"−{-points}" if points < 0 else f"+{points}"


def _source(exercise: Exercise, player: UUID | None) -> Source:
    if exercise.source is None:
        return Source(None, exercise.source_at, tuple(map(names.bot_name, exercise.bots)))
    mine = player is not None and has_played(player, exercise)
    public = adding.may_be_used(exercise.source)
    return Source(exercise.source if public or mine else None, exercise.source_at, mine=mine)
