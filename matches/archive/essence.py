"""What a match is, in whatever form it is written down: who only knows its decisions and draws gets the same.

A text in short notation need not name the seed, nor the stream, so the digest of its record is another one
(``records.judged.digest_of``). Neither stands in here: the setup, and the game's facts in force without the commitment
and the seed. By this a private match is known again that somebody writes down and imports.

What somebody has seen of a match, a seat or a spectator, is known again by what everybody saw of it (``seen_by_all``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from elekt_core.contract import Event, Game
from elekt_core.record.chain import canonical
from elekt_core.record.facts import encode_fact, kind_of

SECRETS = ("commitment", "seed")
LAST = "game_ended"
ONLY_IN = frozenset({"game_created", LAST})
"""Kinds of facts, in every game, in which these stand."""


def essence_of(game: Game[Any], ruleset: str, seats: int, options: Mapping[str, Any], facts: Iterable[Event]) -> str:
    """``facts`` are the game's own, those in force."""
    told = ((kind_of(game, fact), encode_fact(game, fact), b"") for fact in facts)
    return essence_of_payloads(game, ruleset, seats, options, told)


def essence_of_payloads(
    game: Game[Any], ruleset: str, seats: int, options: Mapping[str, Any], told: Iterable[tuple[str, Any, bytes]]
) -> str:
    """The same of facts as they are written in the newest notation: kind, payload, and that in canonical form, for who
    has it."""
    return sha256(b"\n".join(_parts(game, ruleset, seats, options, told))).hexdigest()


def seen_by_all(
    game: Game[Any],
    ruleset: str,
    seats: int,
    options: Mapping[str, Any],
    facts: Iterable[Event],
    coarse: Sequence[Event],
    began: datetime | None,
    texts: Sequence[bytes] = (),
) -> str:
    """What spectators saw of a match, from wherever ``facts``, the game's own in force, were seen. Where no decisions
    are told to its end, so that many games are alike (``coarse``), it is this one that ``began`` then. ``texts`` are
    the payloads of the facts in canonical form and the newest notation, for who has them."""
    told = _public(game, facts, texts)
    parts = [*_parts(game, ruleset, seats, game.public_options(dict(options)), told), b"seen by all"]
    if coarse:
        parts += [b"" if began is None else began.isoformat().encode(), *(canonical(list(fact)) for fact in coarse)]
    return sha256(b"\n".join(parts)).hexdigest()


def _public(game: Game[Any], facts: Iterable[Event], texts: Sequence[bytes]) -> Iterable[tuple[str, Any, bytes]]:
    for number, fact in enumerate(facts):
        seen, kind = game.redact(fact, None), kind_of(game, fact)
        text = texts[number] if texts and seen is fact else b""
        yield kind, None if text and kind not in ONLY_IN else encode_fact(game, seen), text


def _parts(
    game: Game[Any], ruleset: str, seats: int, options: Mapping[str, Any], told: Iterable[tuple[str, Any, bytes]]
) -> list[bytes]:
    parts = [canonical([game.name, ruleset, seats, dict(options), game.cards_under(ruleset)])]
    for kind, payload, text in told:
        if kind in ONLY_IN:
            text = canonical({name: value for name, value in payload.items() if name not in SECRETS})
        parts.append(b"%b %b" % (kind.encode(), text or canonical(payload)))
        if kind == LAST:  # what stands behind it is ceremony
            break
    return parts
