"""What requests and answers of the API are made of: strict fields, and what every change takes."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from rest_framework import serializers

MAX_EVENTS = 2**31 - 1


class Strict(serializers.Serializer[Any]):
    """A request. Fields that nobody knows are refused: a misspelt one must not be ignored in silence."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            for name in data:
                if name not in self.fields:
                    raise serializers.ValidationError({str(name): [f"Unknown field; known: {', '.join(self.fields)}."]})
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; not a text, not true or false."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """true or false; no number, and no text."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Moment(serializers.DateTimeField):
    """A time in UTC, whatever the server's time zone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)


class Change(Strict):
    """A change of whatever has a version."""

    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")
    expected_version = WholeNumber(
        min_value=0,
        max_value=MAX_EVENTS,
        required=False,
        help_text="The version that you have seen; refused if it has changed.",
    )
