"""Plays a whole game of Elekt against a bot through the API, and prints how it ended. Standard library only.

python docs/api_example.py http://localhost:8000 elekt_the_token_from_your_account_page
"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4


class Api:
    def __init__(self, server: str, token: str) -> None:
        self.base = f"{server}/api/v1/"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = json.dumps(body).encode() if body else None
        with urlopen(Request(self.base + path, data, self.headers)) as answer:
            return json.load(answer)

    def wait(self, match: str, after: int) -> None:
        """Follow the stream of events until one comes that we have not seen."""
        with urlopen(Request(f"{self.base}matches/{match}/stream/?after={after}", headers=self.headers)) as stream:
            next(line for line in stream if line.startswith(b"id:"))


def play(server: str, token: str, bot: str = "greedy", game: str = "elekt") -> Any:
    api = Api(server, token)
    match = api.call("tables/", {"game": game, "seats": 2, "bots": {"1": bot}})["match"]
    while not (here := api.call(f"matches/{match}/position/"))["outcome"]:
        if here["options"]:
            choice = here["options"][0]  # think here: here["view"] is all that your seat may know (docs/positions.md)
            body = {"seat": 0, "decision": choice, "expected_version": here["version"], "decision_id": str(uuid4())}
            api.call(f"matches/{match}/decisions/", body)
        else:
            api.wait(match, after=here["version"])
    return here["outcome"]


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
