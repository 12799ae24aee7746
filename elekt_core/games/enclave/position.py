"""Hand-written positions: read, completed, checked, and laid out as the start of a match (docs/scenarios.md).

What a position leaves out is neutral: everybody holds the starting items that lie nowhere else, rows are full, and all
other cards lie in their piles in the order of the card file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...contract import Json
from ...ruleset import nearest
from ...scenarios.flaws import BadPosition, Reader, Table
from . import agenda as a
from . import events as e
from .cards import ACTIONS, BOARD, CARDS, DECKS, GROUPS, LOCATIONS, PRINTED, TREE
from .events import NONE
from .planning import CARDS_PLAYED, LEVELS
from .state import levels

KEYS: Final = (
    "turn", "phase", "round", "order", "next_order", "initiative", "markers", "rows", "piles", "discards", "rest",
    "tree", "limits", "owners", "players",
)  # fmt: skip
PLAYER_KEYS: Final = (
    "hand", "upgrades", "physical", "psychic", "money", "knowledge", "points", "tree_tokens", "preparation", "synchron",
    "extra", "removal", "tyllo", "played", "conceded",
)  # fmt: skip
PLACES: Final = (*LOCATIONS, *(f"tree_{level}" for level in range(1, LEVELS + 1)))
TOKENS: Final = {"preparation": "Z13.5", "synchron": "Z14.14", "extra": "Z18.13"}
"""For the next turn, each with its rule."""
RESTS: Final = ("pile", "discard", "box")
NUMBERED: Final = tuple(str(level) for level in range(1, LEVELS + 1))
MAX_NUMBER: Final = 99
"""No number in a position is higher."""

Cards = tuple[int, ...]


def lay_out(created: e.GameCreated, data: Json) -> tuple[e.PositionSet, tuple[Any, ...]]:
    """The fact that lays the position out, and the steps with which play continues, the first one first.

    Raises BadPosition with all that is wrong.
    """
    top = Reader(data)
    draft = _Draft(created.seats, top)
    if top.flaws:
        raise BadPosition(top.flaws)
    return draft.event(), draft.steps()


def check_new(seats: int, data: Json) -> None:
    """Refuse what no match reaches, in a position that is set up now: a record that begins in it stays good. Raises
    BadPosition with all that is wrong."""
    top = Reader(data)
    draft = _Draft(seats, top)
    draft.check_course()
    if top.flaws:
        raise BadPosition(top.flaws)


class _Draft:
    """The position while it is being read, with every flaw noted on the way."""

    def __init__(self, seats: int, top: Reader) -> None:
        self.seats = seats
        self.placed: dict[int, Reader] = {}
        self.found = found = top.table(KEYS)
        self.turn = found.number("turn", 1, BOARD.turns, "Z1.2", 1)
        self.phase = found.word("phase", e.PHASES, "planning")
        self.round = found.number("round", 1, CARDS_PLAYED + 1, "Z8.2", 1)
        self.order = self._order("order", tuple(range(seats)))
        self.next_order = self._order("next_order", self.order)
        self.initiative = self._initiative()
        self.places = self._by_word("markers", PLACES, self._seats, ())
        self.limits = self._levels("limits", BOARD.start_limit[seats], lambda one: one.number(0, 10, "Z5.12"))
        self.owners = self._levels("owners", NONE, lambda one: one.number(0, seats - 1))
        self.tree = self._tree()
        self.rows: list[Cards | None] = self._by_word("rows", DECKS[:3], self._of_deck, None)
        self.tops = self._by_word("piles", DECKS, self._of_deck, ())
        self.discards = self._by_word("discards", DECKS, self._of_deck, ())
        self.rest = self._by_word("rest", DECKS, lambda one: one.word(RESTS, "pile"), "pile")
        self.players = [_Player(self, seat, reader) for seat, reader in enumerate(self._players())]
        if sum(player.tree_tokens for player in self.players) > BOARD.tree_tokens:
            found["players"].flaw("out_of_range", "Z2.5", value=MAX_NUMBER, least=0, most=BOARD.tree_tokens)

    # --- reading --------------------------------------------------------------------------------------------

    def _order(self, key: str, default: Cards) -> Cards:
        if key not in self.found:
            return default
        seats = tuple(one.number(0, self.seats - 1) for one in self.found[key].items())
        if sorted(seats) != list(range(self.seats)):
            self.found[key].flaw("out_of_range", "Z6.2", value=len(seats), least=self.seats, most=self.seats)
            return default
        return seats

    def _by_word(self, key: str, words: Sequence[str], read: Any, default: Any) -> list[Any]:
        inner = self.found.table(key, words)
        return [read(inner[word]) if word in inner else default for word in words]

    def _levels(self, key: str, default: int, read: Any) -> list[int]:
        return self._by_word(key, NUMBERED, read, default)

    def _initiative(self) -> list[int]:
        numbers = self._by_word("initiative", LOCATIONS, lambda one: one.number(1, len(LOCATIONS), "Z7.1"), 0)
        if any(numbers) or self.phase == "initiative":
            return numbers
        return list(range(1, len(LOCATIONS) + 1))

    def _seats(self, reader: Reader) -> Cards:
        seats = tuple(one.number(0, self.seats - 1) for one in reader.items())
        if len(set(seats)) < len(seats):
            reader.flaw("out_of_range", "Z8.6", value=len(seats), least=0, most=len(set(seats)))
        return seats

    def _tree(self) -> Cards:
        inner = self.found.table("tree", NUMBERED)
        laid = []
        for level, word in enumerate(NUMBERED, 1):
            of_level = [CARDS.names[one] for one in CARDS.groups[TREE] if PRINTED[one].level == level]
            laid.append(CARDS.ids[inner.word(word, of_level, BOARD.first_game[level - 1])])
        return tuple(laid)

    def _cards(self, reader: Reader) -> Cards:
        return tuple(card for one in reader.items() if (card := self.card(one)) != NONE)

    def _of_deck(self, reader: Reader) -> Cards:
        """Cards of this deck only, because each goes back to its own (Z19.2)."""
        deck, cards = reader.path[-1], self._cards(reader)
        for card in cards:
            if (found := GROUPS[PRINTED[card].deck]) != deck:
                reader.flaw("wrong_group", "Z19.2", card=CARDS.names[card], found=found, expected=deck)
        return cards

    def card(self, reader: Reader, deck: int = NONE) -> int:
        """A card that lies nowhere else: a copy by name, or the first copy that is left. NONE if it is wrong."""
        name = reader.word()
        copies = [CARDS.ids[name]] if name in CARDS.ids else [CARDS.ids[one] for one in CARDS.names if _id(one) == name]
        if not copies:
            known = sorted({_id(one) for one in CARDS.names})
            reader.flaw("unknown_word", value=name, known="…", nearest=nearest(name, known))
            return NONE
        free = [card for card in copies if card not in self.placed]
        if not free:
            other = self.placed[copies[-1]]
            reader.flaw("card_twice", "Z21.1", card=name, other=".".join(map(str, other.path)))
            return NONE
        self.placed[free[0]] = reader
        return free[0]

    def _players(self) -> list[Reader | None]:
        readers: list[Reader | None] = [None] * self.seats
        for seat, reader in enumerate(self.found.each("players")):
            if seat < self.seats:
                readers[seat] = reader
            else:
                reader.flaw("out_of_range", value=seat + 1, least=0, most=self.seats)
        return readers

    # --- what no match reaches --------------------------------------------------------------------------------

    def check_course(self) -> None:
        """Tokens, markers and played cards follow from how far the turn has come."""
        planned = 0 if self.phase == "initiative" else self.round - 1
        if self.round > 1 and self.phase != "planning":
            self.found["round"].flaw("round_of_planning", "Z8.2")
        if self.round > CARDS_PLAYED and not any(self._plays_five(player) for player in self.players):
            self.found["round"].flaw("nobody_plays_five", "Z8.8")
        for seat, player in enumerate(self.players):
            most = planned if self._is_early else CARDS_PLAYED + self._plays_five(player)
            markers = sum(seat in place for place in self.places)
            if markers > most:
                self.found["markers"].flaw("markers_too_early", "Z8.3", seat=seat, value=markers, most=most)
            if (played := player.played.bit_count()) > most:
                player.found["played"].flaw("markers_too_early", "Z8.1", seat=seat, value=played, most=most)
            for token, rule in TOKENS.items() if self._is_early else ():
                if getattr(player, token) == self.turn:
                    player.found[token].flaw("token_too_early", rule)

    @property
    def _is_early(self) -> bool:
        return self.phase in ("initiative", "planning")

    def _plays_five(self, player: _Player) -> bool:
        """Z8.8, Z18.13: who has been at Ultima Thule in the turn before."""
        return self.turn > 1 and player.extra == self.turn - 1

    # --- laying out -----------------------------------------------------------------------------------------

    def event(self) -> e.PositionSet:
        hands = [self._hand(seat, player) for seat, player in enumerate(self.players)]
        boxed = [card for card in CARDS.not_with_two if self.seats == 2 and card not in self.placed]
        used = {*self.placed, *boxed, *(card for hand in hands for card in hand)}
        left = [[card for card in CARDS.groups[deck] if card not in used] for deck in range(len(DECKS))]
        box = [*boxed, *(card for card in CARDS.groups[TREE] if card not in self.tree)]
        rows, piles, discards = [], [], []
        for deck, rest in enumerate(self.rest):
            if deck < len(self.rows):
                size = (BOARD.mission_row if deck == DECKS.index("mission") else BOARD.market_row)[self.seats]
                row = self.rows[deck]
                rows.append(tuple(left[deck][:size]) if row is None else row)
                left[deck] = left[deck][size:] if row is None else left[deck]
            piles.append((*self.tops[deck], *(left[deck] if rest == "pile" else ())))
            discards.append((*(left[deck] if rest == "discard" else ()), *self.discards[deck]))
            box += left[deck] if rest == "box" else ()
        players = self.players
        return e.PositionSet(
            turn=self.turn,
            phase=self._begun(),
            order=self.order,
            next_order=self.next_order,
            initiative=tuple(self.initiative),
            places=tuple(self.places),
            rows=tuple(rows),
            piles=tuple(piles),
            discards=tuple(discards),
            box=tuple(box),
            laid=self.tree,
            limits=tuple(0 if owner != NONE else n for n, owner in zip(self.limits, self.owners, strict=True)),
            owners=tuple(self.owners),
            hands=tuple(hands),
            attached=tuple(slot for player in players for slot in player.attached),
            condition=tuple(level for player in players for level in player.condition),
            score=tuple(player.points for player in players),
            knowledge=tuple(player.knowledge for player in players),
            money=tuple(player.money for player in players),
            tree_tokens=tuple(player.tree_tokens for player in players),
            preparation=tuple(player.preparation for player in players),
            synchron=tuple(player.synchron for player in players),
            extra=tuple(player.extra for player in players),
            removal=tuple(int(player.removal) for player in players),
            tyllo=tuple(int(player.tyllo) for player in players),
            played=tuple(player.played for player in players),
            conceded=sum(player.conceded << seat for seat, player in enumerate(players)),
        )

    def _begun(self) -> int:
        """The phase that is under way, NONE if it has not begun."""
        if self.round > 1:
            return e.PHASES.index("planning")
        return 0 if self.phase == e.PHASES[0] and any(self.initiative) else NONE

    def _hand(self, seat: int, player: _Player) -> Cards:
        if player.hand is not None:
            return player.hand
        return tuple(card for card in CARDS.starters[seat] if card not in self.placed)

    def steps(self) -> tuple[Any, ...]:
        course = (a.Initiative(0), a.Plan(0), a.Actions(), a.Tree(), a.TurnOver())
        first = e.PHASES.index(self.phase)
        if self.round > 1:
            return (a.Plan(self.round - 1), *course[2:])
        placed = sum(number > 0 for number in self.initiative)
        return (a.Initiative(placed), *course[1:]) if first == 0 else course[first:]


class _Player:
    """One seat of the position."""

    def __init__(self, draft: _Draft, seat: int, reader: Reader | None) -> None:
        self.draft = draft
        self.found = found = reader.table(PLAYER_KEYS) if reader is not None else Table()
        self.hand = self._hand(found["hand"]) if "hand" in found else None
        self.attached = self._upgrades()
        most = levels(self.attached[0] + self.attached[1])
        self.condition = tuple(self._level(kind, most[n]) for n, kind in enumerate(("physical", "psychic")))
        self.money = found.number("money", 0, MAX_NUMBER)
        self.knowledge = found.number("knowledge", 0, MAX_NUMBER)
        self.points = found.number("points", 0, MAX_NUMBER)
        self.tree_tokens = found.number("tree_tokens", 0, BOARD.tree_tokens, "Z2.5")
        self.preparation, self.synchron, self.extra = [self._token(token, rule) for token, rule in TOKENS.items()]
        self.removal, self.tyllo = found.flag("removal"), found.flag("tyllo")
        self.conceded = found.flag("conceded")
        played = found["played"].words(ACTIONS) if "played" in found else ()
        self.played = sum(1 << ACTIONS.index(word) for word in set(played))

    def _level(self, kind: str, most: int) -> int:
        return self.found.number(kind, BOARD.lowest, most, "Z3.3", min(0, most))

    def _token(self, key: str, rule: str) -> int:
        """The turn in which a token was taken; ``"now"`` is one that is valid in this turn, ``"next"`` in the next."""
        if key not in self.found:
            return 0
        turn = self.draft.turn
        if self.found[key].word(("now", "next"), "next") == "next":
            return turn
        if turn == 1:
            self.found[key].flaw("out_of_range", rule, value=turn, least=2, most=BOARD.turns)
        return turn - 1

    def _hand(self, reader: Reader) -> Cards:
        cards = []
        for one in reader.items():
            card = self.draft.card(one)
            if card != NONE and PRINTED[card].kind not in ("protective", "healing"):
                one.flaw("unknown_word", "Z16.1", value=one.word(), known="…", nearest="")
            elif card != NONE:
                cards.append(card)
        return tuple(cards)

    def _upgrades(self) -> tuple[Cards, Cards]:
        slots: tuple[list[int], list[int]] = ([], [])
        for one in self.found.each("upgrades"):
            card = self.draft.card(one)
            if card == NONE:
                continue
            slot = PRINTED[card].slot
            if slot < 0:
                one.flaw("unknown_word", "Z4.1", value=one.word(), known="…", nearest="")
            elif len(slots[slot]) == BOARD.slots[slot]:
                one.flaw("out_of_range", "Z3.9", value=len(slots[slot]) + 1, least=0, most=BOARD.slots[slot])
            else:
                slots[slot].append(card)
        return tuple(slots[0]), tuple(slots[1])


def _id(name: str) -> str:
    return name.partition(".")[0]
