"""No module of the platform imports, by way of others, itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from tests.product import HOME

FLOORS = ("config", "tournaments", "matches", "players", "web", "ledger", "elekt_core")


def modules() -> Mapping[str, tuple[bool, ast.Module]]:
    """By name: whether it is a package, and its source."""
    found = {}
    for floor in FLOORS:
        for path in (HOME / floor).rglob("*.py"):
            parts = path.relative_to(HOME).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            found[name] = is_package, ast.parse(path.read_text(encoding="utf-8"))
    return found


def run_on_import(nodes: list[ast.stmt]) -> Iterator[ast.ImportFrom]:
    """Neither what a function imports when it is called nor what only a type checker reads."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from run_on_import(node.orelse)
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ClassDef)):
            yield from run_on_import(node.body)


def test_no_circle_of_imports_at_run_time() -> None:
    known = modules()
    imports: dict[str, set[str]] = {}
    for name, (is_package, source) in known.items():
        imports[name] = set()
        for node in run_on_import(source.body):
            parents = name.split(".")[: len(name.split(".")) - node.level + is_package] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                target = f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base
                if target in known and target != name:
                    imports[name].add(target)
    assert sum(map(len, imports.values())) > 1000
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(f"a circle: {' <- '.join(error.args[1])}") from None
