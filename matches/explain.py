"""Any refusal, the platform's or a game's, as one sentence in the current language. Every face shows the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from elekt_core import messages
from elekt_core.contract import Game
from elekt_core.errors import (
    BadCards,
    BadSetup,
    CoreError,
    IllegalDecision,
    MalformedDecision,
    MatchOver,
    NotYourTurn,
    UnknownGame,
)
from ledger.database import is_busy
from players import sentences as people
from players.costly import Busy
from players.errors import PeopleRefused
from players.limits import TooMany
from players.ratings import sentences as rated
from players.ratings.errors import RatingRefused

from . import narration
from .cardlists.flaws import MOST_TOLD
from .errors import ServiceError

Refused = ServiceError | CoreError | TooMany | Busy | RatingRefused | PeopleRefused
"""What is answered with a sentence; anything else is a fault of ours."""
REFUSED = (ServiceError, CoreError, TooMany, Busy, RatingRefused, PeopleRefused)

RETRY_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Explained:
    """``rule`` is the number of the rule that forbids, ``""`` where none is concerned."""

    status: int
    code: str
    rule: str
    sentence: str
    data: Mapping[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        """When to come again, for programs and proxies, where that is known (RFC 9110, 10.2.3)."""
        return {"Retry-After": str(self.data["seconds"])} if self.status in (429, 503) else {}


SENTENCES: dict[str, str] = {
    "unknown_address": gettext_noop("There is nothing at %(path)s."),
    "unknown_table": gettext_noop("There is no such table, or it is not open to you."),
    "unknown_match": gettext_noop("There is no such match, or it is not open to you."),
    "unknown_rules": gettext_noop("The rules of this game are not written down here."),
    "unknown_rule": gettext_noop("There is no rule %(rule)s in these rules."),
    "unknown_seat": gettext_noop("There is no such seat here."),
    "unknown_cards": gettext_noop("The card list that was played with here is missing."),
    "unknown_card_list": gettext_noop("There is no such card list, or it is not open to you."),
    "unknown_card_list_version": gettext_noop(
        "There is no version %(number)s of this card list; the last is %(last)s."
    ),
    "unknown_card": gettext_noop("There is no card “%(card)s” in this list."),
    "not_your_card_list": gettext_noop("Only who made this card list may change it."),
    "same_card_list": gettext_noop("This is the text of the newest version already."),
    "too_many_card_lists": gettext_noop("You have %(most)s card lists, which is the most."),
    "too_many_card_list_versions": gettext_noop("This list has %(most)s versions, which is the most. Begin a new one."),
    "card_file_too_long": gettext_noop("The card file has %(size)s bytes; %(most)s are the most."),
    "not_utf8": gettext_noop("The text is not UTF-8."),
    "bad_card_list_name": gettext_noop("A card list needs a name of 1 to %(most)s characters."),
    "bad_card_list_note": gettext_noop("What is new is told in at most %(most)s characters."),
    "unknown_card_list_access": gettext_noop("“%(value)s” does not say who may use the list: owner, link or everyone."),
    "cards_of_another_game": gettext_noop("This card list is for another game."),
    "card_list_retired": gettext_noop("This card list was retired: no new table opens with it."),
    "unknown_position": gettext_noop("There is no position %(at)s; the last one is %(last)s."),
    "unknown_choice": gettext_noop("This choice is not, or no longer, on offer."),
    "unknown_perspective": gettext_noop("A match cannot be looked at from “%(value)s”."),
    "unknown_access": gettext_noop("“%(value)s” does not say who may join: anyone, link or named."),
    "position_needs_practice": gettext_noop(
        "Only a practice table can start from a position, since it tells all hands."
    ),
    "no_solo": gettext_noop("Nobody plays %(game)s alone here."),
    "unknown_level": gettext_noop("There is no level “%(level)s”; there are %(known)s."),
    "unknown_ladder": gettext_noop("There is no ladder called “%(on)s”."),
    "unknown_page": gettext_noop("There is no page %(page)s; the last one is %(last)s."),
    "unknown_player": gettext_noop("There is no player with the id %(player)s."),
    "not_a_decision": gettext_noop("The decision is not an object with a “kind”."),
    "bad_number_of_seats": gettext_noop("This game is played by %(least)s to %(most)s, not by %(seats)s."),
    "hidden_perspective": gettext_noop("You may look from there when the match is over."),
    "not_awaited": gettext_noop("No decision of yours is awaited."),
    "foreign_seat": gettext_noop("This seat is not yours."),
    "not_the_host": gettext_noop("Only who opened the table may do that."),
    "not_invited": gettext_noop("This table is for named players."),
    "stale_version": gettext_noop("Something has happened since you looked. It is at event %(actual)s now."),
    "decision_id_taken": gettext_noop("This decision id was used for another decision."),
    "table_not_open": gettext_noop("The table is no longer open."),
    "seat_taken": gettext_noop("This seat is taken."),
    "seat_is_reserved": gettext_noop("This seat is kept for somebody else."),
    "no_free_seat": gettext_noop("All seats are taken."),
    "already_seated": gettext_noop("You are already sitting at this table."),
    "not_seated": gettext_noop("You are not sitting at this table."),
    "not_a_bot": gettext_noop("There is no bot on this seat."),
    "cannot_be_rated": gettext_noop(
        "This table cannot be rated. Rated tables have two to four seats, no bot twice, and the game’s own cards, and "
        "are no practice."
    ),
    "bot_twice_when_rated": gettext_noop("At a rated table each bot sits once."),
    "already_conceded": gettext_noop("You have already conceded."),
    "unknown_kept_position": gettext_noop("There is no such position, or it is not open to you."),
    "not_your_position": gettext_noop("Only who keeps this position may change it."),
    "position_needs_name": gettext_noop("A position is kept by a name of at most %(most)s characters."),
    "position_too_long": gettext_noop("The position is longer than %(most)s characters."),
    "too_many_positions": gettext_noop("You keep %(most)s positions already. Drop one first."),
    "position_has_flaws": gettext_noop("This position breaks a rule, so nothing can be played from it yet."),
    "no_position_to_set_up": gettext_noop("No position up to this moment can be set up anew."),
    "no_positions": gettext_noop("Positions of this game cannot be set up."),
    "not_signed_in": gettext_noop("Log in first."),
    "unknown_scenario": gettext_noop("There is no scenario called “%(scenario)s”."),
    "text_has_flaws": gettext_noop("Line %(line)s: %(sentence)s"),
    "not_practice": gettext_noop("This is no practice match."),
    "match_not_over": gettext_noop("This can be had when the match is over."),
    "game_unavailable": gettext_noop(
        "The game “%(game)s” is not available on this server now. What was played is kept."
    ),
    "match_over": gettext_noop("The match is over."),
    "too_long": gettext_noop("The request is longer than %(most)s bytes."),
    "bad_field": gettext_noop("The field “%(field)s” is missing or has a wrong value."),
}


NAMED: Mapping[str, str] = {
    "seat_taken": gettext_noop("%(name)s sits there already."),
    "not_a_bot": gettext_noop("%(name)s is not a bot."),
}
"""The same where it is known who sits on the seat in question. A sentence never counts seats: pages begin with 1,
programs with 0."""


def learn(sentences: Mapping[str, str]) -> None:
    """Whoever stands above matches adds the sentences of their own codes, in the app's ``ready``."""
    SENTENCES.update(sentences)


def explain(error: Refused, game: Game[Any] | None = None, names: tuple[str, ...] = ()) -> Explained:
    """``game`` gives the sentence where its rules have refused a decision; ``names[seat]`` are the people concerned."""
    if isinstance(error, TooMany):
        said = ngettext(
            "That was too often. Try again in %(minutes)d minute.",
            "That was too often. Try again in %(minutes)d minutes.",
            error.minutes,
        )
        return Explained(429, "too_often", "", said % {"minutes": error.minutes}, {"seconds": error.seconds})
    if isinstance(error, Busy):
        said = ngettext(
            "Others are having something worked out that takes long. Try again in %(seconds)d second.",
            "Others are having something worked out that takes long. Try again in %(seconds)d seconds.",
            error.seconds,
        )
        return Explained(503, "busy", "", said % {"seconds": error.seconds}, {"seconds": error.seconds})
    if isinstance(error, RatingRefused):
        return Explained(rated.status(error), error.code, "", rated.said(error), error.data)
    if isinstance(error, PeopleRefused):
        return Explained(error.status, error.code, "", people.said(error), error.data)
    if isinstance(error, BadCards) and error.flaws:
        return _bad_cards(error)
    if isinstance(error, ServiceError):
        return Explained(error.status, error.code, "", _sentence(error.code, error.data, names), error.data)
    if isinstance(error, IllegalDecision) and game is not None:
        sentence = game.words(narration.language(), names).refusal(error.code, error.rule, error.data)
    else:
        said = messages.sentence(error.code, error.data, narration.language())
        sentence = f"{said[:1].upper()}{said[1:]}."
    return Explained(_status(error), error.code, error.rule, sentence, error.data)


def explained_fault(error: Exception) -> Explained | None:
    """Of what is no refusal: that the database is busy, which passes; None for a fault of ours."""
    if not is_busy(error):
        return None
    said = gettext("The server is busy just now. Send this again in a moment: it counts once.")
    return Explained(503, "database_busy", "", said, {"seconds": RETRY_SECONDS})


def _bad_cards(error: BadCards) -> Explained:
    """Every flaw of a card file, for a program that shows them beside the text."""
    language = narration.language()
    flaws = [
        {"line": flaw.line, "where": flaw.where, "key": flaw.key, "code": flaw.code, "sentence": flaw.text(language)}
        for flaw in error.flaws[:MOST_TOLD]
    ]
    many = len(error.flaws)
    said = ngettext("%(n)d thing is wrong in the card file.", "%(n)d things are wrong in the card file.", many)
    return Explained(400, error.code, "", said % {"n": many}, {"field": "text", "flaws": flaws})


def _sentence(code: str, data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    seat = data.get("seat")
    name = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""
    if name and code in NAMED:
        return gettext(NAMED[code]) % {"name": name}
    known = SENTENCES.get(code)
    if known is None:
        return gettext("This cannot be done: %(code)s.") % {"code": code}
    return gettext(known) % {key: _listed(value) for key, value in data.items()}


def _listed(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _status(error: CoreError) -> int:
    match error:
        case MalformedDecision() | BadSetup():
            return 400
        case NotYourTurn() | MatchOver():
            return 409
        case UnknownGame():
            return 404
        case IllegalDecision():
            return 422
        case _:
            return 400
