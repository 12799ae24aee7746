"""What goes in and out of the API for tournaments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api_serializers import MOST_EVENTS, Moment, Strict, WholeNumber

from .corrections import CHOICES
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


class Repeatable(Strict):
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")
    expected_version = WholeNumber(
        min_value=1,
        max_value=MOST_EVENTS,
        required=False,
        help_text="The version that you have seen; refused if it has changed.",
    )


class Reasoned(Repeatable):
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


class SettingsFields(Strict):
    """What is left out is as usual."""

    online = serializers.BooleanField(required=False)
    automatic = serializers.BooleanField(required=False)
    listed = serializers.BooleanField(required=False)
    open_entry = serializers.BooleanField(required=False)
    check_in = serializers.BooleanField(required=False)
    late_entry = serializers.BooleanField(required=False)
    players_report = serializers.BooleanField(required=False)
    rated = serializers.BooleanField(required=False)
    capacity = WholeNumber(min_value=0, max_value=MOST_ENTRANTS, required=False)
    entries_close = Moment(required=False)
    starts = Moment(required=False)
    all_rounds = serializers.BooleanField(required=False)
    window_minutes = WholeNumber(min_value=0, max_value=1_000_000, required=False)
    window_default = serializers.ChoiceField(DEFAULTS, required=False)
    round_minutes = WholeNumber(min_value=0, max_value=100_000, required=False)
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


class Enter(Repeatable):
    newcomers = NewcomerFields(many=True)


class CheckIn(Repeatable):
    numbers = serializers.ListField(child=WholeNumber(min_value=1, max_value=MOST_EVENTS), max_length=MOST_ENTRANTS)
    here = serializers.BooleanField(required=False)


class Number(Reasoned):
    no = WholeNumber(min_value=1, max_value=MOST_EVENTS)


class StageNamed(Repeatable):
    stage = serializers.CharField(max_length=40)


class Challenge(StageNamed):
    challenged = WholeNumber(min_value=1, max_value=MOST_EVENTS)
    challenger = WholeNumber(
        min_value=1, max_value=MOST_EVENTS, required=False, help_text="Your own entry where it is not given."
    )


class GrantBye(Repeatable):
    no = WholeNumber(min_value=1, max_value=MOST_EVENTS)
    stage = serializers.CharField(max_length=40)
    round_no = WholeNumber(min_value=1, max_value=MOST_ROUND)
    bye = serializers.ChoiceField(
        [bye.value for bye in (Bye.ZERO, Bye.HALF, Bye.FULL)], allow_null=True, help_text="null takes it back."
    )


class Penalise(Reasoned):
    no = WholeNumber(min_value=1, max_value=MOST_EVENTS)
    stage = serializers.CharField(max_length=40)
    points = WholeNumber(min_value=0, max_value=1000, help_text="Half-points; 0 is a warning.")


class ResultFields(Repeatable):
    places = serializers.ListField(child=WholeNumber(min_value=1, max_value=MOST_TABLE), min_length=2, max_length=4)
    scores = serializers.ListField(
        child=WholeNumber(min_value=-HIGHEST_SCORE, max_value=HIGHEST_SCORE), required=False, max_length=4
    )
    forfeited = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=3), required=False, max_length=4, help_text="Seats, from 0."
    )


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


class GrantRole(Repeatable):
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


class ResultShown(serializers.Serializer[Any]):
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    forfeited = serializers.ListField(child=serializers.IntegerField())


class TableShown(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    slot = serializers.CharField(allow_blank=True)
    seats = serializers.ListField(child=serializers.IntegerField())
    progress = serializers.CharField()
    result = ResultShown(allow_null=True)
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    corrected = serializers.BooleanField()
    opened = serializers.ListField(child=serializers.UUIDField(), help_text="Tables here, one for each game.")


class RoundShown(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    tables = TableShown(many=True)
    byes = serializers.DictField(child=serializers.CharField())


class StageShown(serializers.Serializer[Any]):
    key = serializers.CharField()
    plan = serializers.DictField()
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


class ChoiceShown(serializers.Serializer[Any]):
    name = serializers.CharField()
    open = serializers.BooleanField()
    worked_out = serializers.BooleanField()
    refused = serializers.CharField(allow_blank=True)
    changed = PairingShown(many=True)
    removed = PairingShown(many=True)


class RatingMoved(serializers.Serializer[Any]):
    who = serializers.CharField(help_text="`player:<id>` or `bot:<name>`.")
    name = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class PreviewShown(serializers.Serializer[Any]):
    moved = MovedShown(many=True)
    ratings = RatingMoved(many=True, help_text="What it does to ratings, if the correction was made now.")
    at_odds = PairingShown(many=True)
    choices = ChoiceShown(many=True)


class ChangeShown(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    at = Moment()
    actor = serializers.CharField()
    events = serializers.ListField(child=serializers.DictField())
    said = serializers.ListField(child=serializers.CharField())
    hash = serializers.CharField(help_text="The link of the stream's hash chain at the first of these events.")
    undone = serializers.BooleanField()
