"""The API for rosters: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.urls import URLPattern, path
from msgspec import Meta
from rest_framework.request import Request

from web import limits
from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import CHANGES, SEES, BoundedJson, Endpoint, as_json, operation, queried
from web.decoding import VERBATIM, SentOnce, Unsent, decoded, from_query
from web.encoding import component
from web.request import MAX_PAGES

from ..ratings.models import Ladder
from ..ratings.pages import choosing
from . import adding, completing, lines, queries, services
from . import commands as c
from .book import Told
from .services import Changed

MAX_QUERY = 40
On = Annotated[str, Meta(max_length=200, description="The rating list, as pages of ratings name it.")]


@dataclass(frozen=True, slots=True)
class Asked:
    find: Annotated[str, Meta(max_length=MAX_QUERY, description="How the name, or a later word of it, begins.")] = ""
    on: On = ""
    page: Annotated[int, Meta(ge=1, le=MAX_PAGES)] = 1


@dataclass(frozen=True, slots=True)
class Typed:
    q: Annotated[str, Meta(max_length=MAX_QUERY, description="How the name, or a later word of it, begins.")] = ""
    on: On = ""


@dataclass(frozen=True, slots=True)
class List:
    """Add people to the roster, by a list of names. Board only."""

    names: Annotated[str, VERBATIM, Meta(max_length=lines.MAX_TEXT, description="A name on each line.")]
    accounts: Annotated[bool, Meta(description="Invite those of whom one account has the name.")] = False
    doubles: Annotated[bool, Meta(description="Names that are on the roster are other people.")] = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names are one person: the second one's games become the first one's. Board only."""

    keeps: UUID
    goes: UUID


@dataclass(frozen=True, slots=True)
class OfMerger:
    """Undo a merger of two names. Board only."""

    merger: UUID


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a claim. Board only."""

    merger: UUID
    confirmed: bool


@dataclass(frozen=True, slots=True)
class OfPerson:
    """Say that you are this person; ``take_back`` takes it back."""

    player: UUID
    take_back: bool = False


@component("RosterDone")
@dataclass(frozen=True, slots=True)
class Done:
    """``many``: how many people were added; ``merger``: the claim or merger it was about."""

    many: int = 0
    merger: UUID | None = None


class LongJson(BoundedJson):
    longest = as_json(4 * lines.MAX_TEXT)


def _ladder(on: str) -> Ladder | None:
    choice = choosing.chosen(choosing.ladders(), on)
    return None if choice is None else choice.ladder


class Roster(Endpoint):
    refusals = SEES

    @operation("get_roster", parameters=queried(Asked))
    def get(self, request: Request, club_id: UUID) -> queries.RosterShown:
        """People without an account whom the club knows. Members only."""
        asked = from_query(Asked, request.query_params)
        text = " ".join(asked.find.split())
        return queries.roster(club=club_id, player=self.player, ladder=_ladder(asked.on), text=text, page=asked.page)


class Completed(Endpoint):
    refusals = {"GET": (*SEES["GET"], "429")}

    @operation("complete_roster_name", parameters=queried(Typed))
    def get(self, request: Request, club_id: UUID) -> list[Told]:
        """Whom the club knows by a name that begins so. Members only."""
        asked = from_query(Typed, request.query_params)
        limits.SEARCHES.take(str(self.player))
        text = " ".join(asked.q.split())
        return completing.completed(club=club_id, player=self.player, text=text, ladder=_ladder(asked.on))


class Adding(Endpoint):
    parser_classes = (LongJson,)
    refusals = {"POST": (*CHANGES["POST"], "429")}

    @operation("add_to_roster", (List, SentOnce))
    def post(self, request: Request, club_id: UUID) -> adding.Added:
        sent, once = decoded(List, SentOnce, request.data)
        return adding.add(
            club_id,
            sent.names,
            by=self.me,
            accounts=sent.accounts,
            doubles=sent.doubles,
            decision_id=once.decision_id,
        )


class Came(Endpoint):
    refusals = CHANGES

    @operation("add_who_came", (Unsent, Unsent))
    def post(self, request: Request, club_id: UUID) -> Done:
        """Add those who have played at the club's events. Board only."""
        return Done(many=adding.add_who_came(club_id, by=self.me))


class Merging(Endpoint):
    refusals = CHANGES

    @operation("merge_roster_names", (Pair, Unsent))
    def post(self, request: Request, club_id: UUID) -> Done:
        pair, _unsent = decoded(Pair, Unsent, request.data)
        return Done(merger=services.merge(club_id, pair.keeps, pair.goes, by=self.me))


class Parting(Endpoint):
    refusals = CHANGES

    @operation("part_roster_names", (OfMerger, Unsent))
    def post(self, request: Request, club_id: UUID) -> Done:
        of, _unsent = decoded(OfMerger, Unsent, request.data)
        services.part(club_id, of.merger, by=self.me)
        return Done(merger=of.merger)


class Claiming(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429")}

    @operation("claim_roster_name", (OfPerson, Unsent))
    def post(self, request: Request, club_id: UUID) -> Done:
        of, _unsent = decoded(OfPerson, Unsent, request.data)
        if of.take_back:
            services.take_back_claim(club_id, of.player, by=self.me)
            return Done()
        return Done(merger=services.claim(club_id, of.player, by=self.me))


class Answering(Endpoint):
    refusals = CHANGES

    @operation("answer_roster_claim", (Answer, Unsent))
    def post(self, request: Request, club_id: UUID) -> Done:
        sent, _unsent = decoded(Answer, Unsent, request.data)
        services.answer(club_id, sent.merger, by=self.me, confirmed=sent.confirmed)
        return Done(merger=sent.merger)


CHANGED = (
    Change("rename/", "rename_on_roster", c.Rename),
    Change("unlist/", "take_off_roster", c.Unlist),
)


def addresses(roster: str) -> Sequence[URLPattern]:
    return [
        path(roster, Roster.as_view(), name="roster"),
        path(f"{roster}complete/", Completed.as_view(), name="complete_roster_name"),
        path(f"{roster}add/", Adding.as_view(), name="add_to_roster"),
        path(f"{roster}came/", Came.as_view(), name="add_who_came"),
        path(f"{roster}merge/", Merging.as_view(), name="merge_roster_names"),
        path(f"{roster}part/", Parting.as_view(), name="part_roster_names"),
        path(f"{roster}claim/", Claiming.as_view(), name="claim_roster_name"),
        path(f"{roster}answer/", Answering.as_view(), name="answer_roster_claim"),
        *changes.addresses(roster, Of("club_id", services.change, Changed), CHANGED),
    ]
