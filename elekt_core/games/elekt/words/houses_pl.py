"""Polish sentences about the Elder Houses (E21). Their name is a plural, so the verbs that go with it are too."""

from __future__ import annotations

from ....contract import UNKNOWN, Awaiting, Decision
from .. import events as ev
from ..state import State
from ..vocabulary import ATTRIBUTES
from . import terms_pl as terms
from .narrator import Narrator
from .terms_pl import counted

PLURALS = {
    "bierze": "biorą",
    "cofa": "cofają",
    "dobiera": "dobierają",
    "ma": "mają",
    "mianuje": "mianują",
    "ocala": "ocalają",
    "odbiera": "odbierają",
    "odrzuca": "odrzucają",
    "ogląda": "oglądają",
    "otrzymuje": "otrzymują",
    "płaci": "płacą",
    "przydziela": "przydzielają",
    "rezygnuje": "rezygnują",
    "traci": "tracą",
    "umieszcza": "umieszczają",
    "unicestwia": "unicestwiają",
    "używa": "używają",
    "wskazuje": "wskazują",
    "wygrywa": "wygrywają",
    "zachowuje": "zachowują",
    "zamienia": "zamieniają",
    "zbiera": "zbierają",
    "zdobywa": "zdobywają",
    "zostaje": "zostają",
    "Zostaje": "Zostają",
    "zyskuje": "zyskują",
}

REASONS = {
    "last_zone": "tam gracz przydzielił swoją ostatnią Jednostkę",
    "first_free_zone": "pierwsze wolne miejsce od lewej",
    "no_memory": "gracz niczego jeszcze nie przydzielił, więc pierwsze wolne miejsce od lewej",
    "zone_forbidden": "pierwsza od lewej Strefa, do której wolno przydzielić tę Jednostkę",
    "no_heat": "za mało Żaru, więc zdolność nie działa",
    "no_seal_left": "zdolność niczego nie zmieniła, ale w puli nie ma żetonu na Pieczęć",
    "token_order": "żetony w kolejności Władza, Przemoc, Podstęp, Okultyzm",
    "fewest_tokens": "ich Jednostka z najmniejszą liczbą żetonów",
    "stolen_order": "żeton pierwszy w kolejności Władza, Przemoc, Podstęp, Okultyzm",
    "nothing_to_steal": "żadna Jednostka gracza nie ma tu żetonu do odebrania",
    "steal_instead": "odebranie żetonu zamiast zamiany Jednostek",
    "first_elite": "pierwsza od lewej Jednostka Elitarna gracza",
    "first_basic": "pierwsza od lewej Jednostka Podstawowa gracza, bo żadnej Elitarnej nie można tu unicestwić",
    "nobody_to_annihilate": "nie ma Jednostki gracza, którą można unicestwić",
    "never_saves": "swoich Jednostek nie ocalają nigdy",
    "both_effects": "najpierw zwykły efekt wygranej, potem także ten z karty",
    "no_privilege_left": "nie ma już zakrytego Przywileju, więc Żar przepada",
    "counts_as_title": "Przywilej leży u nich zakryty i liczy się jako Tytuł",
    "takes_sceptre": "Berło biorą zawsze dla siebie",
    "first_from_left": "pierwsza możliwa od lewej",
    "no_right_unit": "po właściwej stronie nie ma odpowiedniej Jednostki",
    "top_of_pile": "karta z wierzchu stosu",
    "sees_nothing": "obejrzenie ręki gracza nic im nie daje",
    "names_itself": "remis rozstrzygają zawsze na swoją korzyść",
}
"""Why (``events.HousesChose``): after a dash, in brackets comes the rule."""


class HousesPolish(Narrator):
    @classmethod
    def agreeing(cls, verb: str) -> str:
        return PLURALS.get(verb, verb)

    preceding = agreeing

    def gambit_prepared(self, e: ev.GambitPrepared, after: State) -> str:
        tokens = ", ".join(f"{terms.ATTRIBUTES[a]} {n}" for a, n in zip(ATTRIBUTES, e.set_aside, strict=True) if n)
        units = f"; Jednostki: {self.listed(e.units)}" if e.units else ""
        level = self.option_value("level", e.level)
        return f"Cesarski Gambit, poziom {level}. Poza grą zostają żetony: {tokens}{units}."

    def masters_dealt(self, e: ev.MastersDealt, after: State) -> str:
        what = "Przywilej" if len(e.cards) == 1 else "Przywileje"
        return f"{self.houses} otrzymują {what}: {self.listed(e.cards)}."

    def houses_hand_shuffled(self, e: ev.HousesHandShuffled, after: State) -> str:
        return f"{self.houses} tasują swoją rękę (Jednostki: {len(e.units)})."

    def houses_chose(self, e: ev.HousesChose, after: State) -> str:
        return f"{self.houses}: {self.subject(e)}{REASONS.get(e.why, e.why)} ({e.rule})."

    def houses_units_passed_over(self, e: ev.HousesUnitsPassedOver, after: State) -> str:
        what = counted(e.number, "Jednostka", "Jednostki", "Jednostek")
        return f"Żadna Strefa nie może przyjąć karty z wierzchu ich ręki; na spód trafia: {what} (E21.19)."

    def houses_turn_lost(self, e: ev.HousesTurnLost, after: State) -> str:
        return f"{self.houses} nie mają czego przydzielić: ta tura przepada ({e.rule})."

    def seal_gained(self, e: ev.SealGained, after: State) -> str:
        return f"{self.houses} zyskują Pieczęć (razem {e.seals}): {self.card(e.card)} niczego nie zmienia (E21.22)."

    def seals_converted(self, e: ev.SealsConverted, after: State) -> str:
        seals = counted(e.seals, "Pieczęć", "Pieczęcie", "Pieczęci")
        marker = ", który oznacza zakryty Przywilej" if e.marked else ""
        return f"{self.houses} oddają {seals} i zyskują Tytuł{marker} (E21.24)."

    def seals_lost(self, e: ev.SealsLost, after: State) -> str:
        return f"{self.houses} tracą {counted(e.seals, 'Pieczęć', 'Pieczęcie', 'Pieczęci')} (E21.26)."

    def token_stolen(self, e: ev.TokenStolen, after: State) -> str:
        token = terms.ATTRIBUTES_OF[ATTRIBUTES[e.attribute]]
        moved = f"{self.at(e.other, e.other_seat)} → {self.at(e.unit, e.seat)}"
        return f"{self.player(e.seat)} odbierają żeton {token}: {moved} (E21.28)."

    def houses_privilege_drawn(self, e: ev.HousesPrivilegeDrawn, after: State) -> str:
        card = "" if e.card == UNKNOWN else f": {self.card(e.card)}"
        return f"{self.houses} dobierają zakryty Przywilej{card}. Liczy się jako Tytuł (E21.33, E21.35)."

    def ask_houses_lose(self, asked: Awaiting, view: State) -> str:
        seals = view.solo.seals if view.solo is not None else 0
        return (
            f"Pasujesz. Wybierz, co tracą {self.houses}: cały Żar (mają: {view.heat[1]}) czy Pieczęcie (mają: {seals})."
        )

    def ask_houses_choice(self, asked: Awaiting, view: State) -> str:
        card = self.card(self.asking_card(view))
        return f"{self.houses} używają karty {card}, a zasady tego nie rozstrzygają: wybierz za nie."

    def chose_houses_lose(self, d: Decision, view: State) -> str:
        return f"{self.houses} tracą cały Żar" if d.choice[0] == "heat" else f"{self.houses} tracą wszystkie Pieczęcie"

    def chose_houses_choice(self, d: Decision, view: State) -> str:
        return f"{self.houses}: {self.targets(d.choice, view)}"
