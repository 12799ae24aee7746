"""``python -m elekt_core simulate | replay | verify``: see docs/notation.md."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
