"""A process that appends to a stream until it is killed; it prints each version once it is committed."""

from __future__ import annotations

import sys
from uuid import UUID, uuid4

import django


def main() -> None:
    django.setup()
    from django.db import transaction

    from ledger import store

    from .factories import batch

    stream = UUID(sys.argv[1])
    version = store.version(stream)
    while True:
        with transaction.atomic():
            version = store.append(stream, version, batch(3, version + 1), decision_id=uuid4()).version
        print(version, flush=True)


if __name__ == "__main__":
    main()
