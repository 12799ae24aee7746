"""A broker in a folder that loses nothing: for the embedded form, where there is no server to install.

kombu's own ``filesystem://`` writes messages in place and locks the folder's files one by one, so a reader sees half a
message, or two readers the same. Here a message appears by one rename and is taken by another.
"""

from __future__ import annotations

import os
from queue import Empty
from time import time
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{round(time() * 1000):015d}_{uuid4().hex}.{queue}.msg"
        part = os.path.join(self.data_folder_out, f".{name}")
        with open(part, "w") as file:
            file.write(dumps(payload))
        os.rename(part, os.path.join(self.data_folder_out, name))

    def _get(self, queue: str) -> Any:
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


class Transport(filesystem.Transport):
    Channel = Channel
