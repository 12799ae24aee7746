"""A referee who watches whole games: a second, plain reading of the rules, card by card, without a line of the engine.

It is given what a record holds, kind and payload of one event after another, and keeps a table of its own.
Where an event breaks a rule of ``elekt-2e-r2`` or ``elekt-1e-r2`` it says which.
It knows nothing of triggers and primitives: what a card does is written here by its name.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from elekt_core.games.elekt.cards import CARD_FILE

ATTRIBUTES = ("occultism", "cunning", "violence", "power")
ZONES = ("missions", "influences", "court")
PHASES = ("recruitment", "assignment", "confrontation", "round_end")
MASTERS = {"master_of_pacts": "occultism", "master_of_spies": "cunning", "master_of_swords": "violence"}
ONCE_A_ROUND = {"keeper_of_the_privy_seal", "grand_inquisitor", "web_of_informers", "captain_of_the_watch"}
OWN_ANNIHILATION = {"biometric_anomaly", "gallows_bride"}

with CARD_FILE.open("rb") as file:
    DATA = tomllib.load(file)
CARDS: dict[str, dict[str, Any]] = {
    card["id"]: {**card, "group": group}
    for group in ("unit", "mission", "influence", "privilege")
    for card in DATA[group]
}

Payload = Mapping[str, Any]


def printed(name: str) -> dict[str, Any]:
    return CARDS[name.split(".")[0]]


class Referee:
    """Call ``see`` with every event, in order."""

    def __init__(self) -> None:
        self.seats = 0
        self.rows: dict[tuple[str, int], list[str]] = {}
        self.tokens: Counter[tuple[str, str]] = Counter()
        self.pool: Counter[str] = Counter()
        self.face: dict[str, str | None] = dict.fromkeys(ZONES)
        self.order: list[int] = []
        self.suppressed: set[str] = set()
        self.skips: set[tuple[str, str]] = set()
        self.phase = ""
        self.last_turn: int | None = None
        self.last_assigned = ""
        self.plan: list[str] = []
        self.zone = ""
        self.seen: Counter[str] = Counter()
        self.before: tuple[str, Payload] = ("", {})
        self.cause: tuple[str, Payload] = ("", {})
        self.owed: tuple[int, int] | None = None
        self.must_end = False
        self.unsavable = False
        self.free_save = False
        self.score: dict[int, int] = {}

    def see(self, kind: str, event: Payload) -> None:
        assert not self.must_end or kind == "game_ended", f"E11.3: {kind} although somebody has the Titles"
        if self.owed:
            assert kind == "heat_paid", f"E15.9: {kind} before {self.owed} was paid"
            assert (event["seat"], event["amount"]) == self.owed, f"C1.2: {event} instead of {self.owed}"
            self.owed = None
        self.seen[kind] += 1
        handler = getattr(self, f"_{kind}", None)
        if handler is not None:
            handler(event)
        self.before = (kind, event)

    # --- the table ------------------------------------------------------------------------------------------

    def row(self, zone: str, seat: int) -> list[str]:
        return self.rows[zone, seat]

    def place(self, unit: str) -> tuple[str, int] | None:
        return next((place for place, row in self.rows.items() if unit in row), None)

    def works(self, unit: str, zone: str) -> bool:
        """E15.7, E15.13."""
        return unit not in self.suppressed and any(unit in self.rows[zone, seat] for seat in range(self.seats))

    def leave(self, unit: str, zone: str, seat: int, position: int, strip: bool = True) -> None:
        assert self.row(zone, seat)[position - 1] == unit, f"E7.11: {unit} is not number {position}"
        self.row(zone, seat).remove(unit)
        self.suppressed.discard(unit)
        for attribute in ATTRIBUTES if strip else ():
            self.pool[attribute] += self.tokens.pop((unit, attribute), 0)

    def enter(self, unit: str, zone: str, seat: int, position: int) -> None:
        assert len(self.row(zone, seat)) < self.limit(zone, seat), f"E7.4: {unit} into a full {zone}"
        self.row(zone, seat).append(unit)
        assert position == len(self.row(zone, seat)), "E7.11"

    def limit(self, zone: str, seat: int) -> int:
        """E7.4, C4.6.12."""
        n = 3 if self.seats == 2 else 2
        n -= zone == "missions" and self.face[zone] == "duel_of_regents"
        n += zone == "influences" and self.face[zone] == "court_of_mirrors"
        n += zone == "court" and "heir_presumptive" in self.acquired[seat]
        return max(n, 1)

    def count(self, zone: str, seat: int, attribute: str) -> int:
        """E8.5."""
        total = 0
        for unit in self.row(zone, seat):
            sources = {attribute}
            if attribute == "cunning" and unit == "rust_marionette" and self.works(unit, zone):
                sources.add("violence")
            if attribute == "power":
                also = {
                    "pilgrimage_of_the_blind": "occultism",
                    "temple_to_the_emperor": "cunning",
                    "opera_of_blades": "violence",
                }
                sources |= {also[self.face[zone] or ""]} if self.face[zone] in also else set()
            total += sum(self.symbols(unit, zone, source) for source in sources)
        return total

    def symbols(self, unit: str, zone: str, attribute: str) -> int:
        """E8.5, steps 1 and 2."""
        card, face = printed(unit), self.face[zone]
        n: int = card.get("symbols", {}).get(attribute, 0) + self.tokens[unit, attribute]
        if attribute == "power":
            n += card["id"] == "dignitary" and zone == "court" and self.works(unit, zone)
            n += face == "orphanage_of_shades" and card["type"] == "none"
            n -= face == "march_of_the_drowned" and card["kind"] == "basic"
        if attribute == "violence":
            n += face == "hunt_for_the_apostate" and card["type"] == "spectre"
        return max(n, 0)

    def best(self) -> int:
        return min(range(self.seats), key=lambda seat: (-self.titles[seat], self.order.index(seat)))

    def titles_of(self, seat: int) -> int:
        return sum(len(CARDS[card].get("titles", ())) for card in self.acquired[seat])

    # --- setup and rounds -----------------------------------------------------------------------------------

    def _game_created(self, e: Payload) -> None:
        assert e["edition"] == {"elekt-2e-r2": 2, "elekt-1e-r2": 1}[e["ruleset"]], "E0.2"
        self.first_edition = e["edition"] == 1
        self.seats = e["seats"]
        self.rows = {(zone, seat): [] for zone in ZONES for seat in range(self.seats)}
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.heat = [0] * self.seats
        self.acquired: list[list[str]] = [[] for _ in range(self.seats)]
        self.titles = [0] * self.seats
        self.pool = Counter(DATA["tokens"])
        self.need = DATA["players"]["titles_to_win"][str(self.seats)]
        self.decks: dict[str, int] = {}

    def _deck_shuffled(self, e: Payload) -> None:
        self.decks[e["deck"]] = len(e["cards"])

    def _hand_dealt(self, e: Payload) -> None:
        assert [unit.split(".")[0] for unit in e["units"]] == ["acolyte", "nameless", "dignitary", "assassin"], "E2.7"
        self.hands[e["seat"]] += e["units"]

    def _card_revealed(self, e: Payload) -> None:
        assert self.face[e["zone"]] is None, "E10.5"
        self.face[e["zone"]] = e["card"]
        self.decks["privileges" if e["zone"] == "court" else e["zone"]] -= 1

    def _sceptre_set(self, e: Payload) -> None:
        step = 1 if e["direction"] == "clockwise" else -1
        self.order = [(e["holder"] + step * i) % self.seats for i in range(self.seats)]

    def _round_started(self, e: Payload) -> None:
        assert e["number"] == self.seen["round_started"], "E5.1"
        assert all(self.face[zone] for zone in ZONES), "E10.5"
        assert e["number"] <= 6, "E5.2"
        self.assigned = [0] * self.seats
        self.passed = [False] * self.seats
        self.recruits: list[int] = []
        self.gathered: list[int] = []
        self.used: Counter[str] = Counter()
        self.skips = set()
        self.plan, self.zone, self.crowned = [], "", -1

    def _phase_started(self, e: Payload) -> None:
        wanted = PHASES[(PHASES.index(self.phase) + 1) % 4] if self.phase else "recruitment"
        assert e["phase"] == wanted, "E5.1"
        if e["phase"] == "assignment":
            assert self.recruits == self.order, "E6.2"
        if e["phase"] == "confrontation":
            assert all(self.passed[seat] or self.assigned[seat] == 5 for seat in range(self.seats)), "E7.3"
        if e["phase"] == "round_end":
            assert (self.zone, self.plan) == ("court", []), "E8.1"
        self.phase, self.last_turn = e["phase"], None

    # --- hands ----------------------------------------------------------------------------------------------

    def _units_drawn(self, e: Payload) -> None:
        if self.phase == "recruitment" and e["seat"] not in self.recruits:
            assert self.order[len(self.recruits)] == e["seat"], "E6.2"
            self.recruits.append(e["seat"])

    def _unit_kept(self, e: Payload) -> None:
        self.hands[e["seat"]].append(e["unit"])

    def _unit_discarded(self, e: Payload) -> None:
        if e["source"] == "hand":
            self.hands[e["seat"]].remove(e["unit"])
        elif e["source"] == "zone":
            self.leave(e["unit"], e["zone"], e["seat"], e["position"])

    def _unit_recovered(self, e: Payload) -> None:
        self.hands[e["seat"]].append(e["unit"])

    def _cards_exchanged(self, e: Payload) -> None:
        piles = self.hands if e["what"] == "hand" else self.acquired
        for seat, lost, got in ((e["seat"], e["given"], e["taken"]), (e["partner"], e["taken"], e["given"])):
            piles[seat].remove(lost)
            piles[seat].append(got)
        if e["what"] == "acquired":
            assert not {CARDS[e["given"]]["group"], CARDS[e["taken"]]["group"]} & {"privilege"}, "C4.6.2"

    # --- assigning ------------------------------------------------------------------------------------------

    def _takes_turn(self, seat: int) -> None:
        """E7.1, E7.2, E7.10."""
        start = 0 if self.last_turn is None else self.order.index(self.last_turn) + 1
        turns = [self.order[(start + i) % self.seats] for i in range(self.seats)]
        left = [s for s in turns if not self.passed[s] and self.assigned[s] < 5]
        assert left[:1] == [seat], f"E7.1: the turn is not {seat}'s"
        self.last_turn = seat

    def _could_assign(self, seat: int, unit: str, zone: str) -> bool:
        vigil = zone == "missions" and self.face[zone] == "eclipse_vigil" and printed(unit)["type"] == "cultist"
        return not vigil and len(self.row(zone, seat)) < self.limit(zone, seat)

    def _unit_assigned(self, e: Payload) -> None:
        assert self.phase == "assignment", "E15.3"
        self._takes_turn(e["seat"])
        assert self._could_assign(e["seat"], e["unit"], e["zone"]), "E7.4, C1.54"
        self.hands[e["seat"]].remove(e["unit"])
        self.enter(e["unit"], e["zone"], e["seat"], e["position"])
        self.assigned[e["seat"]] += 1
        self.last_assigned = e["unit"]
        self.cause = ("unit_assigned", e)

    def _player_passed(self, e: Payload) -> None:
        self._takes_turn(e["seat"])
        room = any(len(self.row(zone, e["seat"])) < self.limit(zone, e["seat"]) for zone in ZONES)
        assert e["forced"] == (not self.hands[e["seat"]] or not room), "E7.7"
        self.passed[e["seat"]] = True

    # --- abilities ------------------------------------------------------------------------------------------

    def _ability_used(self, e: Payload) -> None:
        name, seat, zone = e["card"], e["seat"], e["zone"]
        card = printed(name)
        ability = card["ability"]
        if card["group"] == "privilege":
            assert name in self.acquired[seat], f"E9.22: {name}"
        elif card["group"] == "unit":
            if not (card["id"] in OWN_ANNIHILATION and self.place(name) is None):
                assert self.place(name) == (zone, seat), f"E15.1: {name} of {seat} in {zone}"
                assert self.works(name, zone), f"E15.13: {name}"
        elif ability["trigger"] == "on_acquire_self":
            assert name in self.acquired[seat], f"E9.21: {name}"
        else:
            assert self.face[zone] == name, f"E9.20: {name}"
        if ability["kind"] == "instant":
            assert name == self.last_assigned, f"E15.5: {name}"
            self.last_assigned = ""
        self.used[name] += 1
        assert name not in ONCE_A_ROUND or self.used[name] == 1, f"C1.4: {name}"
        cost = ability.get("cost", 0)
        if ability["kind"] == "instant" and cost and zone == "influences" and self.face[zone] == "choir_of_the_mute":
            cost += 1
        if cost:
            assert self.heat[seat] >= cost, f"E12.6: {name}"
            self.owed = (seat, cost)
        self.free_save |= name == "captain_of_the_watch"
        self.cause = ("ability_used", e)

    def _ability_suppressed(self, e: Payload) -> None:
        assert printed(e["unit"])["ability"]["kind"] == "permanent"
        self.suppressed.add(e["unit"])

    # --- Heat and tokens ------------------------------------------------------------------------------------

    def _heat(self, seat: int, change: int) -> None:
        self.heat[seat] += change
        assert 0 <= self.heat[seat] <= 3, "E12.2"

    def _heat_dealt(self, e: Payload) -> None:
        self._heat(e["seat"], e["amount"])

    _heat_gained = _heat_dealt

    def _heat_paid(self, e: Payload) -> None:
        self._heat(e["seat"], -e["amount"])

    _heat_discarded = _heat_paid

    def _heat_taken(self, e: Payload) -> None:
        self._heat(e["victim"], -e["amount"])
        self._heat(e["seat"], e["amount"])

    def _token_attached(self, e: Payload) -> None:
        assert self.pool[e["attribute"]] > 0, "E9.2"
        assert self.place(e["unit"]) == (e["zone"], e["seat"])
        if e["zone"] == "missions" and self.face["missions"] == "famine_procession":
            assert self.cause[0] == "ability_used", "C4.6.10"
            assert printed(self.cause[1]["card"])["group"] in ("unit", "privilege"), "C4.6.10"
        self.pool[e["attribute"]] -= 1
        self.tokens[e["unit"], e["attribute"]] += 1

    def _token_detached(self, e: Payload) -> None:
        self.tokens[e["unit"], e["attribute"]] -= 1
        self.pool[e["attribute"]] += 1
        assert self.tokens[e["unit"], e["attribute"]] >= 0, "E18.6"

    def _token_moved(self, e: Payload) -> None:
        self.tokens[e["other"], e["attribute"]] -= 1
        self.tokens[e["unit"], e["attribute"]] += 1
        assert self.tokens[e["other"], e["attribute"]] >= 0, "C1.34"
        assert e["zone"] == e["other_zone"], "E15.1"

    # --- Units ----------------------------------------------------------------------------------------------

    def _units_swapped(self, e: Payload) -> None:
        here, there, seat = e["zone"], e["other_zone"], e["seat"]
        assert here != there, "E9.6"
        if self.cause[0] == "confrontation_won":
            assert (here, seat) == (self.cause[1]["zone"], self.cause[1]["seat"]), "E9.6"
            assert not ("influences" in (here, there) and self.face["influences"] == "oubliette"), "C4.6.10"
        assert self.row(here, seat)[e["position"] - 1] == e["unit"]
        assert self.row(there, seat)[e["other_position"] - 1] == e["other"]
        self.row(here, seat)[e["position"] - 1] = e["other"]
        self.row(there, seat)[e["other_position"] - 1] = e["unit"]
        self.suppressed -= {e["unit"], e["other"]}

    def _unit_moved(self, e: Payload) -> None:
        self.leave(e["unit"], e["other_zone"], e["seat"], e["other_position"], strip=False)
        self.enter(e["unit"], e["zone"], e["seat"], e["position"])

    def _unit_placed(self, e: Payload) -> None:
        self.hands[e["seat"]].remove(e["unit"])
        self.enter(e["unit"], e["zone"], e["seat"], e["position"])

    def _unit_returned(self, e: Payload) -> None:
        self.leave(e["unit"], e["zone"], e["seat"], e["position"])
        self.hands[e["seat"]].append(e["unit"])

    def _unit_taken(self, e: Payload) -> None:
        self.leave(e["unit"], e["zone"], e["owner"], e["position"])
        self.hands[e["seat"]].append(e["unit"])

    def _unit_annihilated(self, e: Payload) -> None:
        zone, seat, unit = e["zone"], e["seat"], e["unit"]
        assert self.row(zone, seat)[e["position"] - 1] == unit
        dagger = self.cause[0] == "ability_used" and self.cause[1]["card"] == "hidden_dagger"
        guarded = e["by"] != seat and "scarifist_guard" in self.row(zone, seat) and self.works("scarifist_guard", zone)
        used_guard = self.cause[0] == "ability_used" and self.cause[1]["card"] == "scarifist_guard"
        assert guarded == used_guard, "E19.2"
        if not dagger and not used_guard and unit == "misty_crawler" and self.works(unit, zone):
            assert len(self.row(zone, seat)) == 1, "E14.11"
        self.unsavable = guarded or (zone == "missions" and self.face[zone] == "night_of_knives")
        self.free_save = False

    def _unit_saved(self, e: Payload) -> None:
        zone, seat, unit = e["zone"], e["seat"], e["unit"]
        assert not self.unsavable, "E19.2, C1.54"
        warden = "warden_of_the_last_gate"
        free = (
            printed(unit)["kind"] == "basic"
            or self.free_save
            or (zone == "influences" and self.face[zone] == "gilded_asylum")
            or (warden in self.row(zone, seat) and self.works(warden, zone))
        )
        paid = self.before[0] == "heat_paid" and self.before[1]["seat"] == seat and self.before[1]["amount"] == 1
        assert free or paid, "E14.2"
        self.free_save = False

    # --- confrontations -------------------------------------------------------------------------------------

    def _confrontation_skipped(self, e: Payload) -> None:
        assert e["attribute"] != "power"
        self.skips.add((e["zone"], e["attribute"]))

    def _planned(self, zone: str) -> list[str]:
        """E8.14, E8.15."""
        face = self.face[zone]
        first = {"propaganda_office": ["cunning"], "ironworks": ["violence"]}.get(face or "", [])
        skip = {"siege_of_the_salt_gate": "cunning", "truce_of_ashes": "violence"}.get(face or "")
        rest = [attribute for attribute in ATTRIBUTES if attribute not in first]
        return [a for a in first + rest if a != skip and (zone, a) not in self.skips]

    def _confrontation_started(self, e: Payload) -> None:
        zone, attribute = e["zone"], e["attribute"]
        if self.phase == "assignment":
            assert (attribute, self.cause[1]["card"]) == ("violence", "ravenous_skarger"), "E19.5"
        else:
            if zone != self.zone:
                assert not self.plan, f"E8.1: {self.zone} is not finished"
                assert zone == ZONES[ZONES.index(self.zone) + 1 if self.zone else 0], "E8.1"
                self.zone, self.plan = zone, self._planned(zone)
            assert self.plan.pop(0) == attribute, "E8.1, E8.15"
        assert e["participants"] == [seat for seat in self.order if self.row(zone, seat)], "E8.2, E8.3"

    def _confrontation_scored(self, e: Payload) -> None:
        zone = e["zone"]
        mine = [self.count(zone, seat, e["attribute"]) if self.row(zone, seat) else None for seat in range(self.seats)]
        assert e["counts"] == mine, f"E8.5: {e}, I count {mine}"
        self.score = {seat: n for seat, n in enumerate(mine) if n is not None}
        self.tied = [seat for seat in self.order if self.score.get(seat, -1) == max(self.score.values(), default=0)]

    def _confrontation_void(self, e: Payload) -> None:
        assert not self.score or (e["attribute"] != "power" and not any(self.score.values())), "E8.8"
        assert not self.first_edition or len(self.score) < 2, "E23.2"

    def _confrontation_tied(self, e: Payload) -> None:
        zone, attribute, face = e["zone"], e["attribute"], self.face[e["zone"]]
        assert e["tied"] == self.tied, "E8.7"
        assert len(self.tied) > 1, "E8.6"
        if attribute == "power":
            bell = self.place("midnight_bellringer")
            assert not (bell and bell[0] == zone and bell[1] in self.tied and self.works("midnight_bellringer", zone))
        else:
            assert any(self.score.values()) or self.first_edition, "E8.8, E23.2"
            assert face != "trial_of_masks"
            assert not (face == "gallery_of_whispers" and attribute == "cunning")

    def _confrontation_won(self, e: Payload) -> None:
        zone, attribute, seat = e["zone"], e["attribute"], e["seat"]
        assert seat in self.tied, "E8.6, E8.18"
        tied_at_nought = self.first_edition and len(self.tied) > 1 and e["how"] == "ability"
        assert attribute == "power" or self.score[seat] > 0 or tied_at_nought, "E8.8, E23.2"
        match e["how"]:
            case "count":
                assert self.tied == [seat], "E8.6"
            case "court":
                assert (attribute, seat) == ("power", self.tied[0]), "E9.16"
            case _:
                assert len(self.tied) > 1, "E8.18"
                card, user = self.cause[1]["card"], self.cause[1]["seat"]
                legal = {
                    "steward_of_the_court": attribute == "power" and user == seat,
                    "midnight_bellringer": attribute == "power" and user == seat,
                    "trial_of_masks": attribute != "power" and zone == "missions" and seat == self.tied[-1],
                    "gallery_of_whispers": attribute == "cunning" and zone == "influences" and seat == self.tied[0],
                    **{master: attribute == domain for master, domain in MASTERS.items()},
                }
                assert legal[card], f"C1.53: {card}"
        self.cause = ("confrontation_won", e)

    def _card_acquired(self, e: Payload) -> None:
        won = self.cause[1]
        assert self.cause[0] == "confrontation_won", "E9.15"
        assert (won["attribute"], won["zone"], won["seat"]) == ("power", e["zone"], e["seat"]), "E9.15"
        assert self.face[e["zone"]] == e["card"], "E9.15"
        self.face[e["zone"]] = None
        self.acquired[e["seat"]].append(e["card"])
        if e["zone"] == "court":
            self.crowned = e["seat"]

    def _card_removed(self, e: Payload) -> None:
        if e["zone"] is None:
            assert e["card"] == "hidden_dagger", "C1.2"
            self.acquired[e["seat"]].remove(e["card"])
        else:
            assert not any(self.row(e["zone"], seat) for seat in range(self.seats)), "E9.18"
            assert self.face[e["zone"]] == e["card"], "E9.18"
            self.face[e["zone"]] = None

    def _titles_changed(self, e: Payload) -> None:
        assert self.before[0] in ("card_acquired", "cards_exchanged"), "E11.3"
        self.titles = [self.titles_of(seat) for seat in range(self.seats)]
        assert e["titles"] == self.titles, "E11.6"
        self.must_end = max(self.titles) >= self.need

    # --- the end --------------------------------------------------------------------------------------------

    def _heat_gathered(self, e: Payload) -> None:
        seat = e["seat"]
        assert seat == self.order[len(self.gathered)], "E10.3"
        self.gathered.append(seat)
        knight = "ashen_knight" in self.row("court", seat) and self.works("ashen_knight", "court")
        assert e["counted"] == len(self.row("court", seat)) - knight, "E10.3"
        assert e["amount"] == min(e["counted"], 3 - self.heat[seat]), "E12.2"
        self._heat(seat, e["amount"])

    def _units_returned(self, e: Payload) -> None:
        assert len(self.gathered) == self.seats, "E10.1"
        mine = [unit for zone in ZONES for unit in self.row(zone, e["seat"])]
        assert e["units"] == mine, "E10.4"
        for zone in ZONES:
            for unit in [*self.row(zone, e["seat"])]:
                self.leave(unit, zone, e["seat"], 1)
        self.hands[e["seat"]] += mine

    def _game_ended(self, e: Payload) -> None:
        assert e["winner"] == self.best(), "E11.2, E11.5"
        assert e["scores"] == self.titles, "E11.6"
        if e["reason"] == "titles":
            assert self.must_end, "E11.1"
        else:
            assert (e["reason"], self.decks["privileges"], self.face["court"]) == ("privilege_deck", 0, None), "E11.2"
            assert not any(self.rows.values()), "E11.4"
        self.must_end = False
