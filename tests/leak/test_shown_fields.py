"""What the API shows of the platform's own data: no field is shown that nobody has looked at.

Answers follow from dataclasses, so a field that is added to one would be shown by itself. Whoever adds one asks who may
see it, marks it ``UNSHOWN`` if not everybody who gets the answer may, and then writes the list anew:
``python -m tests.leak.test_shown_fields``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

SHOWN = Path(__file__).with_name("shown_fields.txt")


def shown_fields() -> list[str]:
    """``Component.field`` for whatever an answer of the API can hold, in alphabetical order."""
    from drf_spectacular.generators import SchemaGenerator  # it wants the apps loaded

    document: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    schemas = document["components"]["schemas"]
    found: set[str] = set()
    answers = [
        content["schema"]
        for path in document["paths"].values()
        for operation in path.values()
        for code, answer in operation.get("responses", {}).items()
        if code.startswith("2")
        for content in answer.get("content", {}).values()
    ]
    seen: set[str] = set()
    while answers:
        _walk(answers.pop(), "", found, answers, schemas, seen)
    return sorted(found)


def _walk(schema: Any, name: str, found: set[str], more: list[Any], schemas: Any, seen: set[str]) -> None:
    if isinstance(schema, list):
        for one in schema:
            _walk(one, name, found, more, schemas, seen)
    if not isinstance(schema, dict):
        return
    if reference := schema.get("$ref"):
        component = reference.rpartition("/")[2]
        if component not in seen:
            seen.add(component)
            _walk(schemas[component], component, found, more, schemas, seen)
    for field, inner in schema.get("properties", {}).items():
        found.add(f"{name}.{field}")
        _walk(inner, f"{name}.{field}", found, more, schemas, seen)
    for part in ("items", "additionalProperties", "allOf", "anyOf", "oneOf"):
        _walk(schema.get(part), name, found, more, schemas, seen)


def test_no_field_is_shown_that_nobody_has_looked_at() -> None:
    known = SHOWN.read_text("utf-8").splitlines()
    fields = shown_fields()
    assert len(fields) > 300
    assert [field for field in fields if field not in known] == [], "who may see it? see the head of this file"
    assert [field for field in known if field not in fields] == [], "it is no longer shown: write the list anew"


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    SHOWN.write_text("".join(f"{field}\n" for field in shown_fields()), "utf-8")
