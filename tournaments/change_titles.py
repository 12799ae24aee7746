"""What a change was, in a few words: for the undo button, and for a user whose change came too late."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from . import events as e
from .events import TournamentEvent
from .formats.contract import EntrantNo
from .reasons import Names


def title(batch: Sequence[TournamentEvent], names: Names) -> str:
    """For example ``result of table 3, round 2``. What follows automatically is not named."""
    told = [text for event in batch if (text := _told(event, names))]
    entered = sum(isinstance(event, (e.EntrantEntered, e.EntrantReturned)) for event in batch)
    if entered > 1:
        return _("%(n)s entries") % {"n": entered}
    here = sum(isinstance(event, e.EntrantCheckedIn) for event in batch)
    if here > 1:
        return _("check-in of %(n)s players") % {"n": here}
    return told[0] if told else _("a change")


def _told(event: TournamentEvent, names: Names) -> str:
    match event:
        case e.TournamentOpened():
            return _("opening")
        case e.TournamentChanged():
            return _("settings")
        case e.StagesPlanned():
            return _("plan of the stages")
        case e.RoleGranted() | e.RoleRevoked():
            return _("organisers")
        case e.NoteAdded():
            return _("a note")
        case e.TournamentClosed():
            return _("closing")
        case e.TournamentReopened():
            return _("reopening")
        case e.TournamentCancelled():
            return _("calling it off")
        case e.FieldSeeded():
            return _("seeding")
        case e.Undone():
            return _("taking back")
        case _:
            return _of_entrant(event, names) or _of_round(event) or _of_table(event)


def _of_entrant(event: TournamentEvent, names: Names) -> str:
    name = {"name": names.get(getattr(event, "no", EntrantNo(0)), "?")}
    match event:
        case e.EntrantEntered():
            return _("entry of %(name)s") % name
        case e.EntrantChanged() | e.EntrantReplaced():
            return _("change to %(name)s’s entry") % name
        case e.EntrantRemoved():
            return _("removal of an entry")
        case e.EntrantCheckedIn() | e.CheckInUndone():
            return _("check-in of %(name)s") % name
        case e.EntrantWithdrew():
            return _("withdrawal of %(name)s") % name
        case e.EntrantReturned():
            return _("return of %(name)s") % name
        case e.ByeGranted() | e.ByeRevoked():
            return _("bye of %(name)s") % name
        case e.PenaltyGiven():
            return (_("penalty for %(name)s") if event.points else _("warning to %(name)s")) % name
        case e.PenaltyLifted():
            return _("lifting a penalty")
        case _:
            return ""


def _of_round(event: TournamentEvent) -> str:
    match event:
        case e.StageStarted():
            return _("beginning of the stage")
        case e.TablesPaired():
            return (_("pairing of round %(round)s") % {"round": event.round}) if event.round else _("new tables")
        case e.TablesRepaired():
            return _("repair of round %(round)s") % {"round": event.round}
        case e.RoundUnpaired():
            return _("taking back round %(round)s") % {"round": event.round}
        case e.EntrantsExchanged():
            return _("change of the players who advanced")
        case e.StageTakenBack():
            return _("restart of the stage")
        case e.TimerStarted():
            return _("timer of round %(round)s") % {"round": event.round}
        case e.StageClosed():
            return _("end of the stage")
        case _:
            return ""


def _of_table(event: TournamentEvent) -> str:
    where = {"table": getattr(event, "table", ""), "round": getattr(event, "round", "")}
    match event:
        case e.ResultStood():
            return _("result of table %(table)s, round %(round)s") % where
        case e.ResultCorrected():
            return _("correction of table %(table)s, round %(round)s") % where
        case e.MatchRewound() | e.MatchStopped():
            return _("order at table %(table)s, round %(round)s") % where
        case e.ResultReported():
            return _("report from table %(table)s, round %(round)s") % where
        case e.ResultDisputed() | e.StatementMade():
            return _("objection at table %(table)s, round %(round)s") % where
        case e.PlayersCalled():
            return _("call to table %(table)s, round %(round)s") % where
        case e.PresenceNoted():
            return _("presence at table %(table)s, round %(round)s") % where
        case e.SeatsMissed():
            return _("no-show at table %(table)s, round %(round)s") % where
        case e.TableStarted() | e.TableCalled():
            return _("start of table %(table)s, round %(round)s") % where
        case _:
            return ""
