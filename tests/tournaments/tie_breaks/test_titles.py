"""Names of tie-breaks in both languages."""

from __future__ import annotations

from django.utils.translation import override

from tournaments.tie_breaks import names
from tournaments.tie_breaks.titles import title


def test_every_tie_break_that_is_offered_has_a_name_in_both_languages() -> None:
    with override("en"):
        english = {code: title(code) for code in names()}
    with override("pl"):
        polish = {code: title(code) for code in names()}
    assert len(set(english.values())) == len(set(polish.values())) == len(names())
    assert (english["BH-C1"], polish["BH-C1"]) == ("Buchholz, cut 1", "Buchholz, skreślenie 1")
    assert (english["DE-P"], polish["DE-P"]) == (
        "Direct encounter, forfeits as played",
        "Wynik bezpośredniego spotkania, walkowery jako rozegrane",
    )
