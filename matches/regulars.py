"""The people of the demo content. They have accounts, so that ladders list them, but no password: nobody logs in."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.contrib.auth.hashers import make_password

from players.models import Player

from .play.simulation import NAMESPACE

HOST = uuid5(NAMESPACE, "demo host")
HOST_NAME = "Alicja"
NAMES = ("Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert", "Iga", "Janek", "Kasia", "Leon", "Magda")
"""The strongest first."""
STRONGER = 60
"""Points from one to the next."""
IDS = {HOST_NAME: HOST, **{name: uuid5(NAMESPACE, f"demo player {name}") for name in NAMES}}


def strength(name: str) -> int:
    return 1500 + STRONGER * (len(NAMES) - 1 - 2 * NAMES.index(name)) // 2


def arrive() -> dict[str, UUID]:
    """Everybody's id by name; those who do not exist yet are created."""
    known = set(Player.objects.filter(id__in=IDS.values()).values_list("id", flat=True))
    Player.objects.bulk_create(
        Player(id=id_, name=name, username=f"demo-{name.lower()}", password=make_password(None))
        for name, id_ in IDS.items()
        if id_ not in known
    )
    return IDS
