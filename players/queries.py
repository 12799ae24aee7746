"""All queries about players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from uuid import UUID

from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, When
from django.utils.translation import gettext as _

from . import remembered, tokens
from .models import NAME_LENGTH, ApiToken, Entering, Player
from .names.bots import is_like_a_bots


def token_for_secret(secret: str) -> ApiToken | None:
    """The token, with its player, for ``secret``; None if it is unknown, or was revoked at least a second ago."""
    return remembered.tokens.get(tokens.digest(secret))


def tokens_of(player: Player) -> list[ApiToken]:
    return list(player.api_tokens.all())


def names(ids: Iterable[UUID]) -> Mapping[UUID, str]:
    """The names to show, in the current language, for each id that is known; erased players share one. People
    with a bot's name are marked."""
    return {id_: _shown(name) if name else _("Former player") for id_, name in plain_names(ids).items()}


def remembered_names(people: Mapping[UUID, remembered.Person]) -> Mapping[UUID, str]:
    """The same for people already loaded."""
    return {id_: _shown(one.name) if one.name else _("Former player") for id_, one in people.items()}


def plain_names(ids: Iterable[UUID]) -> Mapping[UUID, str]:
    """Names as they were written, for a file or to compare them; ``""`` for erased people."""
    found = Player.objects.filter(id__in=set(ids)).values_list("id", "name", "merged_into", "merged_into__name")
    return {id_: kept if into else name for id_, name, into, kept in found}


def _shown(name: str) -> str:
    """A bot with this name may have come later than the person, or an import may have brought them in."""
    return _("%(name)s (a person)") % {"name": name} if is_like_a_bots(name) else name


def of_person(player: UUID, field: str = "player") -> Q:
    """Rows whose ``field`` names this profile, or one that was merged into it."""
    return Q(**{field: player}) | Q(**{f"{field}__in": Player.objects.filter(merged_into=player).values("id")})


def now_of(ids: Iterable[UUID]) -> Mapping[UUID, UUID]:
    """For each of these profiles, the one that was kept if it was merged into another; else itself."""
    wanted = set(ids)
    merged = Player.objects.filter(id__in=wanted, merged_into__isnull=False).values_list("id", "merged_into")
    into = {id_: kept for id_, kept in merged if kept is not None}
    return {id_: into.get(id_, id_) for id_ in wanted}


def kept(ids: Iterable[UUID]) -> set[UUID]:
    """The kept profiles of those that were merged into another; the others as they are."""
    return set(now_of(ids).values())


def merged_into(ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """The profiles that were merged into one of these, each with the one that was kept."""
    rows = Player.objects.filter(merged_into__in=set(ids)).values_list("id", "merged_into")
    return {id_: into for id_, into in rows if into is not None}


def profiles(player: UUID) -> set[UUID]:
    """All profiles of this person: the one that was kept, and those that were merged into it."""
    return {player, *Player.objects.filter(merged_into=player).values_list("id", flat=True)}


def lock(player: UUID) -> None:
    """For the rest of the transaction nobody else who asks for the same lock goes on."""
    list(Player.objects.select_for_update().filter(id=player).values_list("id"))


def guests(ids: Iterable[UUID]) -> set[UUID]:
    """Those of ``ids`` who have no account, and had none before they were erased."""
    wanted = set(ids)
    rows = Player.objects.filter(Q(username__isnull=False) | Q(erased_at__isnull=False), id__in=wanted)
    return wanted - set(rows.values_list("id", flat=True))


def written_down(ids: Iterable[UUID]) -> Mapping[UUID, UUID]:
    """By each of ``ids`` who is only a name written down by an organiser, the event where it was written down."""
    rows = Player.objects.filter(_IS_NAME_ONLY, id__in=set(ids)).values_list("id", "written_in")
    return {id_: home for id_, home in rows if home}


_IS_NAME_ONLY = Q(
    written_in__isnull=False, username=None, last_login=None, erased_at__isnull=True, merged_into__isnull=True
)


def not_entered_by_all(ids: Iterable[UUID]) -> Mapping[UUID, Entering]:
    """Those of ``ids`` who do not let everybody enter them, and whom they let."""
    rows = Player.objects.filter(id__in=set(ids)).exclude(entered_by=Entering.ANYONE)
    return {id_: Entering(whom) for id_, whom in rows.values_list("id", "entered_by")}


def player(id_: UUID) -> Player | None:
    return Player.objects.filter(id=id_, is_active=True).first()


# --- finding somebody by name -------------------------------------------------------------------------------
# Nobody is found here whom an organiser wrote down: they can do nothing themselves, and are found where they stand.

FOUND_AT_MOST = 12
NEAR = 500


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody who can be named. Names are not unique; ``guest`` and ``since`` tell people of one name apart."""

    id: UUID
    name: str
    guest: bool
    since: datetime


def called(name: str) -> list[Found]:
    """Those with exactly this name, ignoring case; people with an account first, then those here most recently."""
    return _found(_named(name, "iexact", "exact")) if _may_be_a_name(name) else []


def search(text: str) -> list[Found]:
    """Those whose name, or a later word of it, begins so; people who opted out only by the whole name."""
    begins = _named(text, "istartswith", "startswith") | _named(f" {text}", "icontains", "contains")
    whole = _named(text, "iexact", "exact")
    return _found(begins & Q(findable=True) | whole) if _may_be_a_name(text) else []


def called_like(text: str, most: int) -> list[UUID]:
    """Those, whoever they are, with this in their name, the nearest first: they are looked for where they have played
    before everybody."""
    if not text or not text.isprintable():
        return []
    near = Case(
        When(_named(text, "iexact", "exact"), then=0),
        When(_named(text, "istartswith", "startswith"), then=1),
        default=2,
    )
    rows = Player.objects.filter(_named(text, "icontains", "contains")).order_by(near, "name", "id")
    return list(rows.values_list("id", flat=True)[:most])


def nearest(name: str) -> str:
    """The name that was probably meant, ``""`` if none is close."""
    known = _found(Q(name__istartswith=name[:1], findable=True), NEAR) if _may_be_a_name(name) else []
    lower = {found.name.lower(): found.name for found in known}
    near = get_close_matches(name.lower(), list(lower), n=1, cutoff=0.6)
    return lower[near[0]] if near else ""


def _may_be_a_name(text: str) -> bool:
    """Whether it could be a name at all: not every database can be queried for unprintable characters."""
    return bool(text) and len(text) <= NAME_LENGTH and text.isprintable()


def found(ids: Iterable[UUID]) -> list[Found]:
    """Those of ``ids`` who can be named."""
    return _found(Q(id__in=set(ids)), limit=None)


def _named(text: str, ignoring_case: str, exactly: str) -> Q:
    """SQLite ignores case for ASCII only, so the common spellings are queried as well."""
    asked = Q(**{f"name__{ignoring_case}": text})
    for spelling in {text.lower(), text.title(), text.upper()}:
        asked |= Q(**{f"name__{exactly}": spelling})
    return asked


def _found(which: Q, limit: int | None = FOUND_AT_MOST) -> list[Found]:
    rows: QuerySet[Player] = Player.objects.filter(which, is_active=True).exclude(name="").exclude(_IS_NAME_ONLY)
    guest = ExpressionWrapper(Q(username__isnull=True), output_field=BooleanField())
    rows = rows.order_by(guest, F("last_login").desc(nulls_last=True), "id")[:limit]
    return [Found(row.id, row.name, row.is_guest, row.joined_at) for row in rows]
