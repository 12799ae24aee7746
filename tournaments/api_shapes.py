"""What comes out of the API for tournaments. What goes in are commands (``tournaments.commands``)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from web.api.fields import Moment

from .consent.standing import Standing


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
