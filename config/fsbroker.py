"""A broker in a folder that loses nothing: for the embedded form, where there is no server to install.

kombu's own ``filesystem://`` writes messages and tables in place, so a reader sees half of one, or two readers take the
same. Here a message appears by one rename and is taken by another, and a table changes by a rename as well. The
order is that of a clock which the whole machine shares and nobody sets.
"""

from __future__ import annotations

import fcntl
import os
from queue import Empty
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]  # its bases differ
        name = f"{monotonic_ns():020d}_{uuid4().hex}.{queue}.msg"
        part = os.path.join(self.data_folder_out, f".{name}")
        with open(part, "w") as file:
            file.write(dumps(payload))
        os.rename(part, os.path.join(self.data_folder_out, name))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in sorted(os.listdir(self.data_folder_in)):
            if name[0] == "." or name.partition(".")[2] != f"{queue}.msg":
                continue
            mine = os.path.join(self.data_folder_in, f".{os.getpid()}.{name}")
            try:
                os.rename(os.path.join(self.data_folder_in, name), mine)
            except FileNotFoundError:
                continue  # another worker was first
            with open(mine) as file:
                payload = file.read()
            os.unlink(mine)
            return loads(payload)
        raise Empty

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str) -> None:
        file = self._exchange_file(exchange)  # type: ignore[attr-defined]  # the stubs lack it
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with open(self.control_folder / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            bound = self.get_table(exchange)
            if binding in bound:
                return
            part = file.with_name(f".{file.name}.part")
            part.write_text(dumps([binding, *bound]))
            part.replace(file)


class Transport(filesystem.Transport):
    Channel = Channel
