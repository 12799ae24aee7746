"""Every change to recorded games. A service either does everything that was asked, or raises and changes nothing.
A ``decision_id`` makes a request repeatable: a queue that is sent twice counts once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from uuid import UUID, uuid5

from django.db import transaction

from elekt_core.contract import Setup
from elekt_core.errors import CoreError
from elekt_core.record.coarse import MOVES
from elekt_core.registry import get_game
from elekt_core.scribe import COARSER, Session
from ledger import store
from ledger.changing import Changed, Folds, Kept
from players import queries as players
from web import languages
from web.errors import Conflict, NotAllowed, NotFound, of_ledger

from ..play.services import player_actor
from ..positions import queries as positions
from ..tables.commands import POSITION
from . import commands as c
from . import events as e
from . import real_tables, warm
from .events import ALL_HANDS, KINDS, ScribeEvent, ScribeFold
from .models import ScribedName, Scribing
from .projection import save
from .sessions import at_odds, names_of, other_of, owed_by, session_of, stored, told_own

MAX_RECORDED = 500
"""Games of one person."""
MAX_ENTRIES = 3000
MAX_PHONES = 8
"""At one game."""
EPOCH = datetime.fromtimestamp(0, UTC)
KeptScribing = Kept[ScribeFold, Sequence[ScribeEvent]]
ChangedScribing = Changed[ScribeFold, Sequence[ScribeEvent]]


@dataclass(frozen=True, slots=True)
class Begun:
    scribing: UUID
    version: int


class Scribings(Folds[ScribeFold, ScribeEvent]):
    kinds = KINDS
    new = ScribeFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: KeptScribing) -> None:
        save(kept.state)


SCRIBINGS = Scribings()


# --- beginning and joining ----------------------------------------------------------------------------------


def begin(command: c.BeginScribing, names: Sequence[str], *, by: UUID, decision_id: UUID | None = None) -> Begun:
    """Raises UnknownGame, BadSetup, NotFound (the position), Conflict (too many; a position of own cards)."""
    setup = _setup(command, by)
    viewer = command.viewer if command.viewer in (*range(setup.seats), ALL_HANDS) else None
    viewer = ALL_HANDS if command.open_hands else viewer
    begun = e.ScribingBegun(
        setup.game, by, setup.ruleset, setup.seats, dict(setup.options), viewer, open_hands=command.open_hands
    )
    typed = [" ".join(name.split())[:40] for name in names[: setup.seats]]
    return _begin(begun, typed, by, decision_id, command.detail)


def _setup(command: c.BeginScribing, by: UUID) -> Setup:
    if command.position is None:
        ruleset = get_game(command.game).current[0]
        return Setup(command.game, ruleset.name, command.seats, ruleset.agreed(command.seats, {}))
    kept = positions.position(position_id=command.position, player=by).board
    if kept.cards:
        raise Conflict("scribe_own_cards")
    game = get_game(kept.game)
    ruleset = game.ruleset(kept.ruleset) if kept.ruleset else game.current[0]
    agreed = ruleset.agreed(kept.seats, kept.options)
    setup = Setup(kept.game, ruleset.name, kept.seats, {**agreed, POSITION: kept.position})
    Session(game, setup).question([], "en", "ABCD")  # whether it can begin there
    return setup


def begin_at_table(command: c.BeginAtTable, *, by: UUID, decision_id: UUID | None = None) -> Begun:
    """Record at a tournament's table, by somebody who sits there or runs the event.

    Raises NotFound, NotAllowed, Conflict (not a real table, too many), UnknownGame, BadSetup.
    """
    table = real_tables.look(command.event, command.spot, by)
    if not table.may_record:
        raise NotAllowed("not_your_table")
    agreed = get_game(table.game).ruleset(table.ruleset).agreed(len(table.players), dict(table.options))
    viewer = table.seat if command.own_hand else None
    begun = e.ScribingBegun(
        table.game,
        by,
        table.ruleset,
        len(table.players),
        dict(agreed),
        viewer,
        command.event,
        command.spot,
        table.players,
    )
    typed = ["" if player else name[:40] for player, name in zip(table.players, table.names, strict=True)]
    return _begin(begun, typed, by, decision_id, command.detail)


def _begin(begun: e.ScribingBegun, typed: Sequence[str], by: UUID, decision_id: UUID | None, detail: c.Detail) -> Begun:
    scribing = store.new_stream() if decision_id is None else uuid5(decision_id, f"recorded game of {by}")

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        if Scribing.objects.filter(owner__in=players.profiles(by)).count() >= MAX_RECORDED:
            raise Conflict("too_many_scribings", most=MAX_RECORDED)
        return [begun, *_coarse(scribing, begun, detail)]

    def also(kept: KeptScribing) -> None:
        rows = [ScribedName(scribing=kept.stream, seat=seat, name=name) for seat, name in enumerate(typed) if name]
        ScribedName.objects.bulk_create(rows)

    done = SCRIBINGS.change(scribing, decide, actor=player_actor(by), decision_id=decision_id, also=also)
    return Begun(scribing, done.version)


def _coarse(scribing: UUID, begun: e.ScribingBegun, detail: c.Detail) -> Sequence[ScribeEvent]:
    """The first entry, where no decisions are recorded: it can be taken back as any other."""
    if detail == MOVES:
        return []
    fold = ScribeFold(scribing)
    fold.apply(begun, EPOCH)
    session = session_of(fold, begun.viewer)
    entry = session.enter([COARSER + detail])
    return [stored(session, entry, phone=begun.owner)]


def join(
    scribing: UUID,
    command: c.Join,
    *,
    by: UUID,
    invited_to: int | None = None,
    is_invited: bool = False,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """Record, too. At a tournament's table its players may, each from the own seat, and its officers as spectators;
    elsewhere whoever was invited, from the seat of the invitation. No two phones look from one seat.

    Raises NotFound, NotAllowed, Conflict.
    """

    def admit(fold: ScribeFold) -> None:
        if not fold.version or not (is_invited or may_join(fold, by)):
            raise NotFound("unknown_scribing", scribing=str(scribing))

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        me = phone_of(fold, by)
        viewer = fold.public if command.viewer is None else command.viewer
        if viewer != fold.public and viewer not in seats_for(fold, by, invited_to):
            raise NotAllowed("not_your_seat", seat=viewer)
        if viewer != fold.public and any(seat == viewer for one, seat in fold.phones.items() if one != me):
            raise Conflict("scribe_seat_taken")
        if me is not None and fold.phones[me] == viewer:
            return []
        if viewer != fold.public and fold.stood:
            raise Conflict("scribe_joined_late")
        if me is None and len(fold.phones) >= MAX_PHONES:
            raise Conflict("too_many_scribe_phones", most=MAX_PHONES)
        came_by_it = is_invited and not (may_join(fold, by) and (me or by) not in fold.invited)
        return [e.ScribeJoined(me or by, viewer, came_by_it)]

    return SCRIBINGS.change(
        scribing,
        decide,
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=admit,
    )


def seats_for(fold: ScribeFold, by: UUID | None, invited_to: int | None = None) -> set[int]:
    """The seats from which somebody may look: their own at a tournament's table, elsewhere that of the invitation, or
    for the owner any."""
    mine = set() if by is None else players.profiles(by)
    invited = set() if invited_to is None else {invited_to}
    if fold.open_hands:
        return set()
    if fold.event is not None:
        own = {seat for seat, player in enumerate(fold.players) if player in mine}
        return own | (invited & handed_out(fold))
    return {*range(fold.seats)} if is_own(fold, by) else invited


def handed_out(fold: ScribeFold) -> set[int]:
    """The seats for which the scribe hands out addresses: at a tournament's table those of people who are only a name
    there; elsewhere all."""
    if fold.event is None:
        return {*range(fold.seats)}
    names = players.written_down(filter(None, fold.players))
    return {seat for seat, player in enumerate(fold.players) if player is None or player in names}


def hands_out(fold: ScribeFold, by: UUID | None) -> bool:
    """Whether they do: whoever has begun it, and at a tournament's table its officers."""
    return is_own(fold, by) or (fold.event is not None and decides_live(fold, by))


def withdraw(
    scribing: UUID,
    command: c.Withdraw,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """Raises NotFound, NotAllowed (somebody who hands out none; a seat whose player has an account)."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        if not hands_out(fold, by) or command.seat not in handed_out(fold):
            raise NotAllowed("not_your_seat", seat=command.seat)
        return [e.ScribeInvitationWithdrawn(command.seat)]

    return _change(scribing, decide, by, decision_id, expected_version)


def remove_phone(
    scribing: UUID,
    command: c.RemovePhone,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """No effect where it is gone. Raises NotFound, NotAllowed (somebody who hands out no addresses; a phone that came
    by none: its player sits there, or runs the event)."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        _check_hands_out(fold, by)
        if command.player not in fold.phones:
            return []
        if command.player not in fold.invited:
            raise NotAllowed("scribe_phone_by_right")
        return [e.ScribePhoneRemoved(command.player)]

    return _change(scribing, decide, by, decision_id, expected_version, is_table=True)


def table_seen(fold: ScribeFold, by: UUID | None) -> real_tables.RealTable:
    """The tournament's table. Whoever came by an address sees which it is, though the tournament is not listed, and
    has no rights there. Raises NotFound, Conflict."""
    assert fold.event is not None
    if by is None or phone_of(fold, by) not in fold.invited:
        return real_tables.look(fold.event, fold.spot, by)
    return replace(real_tables.look(fold.event, fold.spot, fold.owner), seat=None, is_officer=False)


def may_join(fold: ScribeFold, by: UUID | None) -> bool:
    """Whether somebody records it, or may: they sit at its tournament's table, or run the event."""
    if by is None:
        return False
    if phone_of(fold, by) is not None or not players.profiles(by).isdisjoint(filter(None, fold.players)):
        return True
    return fold.event is not None and table_seen(fold, by).is_officer


# --- entries --------------------------------------------------------------------------------------------------


def enter(
    scribing: UUID, command: c.Enter, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> ChangedScribing:
    """One more entry, or what the own seat has seen of one that another phone has made.

    Raises NotFound, NotAllowed (a guest makes the record coarser), Conflict (another phone was faster, too many),
    CoreError (what cannot be).
    """
    typed = names_typed(scribing)
    used: list[tuple[int | None, Session]] = []

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        used.clear()
        phone = _phone(fold, by)
        viewer, named = fold.phones[phone], names_of(fold, named_at(fold, typed))
        _check_goes_on(fold)
        owed = owed_by(fold, viewer)
        _check_after(fold, command.after, len(fold.stood) if owed is None else owed - 1)
        if owed is not None:
            session = session_of(fold, viewer)
            _check_agrees(session, fold, viewer)
            entry = session.own_entry(other_of(fold, owed), command.picks, named, languages.current())
            return [told_own(session, entry, owed)]
        if len(fold.stood) >= MAX_ENTRIES:
            raise Conflict("too_many_scribe_entries", most=MAX_ENTRIES)
        if phone in fold.guests and command.picks[:1] and command.picks[0].startswith(COARSER):
            raise NotAllowed("scribe_coarser_by_guest")
        session = warm.take(fold, viewer)
        _check_agrees(session, fold, viewer)
        try:
            entry = session.enter(command.picks, named, languages.current())
        except CoreError:
            warm.give_back(fold.id, viewer, fold.version, session)
            raise
        used.append((viewer, session))
        others = [seat for seat in entry.private if seat in fold.phones.values()]
        if entry.private and viewer != ALL_HANDS and ALL_HANDS in fold.phones.values():
            others.append(ALL_HANDS)
        return [stored(session, entry, phone=phone, private=others)]

    done = _change(scribing, decide, by, decision_id, expected_version)
    for viewer, session in used:
        warm.give_back(scribing, viewer, done.version, session)
    return done


def take_back(
    scribing: UUID,
    command: c.TakeBack,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """Undo the last entries. Raises NotFound, NotAllowed (a guest undoes what others have entered), Conflict (another
    phone was faster)."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        _check_after(fold, command.after, len(fold.stood))
        if fold.match is not None or fold.is_broken_off:
            raise Conflict("scribe_is_closed")
        if len(fold.stood) < command.number:
            raise CoreError("scribe_nothing_entered")
        if command.number > may_take_back(fold, by):
            raise NotAllowed("scribe_not_your_entry")
        return [e.ScribeTookBack()] * command.number

    return _change(scribing, decide, by, decision_id, expected_version)


def may_take_back(fold: ScribeFold, by: UUID) -> int:
    """How many of the last entries: a guest those that they have made themselves, all others all. An address to go on
    with may come into anybody's hands. Raises NotFound."""
    phone = _phone(fold, by)
    if phone not in fold.guests:
        return len(fold.stood)
    return sum(1 for _ in takewhile(lambda one: one.entered.phone == phone, reversed(fold.stood)))


def tell_again(
    scribing: UUID,
    command: c.TellAgain,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """The own seat's phone is asked once more what it saw, from that entry on. No effect where it has told nothing.

    Raises NotFound, NotAllowed (a phone that sees no hand), Conflict (it is closed).
    """

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        viewer = fold.phones[_phone(fold, by)]
        if viewer is None:
            raise NotAllowed("not_your_seat", seat=None)
        _check_goes_on(fold)
        told = any(viewer in one.own for one in fold.stood[command.entry - 1 :])
        return [e.ScribeForgotOwn(command.entry, viewer)] if told else []

    return _change(scribing, decide, by, decision_id, expected_version)


def break_off(
    scribing: UUID,
    command: c.BreakOff,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """No effect where it was broken off. Raises NotFound, NotAllowed (all but whoever began it, and at a tournament's
    table its officers), Conflict (it is over)."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        _check_hands_out(fold, by)
        if fold.is_broken_off:
            return []
        _check_goes_on(fold)
        if fold.ranks:
            raise CoreError("scribe_over")
        return [e.ScribeBrokenOff()]

    return _change(scribing, decide, by, decision_id, expected_version, is_table=True)


def give_hand(
    scribing: UUID,
    command: c.GiveHand,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """No effect where it is so. Raises NotFound, NotAllowed (a phone that enters no hand), Conflict (the game goes on,
    or is a match already)."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        seat = fold.phones[_phone(fold, by)]
        if seat is None or seat == ALL_HANDS:
            raise NotAllowed("not_your_seat", seat=None)
        if fold.match is not None:
            raise Conflict("scribe_is_closed")
        if not fold.is_over:
            raise Conflict("scribe_not_over")
        return [] if (seat in fold.given) == command.given else [e.ScribeHandGiven(seat, command.given)]

    return _change(scribing, decide, by, decision_id, expected_version)


# --- who looks on, and where the result goes --------------------------------------------------------------------


def share(
    scribing: UUID, command: c.Share, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> ChangedScribing:
    """No effect if it is so already. Raises NotFound, also for all but the owner."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        if not is_own(fold, by):
            raise NotFound("unknown_scribing", scribing=str(scribing))
        if fold.event is not None and command.access == "link":
            raise NotAllowed("scribe_listed_by_players")
        return [] if fold.access == command.access else [e.ScribeAccessChanged(command.access)]

    return _change(scribing, decide, by, decision_id, expected_version)


def show_live(
    scribing: UUID,
    command: c.ShowLive,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> ChangedScribing:
    """At a tournament's table its officers say so, elsewhere the owner. Raises NotFound, NotAllowed."""

    def admit(fold: ScribeFold) -> None:
        _check_may_join(fold, by)
        if not decides_live(fold, by):
            raise NotAllowed("needs_role", role="scorer")

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        return [] if fold.live == command.minutes else [e.ScribeShownLive(command.minutes)]

    return SCRIBINGS.change(
        scribing,
        decide,
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=admit,
    )


def decides_live(fold: ScribeFold, by: UUID | None) -> bool:
    if fold.event is None:
        return is_own(fold, by)
    return by is not None and table_seen(fold, by).is_officer


def report(scribing: UUID, *, by: UUID) -> None:
    """Send the result to the tournament's table, as if ``by`` had typed it; again, it counts once.

    Raises NotFound, Conflict (no result, no such table, what the table says), NotAllowed.
    """
    fold = SCRIBINGS.load(scribing)
    _check_may_join(fold, by)
    if fold.event is None or not fold.ranks:
        raise Conflict("scribe_no_result")
    if _now(real_tables.look(fold.event, fold.spot, by).players) != _now(fold.players):
        raise Conflict("scribe_others_sit_there")
    id_ = uuid5(scribing, f"result {len(fold.stood)} {fold.stood[-1].at.isoformat()} {by}")
    real_tables.report(fold.event, fold.spot, by, fold.ranks, fold.scores, id_)


def _now(people: Sequence[UUID | None]) -> list[UUID | None]:
    """With the profiles into which some were merged meanwhile."""
    now = players.now_of([one for one in people if one is not None])
    return [one and now[one] for one in people]


# --- names and rights -------------------------------------------------------------------------------------------


def names_typed(scribing: UUID) -> Mapping[int, str]:
    """What was typed, by seat."""
    return {one.seat: one.name for one in ScribedName.objects.filter(scribing=scribing)}


def named_at(fold: ScribeFold, typed: Mapping[int, str]) -> list[str]:
    """What each seat is called: by the name of its account, or as was typed; "" where nothing was."""
    known = players.names({player for player in fold.players if player is not None})
    seated = [known.get(player, "") if player else "" for player in fold.players] or [""] * fold.seats
    return [name or typed.get(seat, "") for seat, name in enumerate(seated)]


def forget(player: UUID) -> None:
    """The names that somebody typed, under any of their profiles, once they are erased."""
    with transaction.atomic():
        own = Scribing.objects.filter(owner__in=players.profiles(player))
        ScribedName.objects.filter(scribing__in=own.values("id")).delete()


def is_own(fold: ScribeFold, by: UUID | None) -> bool:
    """Whether they began it, under this profile or one that was merged into it."""
    return by is not None and (fold.owner == by or fold.owner in players.profiles(by))


def phone_of(fold: ScribeFold, by: UUID | None) -> UUID | None:
    """Under which of their profiles somebody records it."""
    if by is None:
        return None
    if by in fold.phones:
        return by
    mine = players.profiles(by)
    return next((one for one in fold.phones if one in mine), None)


def check_look(fold: ScribeFold, by: UUID | None) -> None:
    """Who may look at the replay. Raises NotFound."""
    if not fold.version or (fold.access != "link" and phone_of(fold, by) is None):
        raise NotFound("unknown_scribing", scribing=str(fold.id))


def check_right(fold: ScribeFold, by: UUID) -> None:
    """Only those who record it go on with it. Raises NotFound."""
    _phone(fold, by)


def _check_may_join(fold: ScribeFold, by: UUID) -> None:
    if not fold.version or not may_join(fold, by):
        raise NotFound("unknown_scribing", scribing=str(fold.id))


def _phone(fold: ScribeFold, by: UUID) -> UUID:
    found = phone_of(fold, by)
    if not fold.version or found is None:
        raise NotFound("unknown_scribing", scribing=str(fold.id))
    return found


def _check_hands_out(fold: ScribeFold, by: UUID) -> None:
    if not hands_out(fold, by):
        raise NotAllowed("scribe_only_owner")


def _check_after(fold: ScribeFold, after: int | None, stands: int) -> None:
    if after is not None and after != stands:
        raise Conflict("scribe_went_on", entries=len(fold.stood))


def _check_agrees(session: Session, fold: ScribeFold, viewer: int | None) -> None:
    if (entry := at_odds(session, fold, viewer)) is not None:
        raise Conflict("scribe_at_odds", entry=entry)


def _check_goes_on(fold: ScribeFold) -> None:
    if fold.match is not None or fold.is_broken_off:
        raise Conflict("scribe_is_closed")


def _change(
    scribing: UUID,
    decide: Callable[[ScribeFold], Sequence[ScribeEvent]],
    by: UUID,
    decision_id: UUID | None,
    expected_version: int | None,
    is_table: bool = False,
) -> ChangedScribing:
    """By one of those who record it; with ``is_table``, or who may at its tournament's table."""
    check = _check_may_join if is_table else check_right
    return SCRIBINGS.change(
        scribing,
        decide,
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=lambda fold: check(fold, by),
    )
