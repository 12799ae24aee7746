"""The gallery says which sets exist that are not played here, and how little is known of them (E22.1)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "said"), [("pl", "znany tylko z nazwy"), ("en", "known by name only")], ids=["pl", "en"]
)
def test_the_gallery_lists_the_sets_that_are_known_by_name(language: str, said: str) -> None:
    page = Client(headers={"accept-language": language}).get(reverse("matches:cards", args=["elekt"]))
    text = page.content.decode()
    assert page.status_code == 200
    assert text.count(said) == 12  # of 14; Artefakty and Intrygi are known in outline
    for name in ("Powołanie", "Cesarski Pupil", "Rubież"):
        assert name in text
    assert reverse("matches:rule", args=["elekt", "E22.3"]) in text
