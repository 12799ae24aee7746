"""What commands about ratings share: their language, who acts, and which ladder is meant."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import translation

from players.models import Player
from players.ratings import rulings
from players.ratings.events import CLUB, MODES, LadderKey, ladder_key

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@contextmanager
def speaking() -> Iterator[None]:
    """In the terminal user's language, or the product's default if we do not have that."""
    named = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    language = named.partition(".")[0].partition("_")[0].lower()
    with translation.override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        yield


def staff(username: str) -> Player:
    """The staff member who acts. Raises CommandError if there is none, Refused if they may not."""
    found = Player.objects.filter(username=username).first() if username else None
    if found is None:
        raise CommandError(f"--by: there is no account {username!r}.")
    rulings.check_entitled(found.pk)
    return found


def add_ladder(parser: ArgumentParser) -> None:
    parser.add_argument("--game", required=True)
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--speed", default="live")
    parser.add_argument("--mode", choices=MODES, default=CLUB)


def ladder_of(options: Mapping[str, Any]) -> LadderKey:
    return ladder_key(options["game"], options["ruleset"], options["speed"], options["mode"])
