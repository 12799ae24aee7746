"""What goes in and out of the API of card lists."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from web.api.fields import Change, Moment, Strict

from .models import CardList
from .services import NAME_LENGTH, NOTE_LENGTH


class NewVersion(Strict):
    text = serializers.CharField(trim_whitespace=False, help_text="The card file (TOML), see docs/card-files.md.")
    note = serializers.CharField(max_length=NOTE_LENGTH, required=False, allow_blank=True, help_text="What is new.")
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")


class NewList(NewVersion):
    game = serializers.CharField(max_length=40)
    name = serializers.CharField(max_length=NAME_LENGTH)
    access = serializers.ChoiceField(CardList.Access.choices, required=False, help_text="`owner` if left out.")


class AddVersion(NewVersion, Change):
    """A further version."""


class ChangeList(Change):
    """Only what stands here is changed, all of it or nothing."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    access = serializers.ChoiceField(CardList.Access.choices, required=False)
    retired = serializers.BooleanField(required=False)


class CheckFile(Strict):
    game = serializers.CharField(max_length=40)
    text = serializers.CharField(trim_whitespace=False)


class Version(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    cards = serializers.CharField(help_text="SHA-256 of the text: the `card_set` of records.")
    note = serializers.CharField(allow_blank=True)
    added_at = Moment()


class CardListShown(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.UUIDField()
    owner_name = serializers.CharField()
    access = serializers.ChoiceField(CardList.Access.choices)
    retired = serializers.BooleanField()
    mine = serializers.BooleanField()
    newest = serializers.IntegerField(help_text="The number of the newest version.")
    choice = serializers.CharField(help_text="What opens a table with the newest version: `cards` of open_table.")
    opened_at = Moment()
    changed_at = Moment()


class CardListWithVersions(CardListShown):
    versions = Version(many=True)


class VersionWithText(Version):
    text = serializers.CharField()


class Flaw(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="From 1; 0 where no line is to blame.")
    where = serializers.CharField(allow_blank=True, help_text="The table: `unit symbiont`.")
    key = serializers.CharField(allow_blank=True, help_text="The field in it: `ability.effects[0].target`.")
    code = serializers.CharField(help_text="A stable word for programs.")
    sentence = serializers.CharField()


class CardFileChecked(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    cards = serializers.CharField(allow_blank=True, help_text="The hash it would have.")
    flaws = Flaw(many=True)


class CardListChanged(serializers.Serializer[Any]):
    list = serializers.UUIDField()
    version = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The newest version.")
    cards = serializers.CharField()
    repeated = serializers.BooleanField()
