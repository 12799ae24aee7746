"""A small sample of ``./run bench fuzz_records``: whatever is done to a record, the answer says where, and in time."""

from __future__ import annotations

import random

import pytest

from benchmarks import fuzz_records as fuzz
from tests.sampling import sample

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def test_mutations_are_refused_with_their_place_or_are_records() -> None:
    texts, rng = fuzz.originals(sample(fuzz.AT_TABLES[-1:], fuzz.AT_TABLES)), random.Random(5)
    for _ in range(sample(10, 5_000)):
        for outcome in fuzz.outcomes(fuzz.mutated(rng.choice(texts), rng)):
            assert outcome.seconds < fuzz.SLOW
