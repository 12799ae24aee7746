"""The binary form of COPY, as PostgreSQL's manual tells it; and rows in which any text may stand."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from ledger.bulk import BEGIN, END, Packing, insert_texts
from matches.models import BroughtCard

ROW = b"\x00\x03" + b"\x00\x00\x00\x08" + b"\xff" * 7 + b"\xfe" + b"\x00\x00\x00\x04\x00\x00\x00\x07"


def test_a_row_is_the_number_of_its_fields_and_each_field_has_its_length() -> None:
    whole = ROW + b"\x00\x00\x00\x02\x00\x09"
    empty = ROW + b"\xff\xff\xff\xff"
    packing = Packing("qih")
    assert packing.rows([(-2, 7, 9)] * 2) == whole * 2
    assert packing.rows([(-2, 7, 9), (-2, 7, None)]) == whole + empty
    assert (BEGIN, END) == (b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", b"\xff\xff")


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(Exception, match="format requires"):
        Packing("h").rows([(40_000,)])


@pytest.mark.django_db
def test_any_text_stands_as_it_was_written() -> None:
    match, cards = uuid4(), ["a\tb", "a\\nb", "None", "\\N", "zażółć\n'%s'"]
    rows = [(match.hex, card) for card in cards]
    insert_texts(BroughtCard, ("match", "card"), rows)
    assert sorted(BroughtCard.objects.values_list("match", "card")) == sorted((match, card) for card in cards)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_texts(BroughtCard, ("match", "card"), rows[:1])
