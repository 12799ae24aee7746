"""What a match is, in whatever form it is written down: who only knows its decisions and draws gets the same.

A text in short notation need not name the seed, nor the stream, nor options that are the usual ones, so the digest of
its record is another one (``records.judged.digest_of``). Here stand the setup with every option, be it said or not, and
the game's facts in force without the commitment and the seed. By this a private match is known again that somebody
writes down and imports.

What somebody has seen of a match, a seat or a spectator, is known again by what everybody saw of it (``seen_by_all``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import repeat
from typing import Any, NamedTuple

from elekt_core.contract import Event, Game
from elekt_core.record.chain import canonical
from elekt_core.record.facts import encode_fact, kind_of

SECRETS = ("commitment", "seed")
LAST = b"game_ended"
ONLY_IN = frozenset({b"game_created", LAST})
"""Kinds of facts, in every game, in which these stand."""


class Essences(NamedTuple):
    """What a match is, and what spectators saw of it, from wherever its facts were seen."""

    essence: str
    seen_by_all: str


def essences_of(
    game: Game[Any],
    ruleset: str,
    seats: int,
    options: Mapping[str, Any],
    facts: Sequence[Event],
    coarse: Sequence[Event],
    began: datetime | None,
    texts: Sequence[bytes] = (),
) -> Essences:
    """``facts`` are the game's own, those in force. Where no decisions are told to its end, so that many games are
    alike for spectators (``coarse``), it is the one that ``began`` then. ``texts`` are the payloads of the facts in
    canonical form and the newest notation, for who has them."""
    agreed = {**{option.name: option.default for option in game.ruleset(ruleset).options}, **options}
    lines = [_setup(game, ruleset, seats, agreed)]
    seen_lines = [_setup(game, ruleset, seats, game.public_options(agreed))]
    redact, names = game.redact, dict[type[Event], bytes]()
    for fact, text in zip(facts, texts or repeat(b""), strict=False):
        seen, name = redact(fact, None), names.get(type(fact))
        if name is None:
            name = names[type(fact)] = kind_of(game, fact).encode()
        line = name + b" " + text if text and name not in ONLY_IN else _line(game, name, fact)
        lines.append(line)
        seen_lines.append(line if seen is fact else _line(game, name, seen))
        if name == LAST:  # what stands behind it is ceremony
            break
    seen_lines.append(b"seen by all")
    if coarse:
        seen_lines.append(b"" if began is None else began.isoformat().encode())
        seen_lines += [canonical(list(fact)) for fact in coarse]
    return Essences(_hash(lines), _hash(seen_lines))


def _setup(game: Game[Any], ruleset: str, seats: int, options: Mapping[str, Any]) -> bytes:
    return canonical([game.name, ruleset, seats, dict(options), game.cards_under(ruleset)])


def _line(game: Game[Any], name: bytes, fact: Event) -> bytes:
    payload = encode_fact(game, fact)
    if name in ONLY_IN:
        payload = {key: value for key, value in payload.items() if key not in SECRETS}
    return name + b" " + canonical(payload)


def _hash(lines: Sequence[bytes]) -> str:
    return sha256(b"\n".join(lines)).hexdigest()
