"""How soon the product answers, first and after its web server was killed; its processor's time, and its memory.

Each kill comes after the server has lived for eleven seconds, so that no waiting of the supervisor is measured.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic, sleep

from tests.product import Product

LIVED = 11.0
"""Seconds (``config.supervisor.MAX_WAIT``)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=5)
    kills = parser.parse_args().kills
    product = Product(Path(tempfile.mkdtemp(prefix="elekt-restarts-")))
    begun = monotonic()
    product.start()
    print(f"answers {monotonic() - begun:.2f} s after the start")
    back = []
    for _ in range(kills):
        sleep(LIVED)
        begun = monotonic()
        killed = product.kill("web")
        while product.child("web") in (None, killed):
            sleep(0.005)
        product.wait_until_it_answers()
        back.append(monotonic() - begun)
    print(f"answers {median(back):.2f} s after a kill (median of {kills}; longest {max(back):.2f} s)")
    assert product.process is not None
    own = {name: pid for name in ("web", "worker") if (pid := product.child(name)) is not None}
    for name, pid in {"supervisor": product.process.pid, **own}.items():
        print(f"{name:<10} {memory(pid):4.0f} MB, what is shared divided by those that share it")
    product.stop()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.1f} s of processor in all")


def memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    main()
