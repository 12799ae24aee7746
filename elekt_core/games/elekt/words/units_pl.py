"""Units and players as card texts name them, in Polish, in the cases they stand in (C1.27-C1.29)."""

from __future__ import annotations

from .phrases import Table, is_everywhere
from .terms_pl import ATTRIBUTES_OF, BASIC, CULTIST, ELITE, SPECTRE, UNIT, Noun, determiner

VERBS = {
    "attach": ("dołączyć", "dołącz", "dołącza"),
    "detach": ("zdjąć", "zdejmij", "zdejmuje"),
    "move": ("przenieść", "przenieś", "przenosi"),
    "swap": ("zamienić", "zamień", "zamienia"),
    "place": ("umieścić", "umieść", "umieszcza"),
    "take_in_hand": ("wziąć", "weź", "bierze"),
    "return": ("cofnąć", "cofnij", "cofa"),
    "annihilate": ("unicestwić", "unicestwij", "unicestwia"),
    "discard": ("odrzucić", "odrzuć", "odrzuca"),
    "gain": ("zyskać", "zyskaj", "zyskuje"),
    "take": ("odebrać", "odbierz", "odbiera"),
    "choose": ("wybrać", "wybierz", "wybiera"),
    "leave": ("pozostawić", "pozostaw", "pozostawia"),
    "make": ("sprawić,", "spraw,", "sprawia,"),
    "draw": ("dobrać", "dobierz", "dobiera"),
    "look": ("obejrzeć", "obejrzyj", "ogląda"),
    "give": ("przekazać", "przekaż", "przekazuje"),
    "resolve": ("rozstrzygnąć", "rozstrzygnij", "rozstrzyga"),
}
"""Infinitive, order, third person."""


ABILITIES = {"instant": "ze zdolnością natychmiastową", "permanent": "ze zdolnością stałą"}


def pronoun(filter_: Table, case: str) -> str:
    return determiner("it", head_of(filter_), case)


def head_of(filter_: Table) -> Noun:
    if "kind" in filter_:
        return {"basic": BASIC, "elite": ELITE}[filter_["kind"]]
    return {"cultist": CULTIST, "spectre": SPECTRE}.get(filter_.get("type", ""), UNIT)


def noun_phrase(filter_: Table, case: str, place: str = "") -> str:
    return head_of(filter_).case(case) + _traits(filter_) + place


def plural_noun(filter_: Table, case: str, place: str = "") -> str:
    return head_of(filter_).case("p" + case) + _traits(filter_) + place


def _traits(filter_: Table) -> str:
    traits = []
    if filter_.get("type") == "none":
        traits.append("bez typu")
    elif "kind" in filter_ and "type" in filter_:
        traits.append({"cultist": "typu Kultysta", "spectre": "typu Upiór"}[filter_["type"]])
    if "symbol" in filter_:
        traits.append(f"z symbolem {ATTRIBUTES_OF[filter_['symbol']]}")
    if filter_.get("token"):
        traits.append("z żetonem")
    if "ability" in filter_:
        traits.append(ABILITIES[filter_["ability"]])
    if "min_cost" in filter_:
        traits.append(f"ze zdolnością o koszcie co najmniej {filter_['min_cost']} Żaru")
    return "".join(f" {trait}" for trait in traits)


def subject_filter(ability: Table) -> Table:
    filter_: Table = ability.get("filter", {})
    return filter_


def unit_phrase(ability: Table, selector: str, filter_: Table, case: str, *, leaves: bool = False) -> str:
    here, other, any_ = (" z tej Strefy", " z innej Strefy", " z dowolnej Strefy") if leaves else PLACES
    if is_everywhere(ability):
        here = any_
    head = head_of(filter_)

    def named(word: str, place: str) -> str:
        return f"{determiner(word, head, case)} {noun_phrase(filter_, case, place)}"

    match selector:
        case "this":
            return f"{determiner('this', UNIT, case)} {UNIT.case(case)}"
        case "own":
            return named("own", here)
        case "other_own":
            return f"{determiner('other', head, case)} {named('own', here)}"
        case "other":
            return named("other", here)
        case "any":
            return named("any", here)
        case "all":
            return named("each", here)
        case "subject":
            return pronoun(subject_filter(ability), case)
        case "same":
            return f"{determiner('same', UNIT, case)} {UNIT.case(case)}"
        case "swapped":
            one = {"n": "jedna", "g": "jednej", "a": "jedną", "i": "jedną"}[case]
            return f"{one} z dwóch zamienionych Jednostek"
        case "own_other_zone":
            return named("own", other)
        case "own_any_zone":
            return f"{determiner('other', head, case)} {named('own', any_)}"
        case "any_zone_unit":
            return named("any", any_)
        case "hand_unit":
            return f"{noun_phrase(filter_, case)} ze swojej ręki"
        case "unit_of_annihilator":
            return noun_phrase(filter_, case, f" tego przeciwnika{here}")
    raise KeyError(selector)


PLACES = (" w tej Strefie", " w innej Strefie", " w dowolnej Strefie")


PLAYERS = {
    "assigner": "gracz",
    "acquirer": "zdobywca",
    "winner": "zwycięzca",
    "annihilator": "gracz, który dokonał unicestwienia,",
    "choose_opponent": "wybrany przeciwnik",
    "choose_opponent_in_zone": "wybrany przeciwnik z Jednostką w tej Strefie",
    "each_opponent": "każdy przeciwnik",
    "each_opponent_in_zone": "każdy przeciwnik z Jednostką w tej Strefie",
}


PLAYERS_OF = {
    "controller": "siebie",
    "assigner": "gracza",
    "acquirer": "zdobywcy",
    "winner": "zwycięzcy",
    "annihilator": "gracza, który dokonał unicestwienia",
    "choose_opponent": "wybranego przeciwnika",
    "choose_opponent_in_zone": "wybranego przeciwnika z Jednostką w tej Strefie",
    "each_opponent": "każdego przeciwnika",
    "each_opponent_in_zone": "każdego przeciwnika z Jednostką w tej Strefie",
}


def each_unit(ability: Table, target: str, filter_: Table) -> str:
    """A selector in a lasting rule, where it means every Unit that fits (C1.8), as a subject."""
    here = " w dowolnej Strefie" if is_everywhere(ability) else " w tej Strefie"
    each = determiner("each", head_of(filter_), "n")
    yours = determiner("your", head_of(filter_), "n")
    other = determiner("other", head_of(filter_), "n")
    match target:
        case "own":
            return f"{each} {yours} {noun_phrase(filter_, 'n', here)}"
        case "other_own":
            return f"{each} {other} {yours} {noun_phrase(filter_, 'n', here)}"
        case "other":
            return f"{each} {other} {noun_phrase(filter_, 'n', here)}"
        case "own_other_zone":
            return f"{each} {yours} {noun_phrase(filter_, 'n', ' w innej Strefie')}"
        case "own_any_zone":
            return f"{each} {other} {yours} {noun_phrase(filter_, 'n', ' w dowolnej Strefie')}"
        case "any" | "any_zone_unit":
            return f"{each} {noun_phrase(filter_, 'n', here if target == 'any' else ' w dowolnej Strefie')}"
    return unit_phrase(ability, target, filter_, "n")


def each_on(ability: Table, target: str, filter_: Table) -> str:
    """The same in the locative; for Units the genitive of each determiner and noun but the noun's own ending."""
    if target == "this":
        return "tej Jednostce"
    subject = each_unit(ability, target, filter_)
    words = {"każda": "każdej", "twoja": "twojej", "inna": "innej", "każdy": "każdym", "twój": "twoim", "inny": "innym"}
    nouns = {
        "Jednostka": "Jednostce",
        "Podstawowa": "Podstawowej",
        "Elitarna": "Elitarnej",
        "Kultysta": "Kultyście",
        "Upiór": "Upiorze",
    }
    return " ".join(words.get(word) or nouns.get(word, word) for word in subject.split(" "))


def each_of(ability: Table, target: str, filter_: Table) -> str:
    subject = each_unit(ability, target, filter_)
    words = {
        "ta": "tej",
        "każda": "każdej",
        "twoja": "twojej",
        "inna": "innej",
        "każdy": "każdego",
        "twój": "twojego",
        "inny": "innego",
    }
    nouns = {
        "Jednostka": "Jednostki",
        "Podstawowa": "Podstawowej",
        "Elitarna": "Elitarnej",
        "Kultysta": "Kultysty",
        "Upiór": "Upiora",
    }
    return " ".join(words.get(word) or nouns.get(word, word) for word in subject.split(" "))


WHOSE = {"all": "", "own": "twoich ", "controller": "twoich ", "opponents": "cudzych ", "each_opponent": "cudzych "}
