"""See the package."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from time import monotonic

HERE = Path(__file__).parent
AREAS = sorted(module.name for module in iter_modules([str(HERE)]) if not module.name.startswith("_"))


def write(file: Path, areas: Sequence[str]) -> int:
    found: dict[str, str] = {}
    for area in areas or AREAS:
        start = monotonic()
        new = {f"{area}/{name}": digest for name, digest in import_module(f"{__package__}.{area}").digests()}
        found |= new
        print(f"{area}: {len(new)} digests ({monotonic() - start:.0f} s)")
    file.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", "utf-8")
    return 0


def compare(old_file: Path, new_file: Path) -> int:
    """Only what both have is compared; what one lacks is counted, because trees have different areas."""
    old, new = (json.loads(file.read_text("utf-8")) for file in (old_file, new_file))
    both = old.keys() & new.keys()
    different = sorted(name for name in both if old[name] != new[name])
    print(f"{len(both)} compared, {len(different)} different; only old {len(old.keys() - both)}, only new", end=" ")
    print(len(new.keys() - both))
    for kind, count in Counter("/".join(name.split("/")[:2] + name.split("/")[-1:]) for name in different).items():
        print(f"{count:6} {kind}")
    for name in different[:20]:
        print(name)
    return 1 if different or not both else 0


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case ["write", file, *areas]:
            return write(Path(file), areas)
        case ["compare", old, new]:
            return compare(Path(old), Path(new))
        case _:
            print("python -m tests.digests write FILE [AREA ...] | compare OLD NEW", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
