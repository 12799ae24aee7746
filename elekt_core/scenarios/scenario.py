"""Scenarios: a position, decisions made in it, and the expected results (docs/scenarios.md).

A scenario is a TOML file that people write. Here it is read and put into shape, and those that ship with a game are
found by rule and card; ``run`` plays and checks one. Nothing here knows a game but through its contract.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ..chance import SeededChance
from ..contract import Game, Setup
from ..errors import CoreError
from ..kit.toml_lines import BadToml, Toml
from ..kit.toml_lines import Path as Key
from ..messages import LANGUAGES, describe
from ..registry import USUAL_GAME, game_names, get_game
from .flaws import BadPosition, BadScenario, Flaw, Reader

TOP_KEYS = (
    "game", "ruleset", "card_list", "seats", "options", "position", "chance", "seed", "seat", "title", "text", "rules",
    "cards", "steps", "variants",
)  # fmt: skip
VARIANT_KEYS = ("name", "title", "text", "ruleset", "seats", "options", "position", "chance", "seed", "seat", "steps")
STEP_KEYS = (
    "note", "seat", "choose", "events", "exact_events", "never", "offered", "not_offered", "exact_offered", "refused",
    "awaiting", "state", "seen", "outcome",
)  # fmt: skip
CHECKS = tuple(key for key in STEP_KEYS if key not in ("note", "seat", "choose"))
"""What a step can expect."""
REFUSED_KEYS = ("seat", "choose", "code", "rule", "data")
OUTCOME_KEYS = ("winner", "ranks", "scores", "termination", "automata")
AWAITING_KEYS = ("seat", "kind", "rule", "data", "optional")
POSITION = "position"
SPECTATOR = "spectator"
"""In ``seen``: somebody who has no seat."""
SEED = b"a scenario"

Texts = Mapping[str, str]
"""One text by language; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Step:
    """``choose`` are the decisions to make, as paths of parts or as tables; ``expects`` the expectations, by check."""

    key: Key
    note: Texts
    seat: int | None
    choose: tuple[Any, ...]
    expects: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a scenario. ``keys[0]`` is its place in the file, the others those of its bases."""

    name: str
    title: Texts
    text: Texts
    setup: Setup
    chance: tuple[Any, ...]
    seed: int
    seat: int | None
    steps: tuple[Step, ...]
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """``rules`` and ``cards`` name what it shows; ``name`` is the file's name without ``.toml``."""

    name: str
    file: str
    game: Game[Any]
    title: Texts
    text: Texts
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    variants: tuple[Variant, ...]
    toml: Toml

    @property
    def setup(self) -> Setup:
        """The base position, as the setup of a match."""
        return self.variants[0].setup


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file. Raises BadScenario with all that is wrong, BadToml, OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadScenario(str(path), [Flaw((), "not_utf8", "", {})]) from None
    return parse_scenario(text, str(path), path.parent)


def parse_scenario(text: str, file: str, folder: Path | None = None, game: Game[Any] | None = None) -> Scenario:
    """The scenario in a text; ``game`` overrides the text. Card lists are looked up in ``folder``."""
    try:
        toml = Toml(text)
    except BadToml as error:
        raise BadToml(error.code, **{**error.data, "file": file}) from None
    return _Reading(toml, file, folder, game).scenario()


class _Reading:
    def __init__(self, toml: Toml, file: str, folder: Path | None, game: Game[Any] | None) -> None:
        self.toml = toml
        self.file = file
        self.folder = folder
        self.top = Reader(toml.data)
        self.found = self.top.table(TOP_KEYS)
        self.game = game or self._game()

    def scenario(self) -> Scenario:
        found = self.found
        title = self._texts(found.get("title"))
        if not title:
            self.top.flaw("missing_key", key="title")
        base = self._variant("", title, found, (), None)
        variants = [base] if base.steps or "variants" not in found else []
        for number, reader in enumerate(found["variants"].items() if "variants" in found else ()):
            variants.append(self._variant(f"{number + 1}", {}, reader.table(VARIANT_KEYS), reader.path, base))
        if not any(step.expects for variant in variants for step in variant.steps) and not self.top.flaws:
            self.top.flaw("no_checks")
        shown = {key: tuple(found[key].words()) if key in found else () for key in ("rules", "cards")}
        if self.top.flaws:
            for variant in variants:
                self._look_at_position(variant)
            raise BadScenario(self.file, self.top.flaws, self.toml)
        return Scenario(
            name=Path(self.file).stem,
            file=self.file,
            game=self.game,
            title=title,
            text=self._texts(found.get("text")),
            **shown,
            variants=tuple(variants),
            toml=self.toml,
        )

    def _look_at_position(self, variant: Variant) -> None:
        """Check the position now, so that its flaws are reported together with the others."""
        try:
            self.game.start(variant.setup, SeededChance(SEED))
        except BadPosition as bad:
            for flaw in bad.flaws:
                key, _ = place_of(self.toml, variant.keys, (POSITION, *flaw.path))
                found = replace(flaw, path=key)
                if found not in self.top.flaws:
                    self.top.flaws.append(found)
        except CoreError:
            pass  # what is wrong with the rest of the setup is told when it is played

    # --- what the whole file is about -----------------------------------------------------------------------

    def _game(self) -> Game[Any]:
        names = game_names()
        name = self.found["game"].word(names, USUAL_GAME) if "game" in self.found else USUAL_GAME
        game = get_game(name)
        if "card_list" not in self.found:
            return game
        reader = self.found["card_list"]
        try:
            return game.with_cards(((self.folder or Path()) / reader.word()).read_text(encoding="utf-8"))
        except CoreError as error:
            reader.flaw("bad_cards_of_scenario", en=describe(error, "en"), pl=describe(error, "pl"))
        except OSError as error:
            reader.flaw("no_such_file", value=str(reader.value), problem=str(error.strerror))
        except ValueError as error:  # no UTF-8, or no name that a file can have
            reader.flaw("no_such_file", value=str(reader.value), problem=str(error))
        return game

    def _texts(self, reader: Reader | None) -> Texts:
        if reader is None:
            return {}
        found = reader.table(LANGUAGES)
        for language in LANGUAGES:
            if language not in found and isinstance(reader.value, Mapping):
                reader.flaw("missing_key", key=language)
        return {language: text.word() for language, text in found.items()}

    # --- variants -------------------------------------------------------------------------------------------

    def _variant(self, name: str, title: Texts, found: Mapping[str, Reader], key: Key, base: Variant | None) -> Variant:
        setup = self._setup(found, None if base is None else base.setup)
        return Variant(
            name=found["name"].word() if "name" in found else name,
            title=self._texts(found["title"]) if "title" in found else title,
            text=self._texts(found["text"]) if base is not None and "text" in found else {},
            setup=setup,
            chance=self._chance(found["chance"]) if "chance" in found else base.chance if base else (),
            seed=found["seed"].number(0, 2**31) if "seed" in found else base.seed if base else 0,
            seat=found["seat"].number(0, 99) if "seat" in found else base.seat if base else None,
            steps=self._steps(found["steps"]) if "steps" in found else base.steps if base else (),
            keys=(key,) if base is None else (key, *base.keys),
        )

    def _setup(self, found: Mapping[str, Reader], base: Setup | None) -> Setup:
        if base is None:
            ruleset = self.game.ruleset()
            base = Setup(self.game.name, ruleset.name, ruleset.seats[0], {})
        if "ruleset" in found:
            names = [ruleset.name for ruleset in self.game.rulesets]
            ruleset = self.game.ruleset(found["ruleset"].word(names, base.ruleset))
            seats = base.seats if base.seats in ruleset.seats else ruleset.seats[0]
            base = replace(base, ruleset=ruleset.name, seats=seats)
        if "seats" in found:
            base = replace(base, seats=found["seats"].number(1, 99, default=base.seats))
        options = {**base.options, **{name: reader.value for name, reader in _entries(found, "options")}}
        if POSITION in found and isinstance(found[POSITION].value, Mapping):
            options[POSITION] = merged(options.get(POSITION, {}), found[POSITION].value)
        elif POSITION in found:
            found[POSITION].wrong("table")
        return replace(base, options=options)

    def _chance(self, reader: Reader) -> tuple[Any, ...]:
        """Each coming draw: a number, the order of the cards (by name from the top, or as numbers), or ``"any"``."""
        for inner in reader.items():
            if isinstance(inner.value, str):
                inner.word(("any",))
            elif isinstance(inner.value, list):
                if {type(one) for one in inner.value} not in ({int}, {str}):
                    inner.wrong("order")
            elif type(inner.value) is not int:
                inner.wrong("draw")
        return tuple(reader.value) if isinstance(reader.value, list) else ()

    # --- steps ----------------------------------------------------------------------------------------------

    def _steps(self, reader: Reader) -> tuple[Step, ...]:
        return tuple(self._step(inner) for inner in reader.items())

    def _step(self, reader: Reader) -> Step:
        found = reader.table(STEP_KEYS)
        for check in CHECKS:
            if check in found:
                self._check(check, found[check])
        return Step(
            key=reader.path,
            note=self._texts(found.get("note")),
            seat=found["seat"].number(0, 99) if "seat" in found else None,
            choose=self._choices(found["choose"]) if "choose" in found else (),
            expects={check: found[check].value for check in CHECKS if check in found},
        )

    def _choices(self, reader: Reader) -> tuple[Any, ...]:
        several = reader.items() if isinstance(reader.value, list) else [reader]
        for inner in several:
            self._decision(inner)
        return tuple(inner.value for inner in several)

    def _decision(self, reader: Reader) -> None:
        if not isinstance(reader.value, str | Mapping):
            reader.wrong("decision")

    def _check(self, check: str, reader: Reader) -> None:
        """Checks only the form; the content is checked when the scenario is played."""
        match check:
            case "events" | "exact_events" | "never":
                for inner in reader.items():
                    self._event(inner)
            case "offered" | "not_offered" | "exact_offered":
                for inner in reader.items():
                    self._decision(inner)
            case "refused":
                for inner in reader.items():
                    found = inner.table(REFUSED_KEYS)
                    if "seat" in found:
                        found["seat"].number(0, 99)
                    if "choose" in found:
                        self._decision(found["choose"])
                    else:
                        inner.flaw("missing_key", key="choose")
                    if "code" not in found and "rule" not in found:
                        inner.flaw("missing_key", key="rule")
            case "awaiting" if isinstance(reader.value, Mapping):
                reader.table(AWAITING_KEYS)
            case "awaiting":
                reader.word(("nobody",))
            case "outcome" if isinstance(reader.value, Mapping):
                reader.table(OUTCOME_KEYS)
            case "outcome":
                reader.word(("none",))
            case "seen":
                for viewer, part in reader.entries().items():
                    if viewer != SPECTATOR and not viewer.isdecimal():
                        part.flaw("unknown_word", value=viewer, known=f"0, 1, … {SPECTATOR}", nearest=SPECTATOR)
            case _:
                reader.entries()

    def _event(self, reader: Reader) -> None:
        """``"heat_paid"``, or ``{ kind = "heat_paid", seat = 0 }`` with any of its fields."""
        kinds = self.game.event_kinds
        if isinstance(reader.value, str):
            reader.word(tuple(kinds))
            return
        entries = reader.entries()
        if "kind" not in entries:
            reader.flaw("missing_key", key="kind")
            return
        kind = entries["kind"].word(tuple(kinds))
        fields: Collection[str] = getattr(kinds.get(kind), "_fields", ())
        for name in entries:
            if kind and name != "kind":
                entries[name].knows(name, fields)


def _entries(found: Mapping[str, Reader], key: str) -> Sequence[tuple[str, Reader]]:
    return list(found[key].entries().items()) if key in found else []


def place_of(toml: Toml, bases: Sequence[Key], key: Key) -> tuple[Key, int]:
    """Key and line of a variant's value: its own, or that of its base; or the nearest table around it."""
    known = {tuple(map(str, path)): path for path in toml.lines}
    for length in range(len(key), 0, -1):
        for base in bases:
            path = known.get(tuple(map(str, (*base, *key[:length]))))
            if path is not None:
                return (*base, *key), toml.lines[path]
    return (*bases[0], *key), toml.line(bases[0])


def merged(base: Any, change: Any) -> Any:
    """``base`` with ``change`` applied: tables entry by entry, ``{ 0 = ... }`` changes an entry of a list, everything
    else is replaced.
    """
    if not isinstance(change, Mapping):
        return change
    if isinstance(base, list) and change and all(key.isdecimal() and int(key) < len(base) for key in change):
        return [merged(value, change[str(i)]) if str(i) in change else value for i, value in enumerate(base)]
    if not isinstance(base, Mapping):
        base = {}
    return {**base, **{key: merged(base.get(key), value) for key, value in change.items()}}


@dataclass(frozen=True)
class ScenarioIndex:
    """``all`` by name in alphabetical order; ``by_rule`` and ``by_card`` list the scenarios that name them."""

    all: Mapping[str, Scenario]
    by_rule: Mapping[str, Sequence[Scenario]]
    by_card: Mapping[str, Sequence[Scenario]]


@cache
def list_scenarios(game: Game[Any]) -> ScenarioIndex:
    """The scenarios of ``game.scenario_files()``, read once. Raises BadScenario, BadToml."""
    files = game.scenario_files()
    found = {name: parse_scenario(files[name], f"{name}.toml", game=game) for name in sorted(files)}
    by_rule: defaultdict[str, list[Scenario]] = defaultdict(list)
    by_card: defaultdict[str, list[Scenario]] = defaultdict(list)
    for scenario in found.values():
        for rule in scenario.rules:
            by_rule[rule].append(scenario)
        for card in scenario.cards:
            by_card[card].append(scenario)
    return ScenarioIndex(found, dict(by_rule), dict(by_card))
