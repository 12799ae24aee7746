"""Tells open match pages that something happened beside the match. A hint: the rows are the truth."""

from __future__ import annotations

from functools import partial
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F

from ledger import notify

from .models import Company


def stream_of(match_id: UUID) -> UUID:
    """The live stream beside that of the match: chat and game facts never share a frame."""
    return uuid5(match_id, "company")


def version_of(match_id: UUID) -> int:
    return Company.objects.filter(match=match_id).values_list("version", flat=True).first() or 0


def tell(match_id: UUID) -> int:
    """Something has changed: returns its number, and wakes every page after the commit."""
    stream = stream_of(match_id)
    with transaction.atomic():
        Company.objects.get_or_create(id=stream, defaults={"match": match_id})
        Company.objects.filter(id=stream).update(version=F("version") + 1)
        version = version_of(match_id)
        transaction.on_commit(partial(notify.tell, stream, version), robust=True)
    return version
