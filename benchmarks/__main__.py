"""``./run bench NAME ...``: run one of the benchmarks; without a name, say which there are."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path


def benchmarks() -> dict[str, str]:
    """Those that can be run, and the first line of what they say about themselves."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        text = path.read_text("utf-8")
        if '__name__ == "__main__"' in text:
            found[path.stem] = (ast.get_docstring(ast.parse(text)) or "").split("\n")[0]
    return found


def main() -> int:
    known = benchmarks()
    if len(sys.argv) > 1 and sys.argv[1] in known:
        name = sys.argv.pop(1)
        runpy.run_module(f"benchmarks.{name}", run_name="__main__")
        return 0
    for name, about in known.items():
        print(f"./run bench {name:<16} {about}")
    return 0 if len(sys.argv) == 1 else 2


if __name__ == "__main__":
    sys.exit(main())
