"""Refusals of tables, matches, card lists and positions, as sentences; and whose words tell a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop

from elekt_core.errors import CoreError
from elekt_core.registry import is_playable
from web.error_words import Explainable, Words
from web.errors import Refused

from .games import game_of
from .play import queries
from .tables import queries as table_queries

SENTENCES: Mapping[str, str] = {
    "unknown_scribing": gettext_noop("There is no such recorded game, or it is not yours."),
    "scribe_own_cards": gettext_noop("A game with an own card list cannot be recorded."),
    "too_many_scribings": gettext_noop("You can record at most %(most)s games."),
    "too_many_scribe_entries": gettext_noop("A recorded game can have at most %(most)s entries."),
    "scribe_went_on": gettext_noop(
        "Another phone has gone on: there are %(entries)s entries now. Nothing of yours was stored; look, then go on."
    ),
    "scribe_at_odds": gettext_noop(
        "Entry %(entry)s, made on another phone, contradicts what you entered. Change one of them first."
    ),
    "scribe_is_closed": gettext_noop("Nothing can be entered any more: the game was broken off, or kept as a match."),
    "scribe_not_over": gettext_noop("The game is not over. Enter its end, or break it off."),
    "scribe_no_result": gettext_noop("There is no result to report to a tournament’s table."),
    "scribe_others_sit_there": gettext_noop(
        "Other people sit at the tournament’s table now than when the recording began. Nothing was reported."
    ),
    "scribe_only_owner": gettext_noop(
        "Only the person who began the recording can do that; at a tournament’s table its arbiters can, too."
    ),
    "scribe_not_your_entry": gettext_noop(
        "You joined with an address: take back only your own entries, or ask the person who began the recording."
    ),
    "scribe_coarser_by_guest": gettext_noop(
        "You joined with an address: only the person who began the recording can make it less detailed."
    ),
    "scribe_phone_by_right": gettext_noop("Only a phone that joined with an address can be removed."),
    "scribe_seat_taken": gettext_noop("Another phone enters the hand of this seat."),
    "scribe_joined_late": gettext_noop("A hand can be entered from the beginning only. Record without seeing a hand."),
    "too_many_scribe_phones": gettext_noop("At most %(most)s phones can record one game."),
    "scribe_listed_by_players": gettext_noop(
        "Others sit in this game: keep it as a match, and everyone finds it once all of them agree."
    ),
    "not_your_seat": gettext_noop("This is not your seat."),
    "not_your_match": gettext_noop("You did not play in this match."),
    "bad_own_note": gettext_noop("A note has at most %(most)s characters."),
    "too_many_own_notes": gettext_noop("You can keep %(most)s notes on a match, and %(all)s in all."),
    "rated_needs_account": gettext_noop("Rated matches are for players with an account."),
    "plays_live_now": gettext_noop("You are playing a live match. Finish it first."),
    "left_too_often": gettext_noop(
        "You have left several rated matches early. You can look for another one in a few hours; unrated tables are "
        "open to you."
    ),
    "seeks_too_many": gettext_noop("You can wait in at most %(most)s correspondence queues at once."),
    "cannot_be_challenged": gettext_noop("This player cannot be challenged."),
    "too_many_challenges": gettext_noop("You can have at most %(most)s open challenges."),
    "challenged_already": gettext_noop("There is an open challenge between you two already."),
    "challenge_over": gettext_noop("This challenge is over."),
    "challenge_changed": gettext_noop("The offer has changed. Look at it again."),
    "not_your_answer": gettext_noop("It is for the other player to answer."),
    "challenger_away": gettext_noop("The other player is not here now, so a live match cannot begin. Try again later."),
    "too_many_offers": gettext_noop("You two have made %(most)s offers. Accept the last one, or decline it."),
    "played_enough_rated": gettext_noop(
        "You two cannot play another rated match today. Unrated matches are always possible."
    ),
    "unknown_challenge": gettext_noop("There is no such challenge, or it is not for you."),
    "unknown_seek": gettext_noop("You are not waiting there."),
    "no_running_match": gettext_noop("No match is being played at this table now."),
    "unknown_table": gettext_noop("There is no such table, or you have no access to it."),
    "unknown_match": gettext_noop("There is no such match, or you have no access to it."),
    "unknown_rules": gettext_noop("The rules of this game are not available here."),
    "unknown_rule": gettext_noop("There is no rule %(rule)s in these rules."),
    "unknown_seat": gettext_noop("There is no such seat here."),
    "unknown_cards": gettext_noop("The card list used here is missing."),
    "unknown_card_list": gettext_noop("There is no such card list, or you have no access to it."),
    "unknown_card_list_version": gettext_noop(
        "There is no version %(number)s of this card list; the latest is %(last)s."
    ),
    "unknown_card": gettext_noop("There is no card “%(card)s” in this list."),
    "not_your_card_list": gettext_noop("Only the author of this card list can change it."),
    "same_card_list": gettext_noop("This is already the text of the latest version."),
    "too_many_card_lists": gettext_noop("You can have at most %(most)s card lists."),
    "too_many_card_list_versions": gettext_noop("A card list can have at most %(most)s versions. Start a new list."),
    "card_file_too_long": gettext_noop("The card file has %(size)s bytes; it can have at most %(most)s."),
    "not_utf8": gettext_noop("The text is not UTF-8."),
    "bad_card_list_name": gettext_noop("The name of a card list must have 1 to %(most)s characters."),
    "bad_card_list_note": gettext_noop("The description of changes can have at most %(most)s characters."),
    "unknown_card_list_access": gettext_noop(
        "“%(value)s” does not say who can use the list: choose owner, link or everyone."
    ),
    "cards_of_another_game": gettext_noop("This card list is for another game."),
    "card_list_retired": gettext_noop("This card list is retired: you cannot open new tables with it."),
    "unknown_place": gettext_noop("There are no numbers at this place of the board."),
    "unknown_position": gettext_noop("There is no position %(at)s; the last one is %(last)s."),
    "unknown_choice": gettext_noop("This choice is not available, or no longer available."),
    "unknown_perspective": gettext_noop("A match cannot be viewed from “%(value)s”."),
    "position_needs_practice": gettext_noop(
        "Only a practice table can start from a position, because a position reveals all hands."
    ),
    "no_solo": gettext_noop("%(game)s cannot be played solo here."),
    "unknown_level": gettext_noop("There is no level “%(level)s”; available levels: %(known)s."),
    "unknown_ladder": gettext_noop("There is no rating list called “%(on)s”."),
    "unknown_player": gettext_noop("There is no player with the id %(player)s."),
    "not_a_decision": gettext_noop("The decision is not an object with a “kind”."),
    "bad_number_of_seats": gettext_noop("This game is for %(least)s to %(most)s players, not %(seats)s."),
    "hidden_perspective": gettext_noop("You can view the match from there when it is over."),
    "bad_time_control": gettext_noop("Nobody can play by this time control."),
    "practice_has_no_clocks": gettext_noop("Practice has no clocks."),
    "out_of_time": gettext_noop("Your time had run out."),
    "bad_holidays": gettext_noop(
        "The last day cannot be before the first or before today, and you can have %(most)s holidays at a time."
    ),
    "too_many_holidays": gettext_noop(
        "You can have %(days)s days of holidays in any 365 days; you have used %(used)s of them."
    ),
    "pause_was_refused": gettext_noop("A pause was refused. You can ask again once play has gone on."),
    "no_pause_asked": gettext_noop("Nobody else asks for a pause now."),
    "clocks_run": gettext_noop("The clocks are running."),
    "no_clocks": gettext_noop("This table has no clocks."),
    "no_stand_in": gettext_noop("No bot is playing for you."),
    "not_gone": gettext_noop("The others cannot act for this player now: they are there, or have not been away long."),
    "no_bot_when_rated": gettext_noop(
        "This match is rated, so no bot takes the seat: a player who leaves concedes, once the others who are there "
        "agree."
    ),
    "no_end_when_rated": gettext_noop(
        "This match is rated, so it is not ended unrated: a player who leaves concedes, once the others who are there "
        "agree."
    ),
    "not_abandoned": gettext_noop(
        "The match can be ended without a result once this player has been away for %(minutes)s minutes."
    ),
    "arbiters_decide": gettext_noop("At a table of a tournament or league, only its arbiters act for absent players."),
    "cannot_concede_for": gettext_noop("This game does not let anybody concede now."),
    "clocks_paused": gettext_noop("The clocks are paused. They must run again before anybody decides."),
    "not_awaited": gettext_noop("There is no decision for you to make now."),
    "rematch_closed_too_often": gettext_noop("%(most)s tables for a rematch were closed. Open a new table instead."),
    "review_by_players_only": gettext_noop("Only those who played this match can ask for its review."),
    "unknown_exercise": gettext_noop("There is no such exercise, or it has been withdrawn."),
    "no_such_answer": gettext_noop("This is none of the choices in this exercise."),
    "not_answered": gettext_noop("Answer the exercise first."),
    "too_many_reviews": gettext_noop("You can wait for at most %(most)s reviews at once."),
    "too_many_bot_tables": gettext_noop(
        "Bots alone play at %(most)s of your tables already. Wait until one of these matches is over, or sit down "
        "yourself."
    ),
    "reviewed_enough": gettext_noop(
        "The reviews you asked for have used %(minutes)s minutes of the server. Ask again tomorrow."
    ),
    "no_hints_here": gettext_noop(
        "Hints are given where you alone play against bots, the match is not rated, and you have to decide."
    ),
    "too_many_hints": gettext_noop("You can take at most %(most)s hints in a match."),
    "seen_too_little_for_review": gettext_noop(
        "This game cannot be reviewed: only what spectators saw of it is known, or not every decision."
    ),
    "review_fails": gettext_noop("The review of this match has failed %(times)s times and is not tried again."),
    "nothing_to_review": gettext_noop("This match cannot be reviewed."),
    "no_review": gettext_noop("There is no finished review of this match."),
    "foreign_seat": gettext_noop("This seat is not yours."),
    "not_the_host": gettext_noop("Only the table’s host can do that."),
    "not_invited": gettext_noop("This table is for invited players."),
    "table_not_open": gettext_noop("The table is no longer open."),
    "seat_taken": gettext_noop("This seat is taken."),
    "seat_is_reserved": gettext_noop("This seat is reserved for somebody else."),
    "no_free_seat": gettext_noop("All seats are taken."),
    "already_seated": gettext_noop("You are already sitting at this table."),
    "not_seated": gettext_noop("You are not sitting at this table."),
    "not_a_bot": gettext_noop("There is no bot in this seat."),
    "cannot_be_rated": gettext_noop(
        "This table cannot be rated. A rated table has two to four seats, somebody who plays there, no bot more than "
        "once and the game’s own cards, no bot plays on there when a player’s time runs out, and it is not a practice "
        "match."
    ),
    "bot_twice_when_rated": gettext_noop("Each bot can sit at a rated table only once."),
    "already_conceded": gettext_noop("You have already conceded."),
    "unknown_kept_position": gettext_noop("There is no such position, or you have no access to it."),
    "unknown_record_import": gettext_noop("There is no such import of yours."),
    "short_notation_not_told": gettext_noop(
        "What was entered of this game is not known, so its short notation has to be looked for, which takes long: "
        "download the record, and let “python -m elekt_core notate” write it."
    ),
    "import_needs_account": gettext_noop("Keep your account first: records are imported in somebody’s name."),
    "import_too_long": gettext_noop(
        "At most %(most)s MB can be imported at once, packed with gzip %(packed)s MB. Pack the file, or import it in "
        "parts."
    ),
    "too_many_imports": gettext_noop("%(most)s of your imports are not done yet. Wait for one of them."),
    "imported_enough": gettext_noop("You have imported as much as one person can in a day. Go on tomorrow."),
    "too_many_records": gettext_noop("At most %(most)s records can be imported at once. Split the file."),
    "import_packed": gettext_noop(
        "This file is packed otherwise than with gzip, or not a text. Unpack it and import what is inside."
    ),
    "import_pack_broken": gettext_noop("The packed file is broken or cut off. Pack it again."),
    "import_unpacks_too_long": gettext_noop(
        "Unpacked, this is longer than %(most)s MB. Split the file, and import the parts."
    ),
    "import_too_many_lines": gettext_noop(
        "At most %(most)s lines can be imported at once. Split the file, and import the parts."
    ),
    "import_empty": gettext_noop("There is no record in this text."),
    "not_your_position": gettext_noop("Only the player who saved this position can change it."),
    "position_needs_name": gettext_noop("The name of a position can have at most %(most)s characters."),
    "position_too_long": gettext_noop("The position is longer than %(most)s characters."),
    "too_many_positions": gettext_noop("You can save at most %(most)s positions. Delete one first."),
    "position_has_flaws": gettext_noop("This position breaks a rule, so it cannot be played yet."),
    "no_position_to_set_up": gettext_noop("No position up to this point can be set up again."),
    "no_positions": gettext_noop("Positions of this game cannot be set up."),
    "unknown_scenario": gettext_noop("There is no scenario called “%(scenario)s”."),
    "unknown_lesson": gettext_noop("There is no lesson called “%(lesson)s”."),
    "text_has_flaws": gettext_noop("Line %(line)s: %(sentence)s"),
    "not_practice": gettext_noop("This is not a practice match."),
    "bad_spectator_rule": gettext_noop(
        "Spectators see a match late by 1 to %(decisions)s decisions, or by 1 to %(minutes)s minutes."
    ),
    "practice_has_no_spectators": gettext_noop("Practice has no spectators."),
    "open_hands_need_consent": gettext_noop(
        "At this table spectators see all hands, late. You can sit down if you agree to that."
    ),
    "takebacks_off": gettext_noop("Nothing can be taken back at this table."),
    "takeback_in_lesson": gettext_noop("Nothing can be taken back in a lesson. Begin it again instead."),
    "bots_refuse_takebacks": gettext_noop("Bots agree to takebacks only in matches that are not rated."),
    "takeback_asked_already": gettext_noop("A takeback is asked for already. Answer that one first."),
    "takeback_was_refused": gettext_noop("This takeback was refused. You can ask again after the next decision."),
    "takeback_lapsed": gettext_noop("Nobody asks for a takeback now: play went on, or too much time has passed."),
    "takeback_of_another_seat": gettext_noop("Only who asks for a takeback can withdraw it."),
    "nothing_to_take_back": gettext_noop("There is no decision that could be taken back."),
    "no_such_moment": gettext_noop("The match cannot go on from event %(to)s: nobody was asked there."),
    "bad_chat_line": gettext_noop("Write 1 to %(most)s characters, on one line."),
    "silenced_here": gettext_noop("The host of this table has ended your part in its chat."),
    "too_many_chat_lines": gettext_noop("Nothing more can be said here: %(most)s lines were reported."),
    "said_enough": gettext_noop("You can say nothing more here: %(most)s of your lines were reported."),
    "unknown_chat_line": gettext_noop("There is no such line in this chat, or you cannot read it."),
    "no_chat_in_practice": gettext_noop("Practice has no chat: nobody else is there."),
    "match_not_over": gettext_noop("This will be available when the match is over."),
    "game_unavailable": gettext_noop(
        "The game “%(game)s” is not available on this server now. What was played is kept."
    ),
    "match_over": gettext_noop("The match is over."),
    "seat_taken.named": gettext_noop("%(name)s is already sitting there."),
    "not_a_bot.named": gettext_noop("%(name)s is not a bot."),
}
"""A sentence never counts seats: pages begin with 1, programs with 0."""


def words(error: Explainable, arguments: Mapping[str, Any], asker: UUID | None) -> Words | None:
    """Words of the match's game if its rules refused; the names of those who sit there if a seat is concerned."""
    match_id, table_id = arguments.get("match_id"), arguments.get("table_id")
    if isinstance(error, CoreError) and isinstance(match_id, UUID):
        match = queries.match(match_id=match_id, player=asker)
        return Words(game_of(match) if is_playable(match.game) else None, match.names)
    if isinstance(error, Refused) and "seat" in error.data and isinstance(table_id, UUID):
        return Words(names=table_queries.names_at(table_id=table_id, player=asker))
    return None
