"""What goes in and out of the API for tournaments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from web.api.fields import MAX_EVENTS, Change, Moment, Strict, WholeNumber

from .consent.standing import Standing
from .corrections import CHOICES
from .decisions import presence
from .decisions.field import HIGHEST_RATING, LONGEST_DIVISION, MOST_ENTRANTS
from .decisions.results import HIGHEST_SCORE
from .decisions.windows import DEFAULTS
from .formats.contract import Bye
from .presets import PRESETS
from .services import LONGEST_REMARK, LONGEST_TITLE
from .state import Role

MOST_TABLE = 4
MOST_ROUND = 1000

# --- requests ---------------------------------------------------------------------------------------------


class Reasoned(Change):
    reason = serializers.CharField(
        max_length=LONGEST_REMARK, required=False, allow_blank=True, help_text="Kept in the change log."
    )


class SourceFields(Strict):
    stage = serializers.CharField(max_length=40, required=False, help_text="An earlier stage.")
    division = serializers.CharField(max_length=LONGEST_DIVISION, required=False)
    best = WholeNumber(min_value=0, max_value=MOST_ENTRANTS, required=False)
    rest = WholeNumber(min_value=0, max_value=MOST_ENTRANTS, required=False)


class StageFields(Strict):
    key = serializers.SlugField(max_length=40)
    plan = serializers.DictField(help_text="format, seats, least, rounds, scoring, tie_breaks, settings.")
    source = SourceFields(required=False)  # type: ignore[assignment]
    window_minutes = WholeNumber(
        min_value=0,
        max_value=1_000_000,
        required=False,
        allow_null=True,
        help_text="Its own window for each round, all rounds of a schedule at once; 0: none. Left out: the settings'.",
    )


class SettingsFields(Strict):
    """What is left out is as usual."""

    online = serializers.BooleanField(required=False)
    automatic = serializers.BooleanField(required=False)
    listed = serializers.BooleanField(required=False)
    open_entry = serializers.BooleanField(required=False)
    check_in = serializers.BooleanField(required=False)
    late_entry = serializers.BooleanField(required=False)
    players_report = serializers.BooleanField(required=False)
    rated = serializers.BooleanField(
        required=False, help_text="Left out: a listed tournament is rated, an unlisted one is not."
    )
    club = serializers.UUIDField(
        required=False, allow_null=True, help_text="Whose tournament it is: a club that you run."
    )
    capacity = WholeNumber(min_value=0, max_value=MOST_ENTRANTS, required=False)
    entries_close = Moment(required=False)
    starts = Moment(required=False)
    all_rounds = serializers.BooleanField(required=False)
    window_minutes = WholeNumber(min_value=0, max_value=1_000_000, required=False)
    window_default = serializers.ChoiceField(DEFAULTS, required=False)
    round_minutes = WholeNumber(min_value=0, max_value=100_000, required=False)
    grace_minutes = WholeNumber(
        min_value=0,
        max_value=100_000,
        required=False,
        help_text="How late players may come to a real table; 0: any time.",
    )
    grace_from = serializers.ChoiceField(presence.FROM, required=False, help_text="From when that counts.")
    grace_default = serializers.ChoiceField(
        presence.DEFAULTS, required=False, help_text="What becomes of who is not there by then."
    )
    call_minutes = WholeNumber(min_value=0, max_value=100_000, required=False)
    report_minutes = WholeNumber(min_value=0, max_value=100_000, required=False)
    dispute_minutes = WholeNumber(min_value=0, max_value=100_000, required=False)


class OpenTournament(Strict):
    """Either ``preset`` with what it wishes, or ``stages`` in full."""

    title = serializers.CharField(max_length=LONGEST_TITLE)
    game = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=60, required=False)
    options = serializers.DictField(required=False)
    cards = serializers.CharField(max_length=60, required=False)
    preset = serializers.ChoiceField(sorted(PRESETS), required=False)
    seats = WholeNumber(min_value=2, max_value=MOST_TABLE, required=False)
    rounds = WholeNumber(min_value=0, max_value=MOST_ROUND, required=False)
    best = WholeNumber(min_value=0, max_value=MOST_ENTRANTS, required=False)
    stages = StageFields(many=True, required=False)
    settings = SettingsFields(required=False)
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")


class NewcomerFields(Strict):
    """A player by id, a bot by its name, or a new person by a name."""

    player = serializers.UUIDField(required=False)
    bot = serializers.CharField(max_length=40, required=False)
    name = serializers.CharField(max_length=32, required=False)
    rating = WholeNumber(min_value=0, max_value=HIGHEST_RATING, required=False)
    division = serializers.CharField(max_length=LONGEST_DIVISION, required=False)


class TablesFields(Strict):
    """What is to become of published tables with the change, and of stages that took their entrants from this one."""

    stage = serializers.CharField(max_length=40)
    choice = serializers.ChoiceField(CHOICES, required=False, help_text="What becomes of the published tables.")
    later = serializers.ChoiceField(CHOICES, required=False, help_text="What becomes of stages that have begun since.")


class Enter(Change):
    newcomers = NewcomerFields(many=True)
    tables = TablesFields(required=False, help_text="For arbiters.")


class CheckIn(Change):
    numbers = serializers.ListField(child=WholeNumber(min_value=1, max_value=MAX_EVENTS), max_length=MOST_ENTRANTS)
    here = serializers.BooleanField(required=False)


class Number(Reasoned):
    no = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    tables = TablesFields(required=False, help_text="For arbiters.")


class Swap(Reasoned):
    stage = serializers.CharField(max_length=40)
    one = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    other = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    anyway = serializers.BooleanField(
        required=False, help_text="Also where that makes two meet again, or gives somebody a second bye."
    )


class Seed(Change):
    order = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MAX_EVENTS),
        max_length=MOST_ENTRANTS,
        help_text="The whole field, the strongest first.",
    )


class TakeBack(Reasoned):
    stage = serializers.CharField(max_length=40)
    round_no = WholeNumber(
        min_value=1, max_value=MOST_ROUND, required=False, help_text="The last round; the whole stage if not given."
    )


class StageNamed(Change):
    stage = serializers.CharField(max_length=40)


class StartStage(Reasoned):
    stage = serializers.CharField(max_length=40)
    entrants = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MAX_EVENTS),
        max_length=MOST_ENTRANTS,
        required=False,
        help_text="Who of the stage before goes on, where an arbiter decides otherwise than the results.",
    )


class Exchange(Reasoned):
    stage = serializers.CharField(max_length=40)
    out = WholeNumber(min_value=1, max_value=MAX_EVENTS, help_text="Who has left.")
    into = WholeNumber(min_value=1, max_value=MAX_EVENTS, help_text="Of the stage before.")


class Challenge(StageNamed):
    challenged = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    challenger = WholeNumber(
        min_value=1, max_value=MAX_EVENTS, required=False, help_text="Your own entry where it is not given."
    )


class GrantBye(Change):
    no = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    stage = serializers.CharField(max_length=40)
    round_no = WholeNumber(min_value=1, max_value=MOST_ROUND)
    bye = serializers.ChoiceField(
        [bye.value for bye in (Bye.ZERO, Bye.HALF, Bye.FULL)], allow_null=True, help_text="null takes it back."
    )


class Penalise(Reasoned):
    no = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    stage = serializers.CharField(max_length=40)
    points = WholeNumber(min_value=0, max_value=1000, help_text="Half-points; 0 is a warning.")
    tables = TablesFields(required=False)


class LiftPenalty(Reasoned):
    stage = serializers.CharField(max_length=40)
    index = WholeNumber(min_value=0, max_value=MAX_EVENTS, help_text="Of the stage's penalties, from 0.")
    tables = TablesFields(required=False)


class ResultFields(Change):
    places = serializers.ListField(child=WholeNumber(min_value=1, max_value=MOST_TABLE), min_length=2, max_length=4)
    scores = serializers.ListField(
        child=WholeNumber(min_value=-HIGHEST_SCORE, max_value=HIGHEST_SCORE), required=False, max_length=4
    )
    forfeited = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=3), required=False, max_length=4, help_text="Seats, from 0."
    )


class Seats(Change):
    seats = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=MOST_TABLE - 1),
        min_length=1,
        max_length=MOST_TABLE,
        help_text="From 0.",
    )


class CallPlayers(Change):
    seats = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=MOST_TABLE - 1),
        min_length=1,
        max_length=MOST_TABLE,
        required=False,
        help_text="From 0; everybody who is not there yet where none are given.",
    )


class NotePresence(Seats):
    here = serializers.BooleanField(required=False, help_text="false takes it back.")


class Correct(Reasoned):
    places = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST_TABLE),
        min_length=2,
        max_length=4,
        allow_null=True,
        help_text="null takes the result away.",
    )
    scores = serializers.ListField(
        child=WholeNumber(min_value=-HIGHEST_SCORE, max_value=HIGHEST_SCORE), required=False, max_length=4
    )
    forfeited = serializers.ListField(child=WholeNumber(min_value=0, max_value=3), required=False, max_length=4)
    choice = serializers.ChoiceField(CHOICES, required=False, help_text="What becomes of the published tables.")
    later = serializers.ChoiceField(
        CHOICES,
        required=False,
        help_text="What becomes of stages that have begun with entrants of this one, where others would have gone on.",
    )


class PreviewCorrection(Correct):
    work_out = serializers.BooleanField(
        required=False, help_text="Also which tables pairing again would give; in a large field that takes seconds."
    )


class Repair(Reasoned):
    stage = serializers.CharField(max_length=40)
    choice = serializers.ChoiceField(CHOICES, help_text="What becomes of the published tables.")


class PenaltyFields(Strict):
    no = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    points = WholeNumber(min_value=0, max_value=1000, help_text="Half-points.")


class PreviewChange(Strict):
    """One of the changes, or none: then what a repair of the published tables would do."""

    stage = serializers.CharField(max_length=40)
    newcomers = NewcomerFields(many=True, required=False)
    withdraw = WholeNumber(min_value=1, max_value=MAX_EVENTS, required=False)
    bring_back = WholeNumber(min_value=1, max_value=MAX_EVENTS, required=False)
    penalise = PenaltyFields(required=False)
    lift = WholeNumber(min_value=0, max_value=MAX_EVENTS, required=False, help_text="A penalty's index.")
    work_out = serializers.BooleanField(
        required=False, help_text="Also which tables pairing again would give; in a large field that takes seconds."
    )


class GrantRole(Change):
    player = serializers.UUIDField()
    role = serializers.ChoiceField([role.value for role in Role], allow_null=True, help_text="null takes it away.")


# --- answers ----------------------------------------------------------------------------------------------


class Changed(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    repeated = serializers.BooleanField()


class LineShown(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    game = serializers.CharField()
    ruleset = serializers.CharField()
    status = serializers.CharField()
    online = serializers.BooleanField()
    starts = Moment(allow_null=True)
    entrants = serializers.IntegerField()
    changed_at = Moment()


class EntrantShown(serializers.Serializer[Any]):
    no = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.UUIDField(allow_null=True)
    bot = serializers.CharField(allow_blank=True)
    rating = serializers.IntegerField()
    division = serializers.CharField(allow_blank=True)
    checked_in = serializers.BooleanField()
    withdrawn = serializers.BooleanField()
    confirmed = serializers.BooleanField(
        help_text="They have entered, or confirmed the entry, by themselves: what is typed of them is rated."
    )


class ResultShown(serializers.Serializer[Any]):
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    forfeited = serializers.ListField(child=serializers.IntegerField())


class CallShown(serializers.Serializer[Any]):
    at = Moment()
    seats = serializers.ListField(child=serializers.IntegerField())
    last = serializers.BooleanField(help_text="By the clock, shortly before the time to come is over.")


class TypedRatingShown(serializers.Serializer[Any]):
    """Whether a typed result is rated, and why not."""

    stands = serializers.ChoiceField([one.value for one in Standing])
    unconfirmed = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seats (from 0) for which nobody has confirmed it."
    )
    objecting = serializers.ListField(child=serializers.IntegerField(), help_text="Seats whose objection is open.")


class TableShown(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    slot = serializers.CharField(allow_blank=True)
    seats = serializers.ListField(child=serializers.IntegerField())
    progress = serializers.CharField()
    result = ResultShown(allow_null=True)
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    corrected = serializers.BooleanField()
    here = serializers.ListField(child=serializers.IntegerField(), help_text="Seats known to be at the real table.")
    missed = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that did not come in time.")
    lost = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that forfeit by that.")
    calls = CallShown(many=True)
    opened = serializers.ListField(child=serializers.UUIDField(), help_text="Tables here, one for each game.")
    rating = TypedRatingShown(allow_null=True, help_text="Of a typed result at a rated event.")


class RoundShown(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    tables = TableShown(many=True)
    byes = serializers.DictField(child=serializers.CharField())


class StageShown(serializers.Serializer[Any]):
    key = serializers.CharField()
    plan = serializers.DictField()
    window_minutes = serializers.IntegerField(allow_null=True, help_text="Its own for each round; null: the settings'.")
    begun = serializers.BooleanField()
    over = serializers.BooleanField()
    ends = Moment(allow_null=True, help_text="When the time of an arena is up: nobody is paired from then on.")
    seed = serializers.CharField(allow_blank=True, help_text="Decides all lots; anybody can draw them again.")
    entrants = serializers.ListField(child=serializers.IntegerField())
    rounds = RoundShown(many=True)


class TournamentShown(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    game = serializers.CharField()
    ruleset = serializers.CharField()
    status = serializers.CharField()
    settings = serializers.DictField()
    my_role = serializers.CharField(allow_null=True)
    my_number = serializers.IntegerField(allow_null=True)
    hash = serializers.CharField(help_text="Of everything above and below: equal states have equal hashes.")
    entrants = EntrantShown(many=True)
    stages = StageShown(many=True)


class TieBreakShown(serializers.Serializer[Any]):
    code = serializers.CharField()
    value = serializers.CharField(help_text="Exact: a whole number or a fraction; points are counted in half-points.")
    shown = serializers.CharField()


class StandingShown(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    no = serializers.IntegerField()
    name = serializers.CharField()
    half_points = serializers.CharField()
    points = serializers.CharField()
    tie_breaks = TieBreakShown(many=True)


class PairingShown(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    slot = serializers.CharField(allow_blank=True)
    seats = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.DictField(allow_null=True)


class ProposalShown(serializers.Serializer[Any]):
    pairings = PairingShown(many=True)
    byes = serializers.DictField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.DictField())


class MovedShown(serializers.Serializer[Any]):
    no = serializers.IntegerField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    half_points_before = serializers.CharField(allow_null=True)
    half_points = serializers.CharField(allow_null=True)


class ByeShown(serializers.Serializer[Any]):
    no = serializers.IntegerField()
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)


class ChoiceShown(serializers.Serializer[Any]):
    name = serializers.CharField()
    open = serializers.BooleanField()
    worked_out = serializers.BooleanField()
    refused = serializers.CharField(allow_blank=True)
    changed = PairingShown(many=True)
    removed = PairingShown(many=True)
    byes = ByeShown(many=True, help_text="Of the running round, those that change.")
    kept = serializers.ListField(
        child=serializers.CharField(), help_text="Later stages that stay as they are, since they have been played."
    )


class RatingMoved(serializers.Serializer[Any]):
    who = serializers.CharField(help_text="`player:<id>` or `bot:<name>`.")
    name = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class TablesChoice(ChoiceShown):
    moved = MovedShown(many=True, help_text="What this choice does to the standings.")
    ratings = RatingMoved(many=True, help_text="And to ratings, if it was made now.")
    breaches = serializers.ListField(
        child=serializers.DictField(), help_text="Repeats and second byes that it makes in a Swiss: `code` and `data`."
    )


class QualifiedShown(serializers.Serializer[Any]):
    stage = serializers.CharField()
    out = serializers.ListField(child=serializers.IntegerField(), help_text="Who would not have gone on.")
    into = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who would have, each in the other's place."
    )
    reordered = serializers.BooleanField(help_text="The same would have gone on, seeded otherwise.")
    border = serializers.BooleanField(help_text="Nobody goes on: it is a play-off between two divisions of a league.")


class LaterShown(serializers.Serializer[Any]):
    stages = QualifiedShown(many=True)
    choices = ChoiceShown(many=True)


class PreviewShown(serializers.Serializer[Any]):
    moved = MovedShown(many=True, help_text="What the first choice, which keeps the tables, does to the standings.")
    ratings = RatingMoved(many=True, help_text="And to ratings, if it was made now.")
    rating = TypedRatingShown(allow_null=True, help_text="Whether the corrected result would be rated.")
    at_odds = PairingShown(many=True)
    unseated = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who came after the round was paired, and has no table in it."
    )
    choices = TablesChoice(
        many=True, help_text="Those that have a meaning: one that would do the same as one before it is left out."
    )
    later = LaterShown(
        allow_null=True,
        help_text="Stages that have begun with entrants of this one, and a league's play-offs.",
    )


class ChangeShown(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    at = Moment()
    actor = serializers.CharField()
    events = serializers.ListField(child=serializers.DictField())
    said = serializers.ListField(child=serializers.CharField())
    hash = serializers.CharField(help_text="The link of the stream's hash chain at the first of these events.")
    undone = serializers.BooleanField()
