"""``python -m elekt_core simulate | replay | verify``: see docs/notation.md."""

import sys

from .cli.main import main


def run() -> int:
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
