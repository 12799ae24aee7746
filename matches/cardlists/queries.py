"""All queries about card lists. Each one names the asker, who gets what they may see, or an error."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from web.errors import BadRequest, Conflict, NotFound
from web.request import whole

from .. import names
from .models import CardList, CardListVersion
from .shapes import CardListShown, CardListWithVersions, Chosen, VersionShown, VersionWithText

LIST_LENGTH = 100


def lists_of(*, player: UUID) -> list[CardListShown]:
    """The asker's own lists, the latest change first, the retired ones last."""
    return _shown(CardList.objects.filter(owner=player).order_by("retired", "-changed_at", "id"), player)


def offered(*, player: UUID | None, game: str = "", limit: int = LIST_LENGTH) -> list[CardListShown]:
    """Other people's lists that everyone may use."""
    rows = CardList.objects.filter(access=CardList.Access.EVERYONE, retired=False)
    if game:
        rows = rows.filter(game=game)
    if player is not None:
        rows = rows.exclude(owner=player)
    return _shown(rows.order_by("-changed_at", "id")[:limit], player)


def usable_card_lists(
    *, player: UUID | None, game: str, also: str = "", limit: int = LIST_LENGTH
) -> list[CardListShown]:
    """What the asker may choose from to open a table of this game: their own lists, then everyone's.

    ``choice`` of each is what ``OpenTable`` takes as ``cards``. ``also`` is such a choice that the asker has
    brought along, from the link of a list that is not listed.
    """
    try:
        brought = Q(id=UUID(also.partition(":")[0])) & _open_to(player)
    except ValueError:
        brought = Q(pk__in=())
    rows = CardList.objects.filter(_listed_for(player) | brought, game=game, retired=False, newest__gt=0)
    found = _shown(rows.order_by("-changed_at", "id")[:limit], player)
    return sorted(found, key=lambda shown: not shown.mine)


def card_list(*, list_id: UUID, player: UUID | None) -> CardListShown:
    """Raises NotFound, also if the list is private to its owner."""
    shown = _shown(CardList.objects.filter(_open_to(player), id=list_id), player)
    if not shown:
        raise NotFound("unknown_card_list", list=str(list_id))
    return shown[0]


def versions(*, list_id: UUID, player: UUID | None) -> list[VersionShown]:
    """The newest first. Raises NotFound."""
    card_list(list_id=list_id, player=player)
    rows = CardListVersion.objects.filter(card_list=list_id).order_by("-number")
    return [VersionShown(row.number, row.cards, row.note, row.added_at) for row in rows.defer("text")]


def with_versions(*, list_id: UUID, player: UUID | None) -> CardListWithVersions:
    """Raises NotFound."""
    shown = card_list(list_id=list_id, player=player)
    return CardListWithVersions(shown, tuple(versions(list_id=list_id, player=player)))


def version(*, list_id: UUID, number: int, player: UUID | None) -> VersionShown:
    """Raises NotFound."""
    row = _version(card_list(list_id=list_id, player=player), number)
    return VersionShown(row.number, row.cards, row.note, row.added_at)


def with_text(*, list_id: UUID, number: int, player: UUID | None) -> VersionWithText:
    """Raises NotFound."""
    row = _version(card_list(list_id=list_id, player=player), number)
    return VersionWithText(VersionShown(row.number, row.cards, row.note, row.added_at), row.text)


def list_of_cards(*, cards: str, player: UUID | None) -> tuple[CardListShown, VersionShown] | None:
    """The first list with these cards that the asker can find; None if there is none."""
    rows = CardListVersion.objects.filter(cards=cards).defer("text").order_by("added_at", "id")
    for row in rows[:LIST_LENGTH]:
        found = _shown(CardList.objects.filter(_listed_for(player), id=row.card_list_id), player)
        if found:
            return found[0], VersionShown(row.number, row.cards, row.note, row.added_at)
    return None


def text(*, list_id: UUID, player: UUID | None, number: int | None = None) -> str:
    """The file of a version, by default the newest. Raises NotFound."""
    return _version(card_list(list_id=list_id, player=player), number).text


def chosen(choice: str, *, player: UUID, game: str) -> Chosen | None:
    """What a player who opens a table means by ``choice``: a list's id, or ``id:number`` for a specific version.

    None for ``""``, the game's own cards. Raises BadRequest, NotFound, Conflict (the list is retired).
    """
    if not choice:
        return None
    id_, _, number = choice.partition(":")
    try:
        list_id, wanted = UUID(id_), whole(number) if number else None
    except ValueError:
        raise BadRequest("bad_field", field="cards") from None
    shown = card_list(list_id=list_id, player=player)
    if shown.game != game:
        raise BadRequest("cards_of_another_game", field="cards", game=shown.game)
    if shown.retired:
        raise Conflict("card_list_retired", field="cards")
    row = _version(shown, wanted)
    return Chosen(shown.id, row.number, row.cards)


def _version(shown: CardListShown, number: int | None) -> CardListVersion:
    wanted = shown.newest if number is None else number
    row = CardListVersion.objects.filter(card_list=shown.id, number=wanted).first()
    if row is None:
        raise NotFound("unknown_card_list_version", number=wanted, last=shown.newest)
    return row


def _open_to(player: UUID | None) -> Q:
    """Lists that the asker may look at and play with if they have the address."""
    everyone = ~Q(access=CardList.Access.OWNER)
    return everyone if player is None else everyone | Q(owner=player)


def _listed_for(player: UUID | None) -> Q:
    """Lists that the asker finds without having their address."""
    everyone = Q(access=CardList.Access.EVERYONE)
    return everyone if player is None else everyone | Q(owner=player)


def _shown(rows: QuerySet[CardList], player: UUID | None) -> list[CardListShown]:
    found = list(rows)
    called = _called(row.owner for row in found)
    return [
        CardListShown(
            id=row.id,
            version=row.version,
            game=row.game,
            name=row.name,
            owner=row.owner,
            owner_name=called[row.owner],
            access=CardList.Access(row.access),
            retired=row.retired,
            mine=row.owner == player,
            newest=row.newest,
            choice=f"{row.id}:{row.newest}",
            opened_at=row.opened_at,
            changed_at=row.changed_at,
        )
        for row in found
    ]


def _called(owners: Iterable[UUID]) -> dict[UUID, str]:
    ids = list(dict.fromkeys(owners))
    known = names.players_named(ids)
    return {owner: names.of_seats([(owner, "")], known)[0] for owner in ids}
