"""The fields for setting up a position of Elekt by hand (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from ...contract import Json
from ...kit.positions import (
    PLAYERS,
    Cards,
    Choice,
    Count,
    Field,
    Flag,
    Listed,
    Mark,
    Number,
    PositionFields,
    Section,
    Values,
    Words,
)
from .houses.setup import HOUSES_HEAT, PLAYERS_HEAT, REMOVED
from .houses.solo import HOUSES
from .position_draft import GROUPS
from .position_words import TEXTS
from .tables import Tables
from .vocabulary import ATTRIBUTES, DIRECTIONS, PHASES, ZONES
from .words import terms_en, terms_pl
from .words.phrases_en import ENGLISH
from .words.phrases_pl import POLISH

UNIT, PRIZE, PRIVILEGE = "unit", "prize", "privilege"
"""What can be put somewhere."""
UNDER_WAY: Final = ("begins", (False,))
TURNS: Final = (("phase", ("recruitment", "assignment")), UNDER_WAY)
LATE: Final = (("phase", ("confrontation", "round_end")),)
FIGHTING: Final = (("phase", ("confrontation",)), UNDER_WAY)
BEFORE_THE_END: Final = (("phase", PHASES[:-1]),)
MAX_TOKENS: Final = 7


class ElektPositions(PositionFields):
    entry = "unit"
    by_side = (PLAYERS, *(f"zones.{zone}.rows" for zone in ZONES))

    def __init__(self, tables: Tables) -> None:
        self._cards = tables.cards

    def sides(self, seats: int) -> int:
        """With one seat, the other side is the Elder Houses (E21)."""
        return max(seats, 2)

    def copies(self, card: str) -> int:
        return int(card in self._cards.ids)

    def empty(self, seats: int) -> dict[str, Any]:
        """Empty Zones, the Basic Units in hand, and the first assignment of the first round about to be made."""
        hands = [[self._cards.names[unit] for unit in self._cards.basics(seat)] for seat in range(seats)]
        return {"phase": "assignment", "players": [{"hand": hand} for hand in hands]}

    def completed(self, seats: int, position: Json) -> dict[str, Any]:
        """Fills in the moment, a row for each side, the full names of the seat's own Basic Units, and hands of those
        that stand nowhere else (``position_fill``)."""
        data: dict[str, Any] = deepcopy(dict(position))
        data.setdefault("round", 1)
        data.setdefault("phase", "assignment")
        if data["phase"] != "round_end":
            data.setdefault("begins", data["phase"] != "assignment" and not {"to_resolve", "from_zone"} & data.keys())
        if isinstance(sceptre := data.setdefault("sceptre", {}), dict):
            sceptre.setdefault("holder", 0)
            sceptre.setdefault("direction", "clockwise")
        if isinstance(zones := data.setdefault("zones", {}), dict):
            for word in ZONES:
                if isinstance(zone := zones.setdefault(word, {}), dict):
                    self._own_rows(zone.setdefault("rows", []), self.sides(seats))
        if isinstance(players := data.setdefault("players", []), list):
            self._own_rows([player["hand"] for player in players if isinstance(player, dict) and "hand" in player], 0)
            self._fill_hands(seats, data, players)
        return data

    def _own_rows(self, rows: Any, sides: int) -> None:
        if not isinstance(rows, list):
            return
        rows.extend([] for _ in range(len(rows), sides))
        for seat, row in enumerate(rows):
            for index, entry in enumerate(row if isinstance(row, list) else ()):
                own = f"{self.named(entry)}.{seat}"
                if own in self._cards.ids and self.named(entry) not in self._cards.ids:
                    row[index] = own if isinstance(entry, str) else {**entry, "unit": own}

    def _fill_hands(self, seats: int, data: dict[str, Any], players: list[Any]) -> None:
        players.extend({} for _ in range(len(players), seats))
        lying = self.laid(seats, data)
        for seat, player in enumerate(players[:seats]):
            if isinstance(player, dict) and "hand" not in player:
                own = [self._cards.names[unit] for unit in self._cards.basics(seat)]
                player["hand"] = [name for name in own if not lying[name]]

    def reseated(self, position: Json, before: int, seats: int) -> dict[str, Any]:
        """If the Elder Houses come or go, the other side starts with nothing."""
        data = super().reseated(position, before, seats)
        if (before == 1) != (seats == 1):
            data.pop("houses", None)
            if isinstance(players := data.get("players"), list):
                del players[HOUSES:]
        return data

    # --- what can be put somewhere --------------------------------------------------------------------------

    def offers(self, seats: int, language: str) -> Mapping[str, Sequence[tuple[str, Values]]]:
        """The cards to choose from, without the Units that a solo game leaves out (E21.10)."""
        cards, kinds = self._cards, (terms_pl if language == "pl" else terms_en).KINDS
        basics = [unit for seat in range(seats) for unit in cards.basics(seat)]
        elites = [unit for unit in cards.elites if seats > 1 or cards.names[unit] not in REMOVED]
        prizes = [(kinds[group], self._named(cards.groups[group], language)) for group in GROUPS]
        by_name = sorted(self._named(elites, language), key=lambda offer: offer[1])
        return {
            UNIT: [(kinds["basic"], self._named(basics, language)), (kinds["elite"], tuple(by_name))],
            PRIZE: prizes,
            PRIVILEGE: prizes[-1:],
        }

    def _named(self, cards: Sequence[int], language: str) -> Values:
        return tuple((self._cards.names[card], self._label(card, language)) for card in cards)

    def _label(self, card: int, language: str) -> str:
        printed = self._cards.printed[card]
        label = printed.name_pl if language == "pl" else printed.name_en
        return f"{label} {int(self._cards.names[card].rpartition('.')[2]) + 1}" if printed.copies > 1 else label

    # --- fields ---------------------------------------------------------------------------------------------

    def sections(self, seats: int, language: str) -> Sequence[Section]:
        return tuple(_Fields(self, seats, language).sections())

    def face_up(self, zone: int, language: str) -> Values:
        return self._named(self._cards.groups[GROUPS[zone]], language)


class _Fields:
    def __init__(self, of: ElektPositions, seats: int, language: str) -> None:
        self.of, self.seats, self.language = of, seats, language
        self.says = TEXTS[language]
        self.terms = terms_pl if language == "pl" else terms_en
        players = [self.says["player"].format(n=seat + 1) for seat in range(seats)]
        names = [*players, (POLISH if language == "pl" else ENGLISH).automata["houses"]][: of.sides(seats)]
        self.who: Values = tuple(enumerate(names))

    def sections(self) -> Iterator[Section]:
        says = self.says
        yield Section("moment", says["moment"], tuple(self._moment()))
        zones = tuple(self._zone(number, word) for number, word in enumerate(ZONES))
        yield Section("zones", says["zones"], note=says["zones_note"], parts=zones)
        sides = tuple(self._side(side) for side in range(len(self.who)))
        yield Section("players", says["players"], parts=sides)
        piles = (self._units("elite_deck", "elite_deck"), self._units("discard", "discard"))
        yield Section("piles", says["piles"], piles, note=says["piles_note"])

    def _moment(self) -> Iterator[Field]:
        says, who = self.says, self.who
        phases = tuple((word, _capital(self.terms.PHASES[word])) for word in PHASES)
        directions = tuple((word, _capital(self.terms.DIRECTIONS[word])) for word in DIRECTIONS)
        begins = ((False, says["goes_on"]), (True, says["begins"]))
        yield Number("round", says["round"], "1")
        yield Choice("phase", says["phase"], values=phases)
        yield Choice("begins", says["moment_of_phase"], values=begins, only=BEFORE_THE_END)
        yield Choice("turn", says["turn"], says["holder"], values=who, only=TURNS)
        yield Choice("crowned", says["crowned"], says["nobody"], values=who, only=LATE)
        yield Choice("sceptre.holder", says["sceptre"], values=who)
        yield Choice("sceptre.direction", says["direction"], values=directions)
        attributes = tuple((word, self.terms.ATTRIBUTES[word]) for word in ATTRIBUTES)
        inside = tuple(Words(f"to_resolve.{z}", self.terms.ZONES[z], "", attributes, pictured=True) for z in ZONES)
        yield Listed("to_resolve", says["to_resolve"], says["all"], says["ticked"], inside, only=FIGHTING)

    def _zone(self, number: int, word: str) -> Section:
        says, name = self.says, self.terms.ZONES[word]
        tokens = (Count(f"tokens.{a}", self.terms.ATTRIBUTES[a], "0", picture=a, most=MAX_TOKENS) for a in ATTRIBUTES)
        inside = (*tokens, Flag("suppressed", says["suppressed"]))
        cards: Values = (("none", says["no_card"]), *self.of.face_up(number, self.language))
        rows = (
            Cards(
                f"zones.{word}.rows.{side}", name, "0", offer=UNIT, inside=inside, seat=side,
                where=self._where(name, side), asks=says["a_unit"],
            )
            for side in range(len(self.who))
        )  # fmt: skip
        face_up = Choice(f"zones.{word}.face_up", says["face_up"], says["any_card"], values=cards, holds=True)
        return Section(f"zones.{word}", name, (face_up, *rows), picture=word)

    def _side(self, side: int) -> Section:
        says, key = self.says, f"players.{side}."
        houses = self.seats == 1 and side == HOUSES
        solo_heat = str(HOUSES_HEAT if houses else PLAYERS_HEAT) if self.seats == 1 else ""
        agreed_heat = "" if solo_heat else "heat_starting"
        heat = Number(f"{key}heat", says["heat"], solo_heat, agreed=agreed_heat, picture="heat")
        assigned = Number(f"{key}assigned", says["assigned"], "0")
        if houses:
            return Section(f"players.{side}", "", (heat, assigned, *self._houses(key)), side, note=says["masters_note"])
        flags = (Flag(f"{key}passed", says["passed"]), Flag(f"{key}conceded", says["conceded"]))
        hand = self._units(f"{key}hand", "hand", side)
        return Section(f"players.{side}", "", (heat, assigned, *flags, hand, self._prizes(key, "acquired", side)), side)

    def _houses(self, key: str) -> Iterator[Field]:
        """What only the Elder Houses have (E21)."""
        says = self.says
        zones = tuple((word, self.terms.ZONES[word]) for word in ZONES)
        yield Number("houses.seals", says["seals"], "0", picture="occultism")
        yield Number("houses.titles_without_card", says["counted"], "0")
        yield Choice("houses.last_zone", says["last_zone"], says["no_zone"], values=zones)
        where = self._where(says["hand_where"], HOUSES)
        pile = (says["pile"], says["pile_by_chance"])
        yield Cards(f"{key}hand", *pile, offer=UNIT, filled=True, where=where, asks=says["a_unit"])
        for word in ("won", "drawn"):
            where = says[f"{word}_where"]
            yield Cards(f"houses.{word}", says[word], "0", offer=PRIVILEGE, where=where, asks=says["a_card"])
        yield self._prizes(key, "masters", HOUSES)

    def _units(self, key: str, word: str, side: int | None = None) -> Cards:
        where = self._where(self.says[f"{word}_where"], side)
        return Cards(key, self.says[word], "0", offer=UNIT, where=where, asks=self.says["a_unit"])

    def _prizes(self, key: str, word: str, side: int) -> Cards:
        says, where = self.says, self._where(self.says["acquired_where"], side)
        marks = (Mark("used", says["used"]),)
        return Cards(f"{key}acquired", says[word], "0", offer=PRIZE, marks=marks, where=where, asks=says["a_card"])

    def _where(self, place: str, side: int | None) -> str:
        """``Missions Zone 1``: the place and its player's number, or the side of a solo game."""
        if side is None:
            return place
        return f"{place}, {self.says['sides'].split()[side]}" if self.seats == 1 else f"{place} {side + 1}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
