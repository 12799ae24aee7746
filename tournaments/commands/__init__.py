"""What can be asked of a tournament: plain data, decided by ``tournaments.decide``.

The types of the fields are what a program may send (``web.decoding``): the API's schema follows from them. Where a
command has a ``reason`` or a ``text``, it is kept as a remark beside the events.
"""

from __future__ import annotations

from .consent import (
    ConfirmEntry,
    ConfirmResult,
    ObjectToAll,
    ObjectToRating,
    RuleAll,
    RuleObjections,
    WithdrawAll,
    WithdrawObjection,
)
from .entries import (
    BringBack,
    ChangeEntrant,
    CheckIn,
    Enter,
    EnterOneself,
    GrantBye,
    LiftPenalty,
    Penalise,
    Remove,
    Seed,
    Substitute,
    Withdraw,
    named,
)
from .fields import Reasoned
from .orders import AnnulMatch, RewindMatch, RuleMatch
from .results import (
    CallPlayers,
    CallRound,
    Correct,
    EnterResult,
    Forfeit,
    NotePresence,
    ObjectTo,
    Postpone,
    Report,
    Rule,
    StartTable,
)
from .rounds import (
    AddStage,
    Challenge,
    CloseStage,
    Exchange,
    Pair,
    Repair,
    StartStage,
    StartTimer,
    Swap,
    TakeBackRound,
    TakeBackStage,
)
from .running import (
    AddNote,
    Cancel,
    ChangeSettings,
    ChangeTournament,
    Close,
    GrantRole,
    PlanStages,
    Reopen,
    Undo,
)

__all__ = [
    "AddNote",
    "AddStage",
    "AnnulMatch",
    "BringBack",
    "CallPlayers",
    "CallRound",
    "Cancel",
    "Challenge",
    "ChangeEntrant",
    "ChangeSettings",
    "ChangeTournament",
    "CheckIn",
    "Close",
    "CloseStage",
    "Command",
    "ConfirmEntry",
    "ConfirmResult",
    "Correct",
    "Enter",
    "EnterOneself",
    "EnterResult",
    "Exchange",
    "Forfeit",
    "GrantBye",
    "GrantRole",
    "LiftPenalty",
    "NotePresence",
    "ObjectTo",
    "ObjectToAll",
    "ObjectToRating",
    "Pair",
    "Penalise",
    "PlanStages",
    "Postpone",
    "Reasoned",
    "Remove",
    "Reopen",
    "Repair",
    "Report",
    "RewindMatch",
    "Rule",
    "RuleAll",
    "RuleMatch",
    "RuleObjections",
    "Seed",
    "StartStage",
    "StartTable",
    "StartTimer",
    "Substitute",
    "Swap",
    "TablesCommand",
    "TakeBackRound",
    "TakeBackStage",
    "Undo",
    "Withdraw",
    "WithdrawAll",
    "WithdrawObjection",
    "named",
]

TablesCommand = Enter | Withdraw | BringBack | Penalise | LiftPenalty | Correct | Repair
"""What may leave published tables at odds with the field or the results: it can be previewed, and says what becomes of
them."""

Command = (
    TablesCommand
    | AddNote
    | AddStage
    | AnnulMatch
    | CallPlayers
    | CallRound
    | Cancel
    | Challenge
    | ChangeEntrant
    | ChangeSettings
    | ChangeTournament
    | CheckIn
    | Close
    | CloseStage
    | ConfirmEntry
    | ConfirmResult
    | EnterOneself
    | EnterResult
    | Exchange
    | Forfeit
    | GrantBye
    | GrantRole
    | NotePresence
    | ObjectTo
    | ObjectToAll
    | ObjectToRating
    | Pair
    | PlanStages
    | Postpone
    | Remove
    | Reopen
    | Report
    | RewindMatch
    | Rule
    | RuleAll
    | RuleMatch
    | RuleObjections
    | Seed
    | StartStage
    | StartTable
    | StartTimer
    | Substitute
    | Swap
    | TakeBackRound
    | TakeBackStage
    | Undo
    | WithdrawAll
    | WithdrawObjection
)
