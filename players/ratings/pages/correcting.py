"""The form by which staff correct or annul a rated game, or undo its last correction: asked
with GET, it previews the effect; sent, it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from web import edit_conflicts, posted
from web.error_words import explain
from web.errors import BadRequest, Refused
from web.request import signed_in

from .. import rulings, services
from ..commands import AnnulGame, CorrectGame, OfGame, UndoCorrection, What
from ..elo import shown
from ..models import Correction, RatedGame
from ..naming import Named, people
from ..rerating import known_lines
from ..services import seats_of
from . import choosing


@dataclass(frozen=True, slots=True)
class SeatAsked:
    number: int
    person: Named
    place: str


@dataclass(frozen=True, slots=True)
class MovedShown:
    person: Named
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class LadderMoved:
    title: str
    moved: list[MovedShown]


@dataclass(frozen=True, slots=True)
class Form:
    """``foreseen`` is None unless it was asked for; ``refused`` says why it cannot be done."""

    game: RatedGame
    seats: list[SeatAsked]
    what: str
    reason: str
    can_undo: bool
    foreseen: list[LadderMoved] | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """The form's contents as sent; places as texts, by seat. ``look``: a preview is asked for."""

    what: str = ""
    places: tuple[str, ...] | None = None
    reason: str = ""
    look: bool = False


def form(game: UUID, written: Written) -> Form:
    """Filled as it was sent, else with what is known. Raises Refused (unknown_game)."""
    rated = rulings.game_of(game)
    seats = seats_of(rated)
    places = written.places
    if places is None:
        places = tuple(str(line.place) for line in known_lines(rated))
    named = people(seats)
    rows = [
        SeatAsked(number, named[who], place[:3])
        for number, (who, place) in enumerate(zip_longest(seats, places[: len(seats)], fillvalue=""), 1)
    ]
    return Form(
        rated,
        rows,
        written.what[:20] or (What.CORRECT if rated.annulled else What.ANNUL),
        written.reason[:1000],
        Correction.objects.filter(rated=rated).exists(),
    )


def asked(filled: Form) -> OfGame:
    """Raises BadRequest (unknown_ruling), Refused (no_outcome)."""
    game, reason = filled.game.game, filled.reason
    match filled.what:
        case What.CORRECT:
            places = tuple(int(row.place) if row.place.isascii() and row.place.isdigit() else 0 for row in filled.seats)
            if places.count(1) == 1 and not any(place for place in places if place != 1):
                return CorrectGame(game, winner=places.index(1), reason=reason)
            return CorrectGame(game, places=places, reason=reason)
        case What.ANNUL:
            return AnnulGame(game, reason)
        case What.UNDO:
            return UndoCorrection(game, reason)
    raise BadRequest("unknown_ruling", what=filled.what[:40], known=", ".join(What))


def foreseen(filled: Form) -> list[LadderMoved]:
    """Raises Refused."""
    done = rulings.preview(asked(filled)).ladders
    named = people(move.who for one in done for move in one.moved)
    return [
        LadderMoved(
            choosing.title(one.ladder),
            [MovedShown(named[move.who], shown(move.before), shown(move.after)) for move in one.moved],
        )
        for one in done
    ]


def sentence(refused: Refused) -> str:
    if refused.code == "no_outcome":
        return _("Places are numbers starting from 1. If you know only the winner, enter just the 1.")
    return explain(refused).sentence


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A POST does what is ``Written``; a GET with ``look`` previews it."""
    me = signed_in(request)
    if not rulings.is_entitled(me):
        raise PermissionDenied
    written = posted.read(request, Written)
    filled, status = form(game_id, written), 200
    try:
        if request.method == "POST":
            rulings.change(asked(filled), by=me, **edit_conflicts.sent(request).how)
            return redirect("players:rated_game", filled.game.game)
        if written.look:
            filled = replace(filled, foreseen=foreseen(filled))
    except Refused as refused:
        filled = replace(filled, refused=sentence(refused))
        status = 409 if refused.code == edit_conflicts.STALE else 422
    opened = edit_conflicts.opened(services.version_of(filled.game), [])
    return render(request, "players/ratings/correct.html", {"form": filled, "opened": opened}, status=status)
