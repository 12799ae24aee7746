"""Hand-written positions, laid out as the start of a match (docs/scenarios.md).

A position is told by the facts that lead to it: the deck is shuffled so that all are dealt what they need, and then
everything is played to its place. So it is folded, redacted, told and stored like any other match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...chance import Chance
from ...contract import Json
from ...scenarios.flaws import BadPosition, Reader, Table
from . import events as e
from .agenda import Act, Begin
from .cards import ATTACKER, DEFENDER, END, LOCATION, START, SUPPORT, CardSet
from .events import Step
from .legal import band
from .state import NONE
from .support import reserve_extra

TOP: Final = ("turn", "under_way", "end_card_revealed", "end_phase", "deck", "discard", "rest", "players")
PLAYER: Final = ("start", "shillings", "hand", "reserve", "support", "locations")
PLACE: Final = ("location", "defenders", "fortification", "attackers", "by", "face_up")
REST: Final = ("deck", "box")
FIRST_DRAW: Final = 1_000_000
"""Cards that nobody has named are shuffled by a draw of their own, so that the draws of play are numbered as ever."""


def lay_out(cards: CardSet, created: e.GameCreated, data: Json, chance: Chance) -> tuple[tuple[Any, ...], Step]:
    """The facts after ``created`` that lay the position out, and the step with which play continues.

    Raises BadPosition with all that is wrong.
    """
    top = Reader(data)
    draft = _Draft(cards, created, top)
    if top.flaws:
        raise BadPosition(top.flaws)
    return draft.facts(chance), (Act if draft.under_way else Begin)(draft.turn)


class _Place:
    """A location with what lies there."""

    def __init__(self, draft: _Draft, owner: int, reader: Reader) -> None:
        found = reader.table(PLACE) if isinstance(reader.value, Mapping) else Table({"location": reader})
        self.owner = owner
        self.location = draft.card(found["location"], (LOCATION, START)) if "location" in found else NONE
        if "location" not in found:
            reader.flaw("missing_key", key="location")
        self.defenders = draft.some(found.get("defenders"), (DEFENDER,))
        self.attackers = draft.some(found.get("attackers"), (ATTACKER,))
        self.fort = found.flag("fortification")
        self.face_up = found.flag("face_up")
        others = [seat for seat in range(draft.seats) if seat != owner]
        self.by = found.number("by", 0, draft.seats - 1, "K10.3", others[0])
        self._judge(draft.cards, reader, found)

    def _judge(self, cards: CardSet, reader: Reader, found: Mapping[str, Reader]) -> None:
        if self.attackers and (self.defenders or self.fort):
            reader.flaw(
                "not_together", "K17.3", first="attackers", second="defenders" if self.defenders else "fortification"
            )
        if self.attackers and self.by == self.owner:
            found["by"].flaw("own_attack", "K10.3", seat=self.owner)
        if len({band(cards, card) for card in self.attackers}) > 1:
            found["attackers"].flaw("not_allied", "K10.2")
        if len(set(self.defenders)) < len(self.defenders):
            found["defenders"].flaw("same_defenders", "K9.2")
        if sum(cards.cards[card].garrison for card in self.defenders) > 1:
            found["defenders"].flaw("two_garrisons_there", "K9.3")


class _Draft:
    """The position as it has been read, with every flaw noted."""

    def __init__(self, cards: CardSet, created: e.GameCreated, top: Reader) -> None:
        self.cards, self.created, self.seats = cards, created, created.seats
        self.ids = {card.id: number for number, card in enumerate(cards.cards) if card.kind != END}
        self.used: Counter[int] = Counter()
        found = top.table(TOP)
        self.turn = found.number("turn", 0, self.seats - 1)
        self.under_way = found.flag("under_way")
        self.end_phase = found.flag("end_phase")
        self.revealed = self.end_phase or found.flag("end_card_revealed")
        self.boxed = found.word("rest", REST, "deck") == "box"
        self.deck = self.some(found.get("deck"))
        self.discard = self.some(found.get("discard"))
        readers = found.each("players")
        if len(readers) > self.seats:
            found["players"].flaw("out_of_range", "K1.1", value=len(readers), least=0, most=self.seats)
        tables = [reader.table(PLAYER) for reader in readers[: self.seats]]
        tables += [Table()] * (self.seats - len(tables))
        self.hands = [self.some(table.get("hand")) for table in tables]
        self.reserves = [self.some(table.get("reserve")) for table in tables]
        self.support = [self.some(table.get("support"), (SUPPORT,)) for table in tables]
        self.shillings = [table.number("shillings", 0, cards.pool) for table in tables]
        self.places = [
            _Place(self, seat, reader) for seat, table in enumerate(tables) for reader in table.each("locations")
        ]
        self.starts = self._starts(tables)
        self._judge(top, tables)

    def card(self, reader: Reader, kinds: Sequence[str] = ()) -> int:
        """One copy of a card, which then counts as used."""
        name = reader.word(self.ids)
        if not name:
            return NONE
        number = self.ids[name]
        printed = self.cards.cards[number]
        if kinds and printed.kind not in kinds:
            reader.flaw("wrong_group", card=name, found=printed.kind, expected=kinds[0])
            return NONE
        self.used[number] += 1
        if self.used[number] == printed.count + 1:
            reader.flaw("too_many_copies", "K2.1", card=name, copies=printed.count)
        return number

    def some(self, reader: Reader | None, kinds: Sequence[str] = ()) -> tuple[int, ...]:
        cards = [self.card(one, kinds) for one in reader.items()] if reader is not None else []
        return tuple([card for card in cards if card != NONE])

    def _starts(self, tables: Sequence[Mapping[str, Reader]]) -> tuple[int, ...]:
        """K4.3: the starts that are named or lie among the locations, else those that are left, in file order."""
        named = {seat: self.card(table["start"], (START,)) for seat, table in enumerate(tables) if "start" in table}
        for place in self.places:
            if place.location != NONE and self.cards.cards[place.location].kind == START:
                named.setdefault(place.owner, place.location)
        left = [card for card in self.cards.numbers(START) if card not in named.values()]
        return tuple([named[seat] if seat in named else left.pop(0) for seat in range(self.seats)])

    def _judge(self, top: Reader, tables: Sequence[Mapping[str, Reader]]) -> None:
        if sum(self.shillings) > self.cards.pool:
            top.at("players", None).flaw("too_many_shillings", "K2.2", found=sum(self.shillings), most=self.cards.pool)
        for seat, table in enumerate(tables):
            limit = self.cards.reserve_limit + sum(reserve_extra(self.cards, card) for card in self.support[seat])
            if len(self.reserves[seat]) > limit:
                table["reserve"].flaw("out_of_range", "K12.1", value=len(self.reserves[seat]), least=0, most=limit)
            for card in self.support[seat]:
                if not self.cards.cards[card].persists:
                    table["support"].flaw("does_not_stay", "K11.4", card=self.cards.cards[card].id)
        for seat in range(self.seats):
            sieges = sum(bool(place.attackers) and place.by == seat for place in self.places)
            forts = sum(place.fort and place.owner == seat for place in self.places)
            for found, most in ((sieges, self.created.sieges), (forts, self.created.fortifications)):
                if found > most:
                    top.at("players", None).flaw("out_of_range", "K2.2", value=found, least=0, most=most)

    # --- facts ----------------------------------------------------------------------------------------------

    def facts(self, chance: Chance) -> tuple[Any, ...]:
        needs = self._needs()
        dealt = [card for cards in needs for card in cards]
        deck = (*dealt, *self.deck, *(() if self.boxed else self._rest(chance)))
        facts: list[Any] = [
            e.StartingLocationsDealt(self.starts),
            e.FirstPlayerFound(self.turn),
            e.DeckShuffled(deck),
            *[e.HandDealt(seat, tuple(cards)) for seat, cards in enumerate(needs) if cards],
            *[e.ShillingsGained(seat, n, NONE) for seat, n in enumerate(self.shillings) if n],
        ]
        for seat in range(self.seats):
            for card in self.support[seat]:
                facts += [e.SupportPlayed(seat, card), e.SupportLaidOut(seat, card)]
            facts += [e.CardReserved(seat, card) for card in self.reserves[seat]]
        for place in self.places:
            if place.location not in self.starts:
                facts.append(e.LocationPlayed(place.owner, place.location))
        for place in self.places:
            facts += self._units(place)
        if self.discard:
            facts.append(e.CardsSold(self.turn, self.discard[::-1]))
        if self.revealed:
            facts.append(e.EndCardRevealed(self.turn))
        if self.end_phase:
            facts.append(e.EndPhaseStarted(self.turn))
        if self.under_way:
            facts.append(e.TurnStarted(self.turn, 1))
        return tuple(facts)

    def _needs(self) -> list[list[int]]:
        """What each seat is dealt, so that its hand is in the right order once all the rest is in place."""
        needs: list[list[int]] = [[*self.support[seat], *self.reserves[seat]] for seat in range(self.seats)]
        for place in self.places:
            if place.location not in self.starts:
                needs[place.owner].append(place.location)
            needs[place.owner] += place.defenders
            needs[place.by] += place.attackers
        needs[self.turn] += self.discard
        return [rest + list(hand) for rest, hand in zip(needs, self.hands, strict=True)]

    def _units(self, place: _Place) -> list[Any]:
        facts: list[Any] = []
        if place.defenders:
            facts.append(e.DefendersPlaced(place.owner, place.location, place.defenders))
        if place.attackers:
            facts.append(e.AttackersPlaced(place.by, place.location, place.attackers))
            facts.append(e.SiegePlaced(place.by, place.location))
        if place.attackers and place.face_up:
            facts += [
                e.ConflictStarted(place.by, place.location, place.by, place.owner),
                e.UnitsRevealed(place.location, place.attackers, ()),
                e.ConflictEnded(place.location),
            ]
        if place.fort:
            facts.append(e.FortificationPlaced(place.owner, place.location))
        return facts

    def _rest(self, chance: Chance) -> tuple[int, ...]:
        left = Counter(self.cards.deck(self.seats)) - self.used
        cards = sorted(left.elements())
        return tuple([cards[i] for i in chance.permutation(FIRST_DRAW, len(cards))])
