"""Changes with an address of their own: one view, which decodes a command, and tables of what can be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, path
from rest_framework.request import Request

from web.costly import DIRECTING
from web.decoding import Sent, decoded
from web.encoding import Created

from .endpoint import CHANGES, Endpoint, operation

COSTLY = (*CHANGES["POST"], "503")
"""What an arbiter asks of a large field keeps a processor busy."""


@dataclass(frozen=True, slots=True)
class Change:
    """``body`` is a command, or what ``made`` turns into one. ``costly`` says which of these commands
    few are worked out at once, None if none is; ``creates``: the answer is that something is new."""

    address: str
    operation: str
    body: type[Any]
    made: Callable[[Any], Any] = lambda body: body
    costly: Callable[[Any], bool] | None = None
    creates: bool = False


@dataclass(frozen=True, slots=True)
class Of:
    """What is changed: the argument of the address that names it, the service, which answers with ``answer``, and how
    fields of the command (``given``) follow from the other arguments of the address."""

    argument: str
    service: Callable[..., Any]
    answer: type[Any]
    given: tuple[str, ...] = ()
    from_address: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda _arguments: {}


def posting(of: Of, change: Change) -> Callable[..., Any]:
    """The method of an endpoint by which the change is asked for."""

    def post(self: Endpoint, request: Request, **arguments: Any) -> Any:
        body, sent = decoded(change.body, Sent, request.data, **of.from_address(arguments))
        command = change.made(body)
        with DIRECTING.place(str(self.me)) if change.costly and change.costly(command) else nullcontext():
            done = of.service(arguments[of.argument], command, by=self.me, **sent.how)
        return Created(done) if change.creates else done

    post.__annotations__["return"] = Created[of.answer] if change.creates else of.answer  # type: ignore[name-defined]
    return operation(change.operation, (change.body, Sent, *of.given))(post)


def addresses(one: str, of: Of, changes: Iterable[Change]) -> Sequence[URLPattern]:
    """``one`` is the address of what is changed."""
    return [path(f"{one}{one_of.address}", _view(of, one_of), name=one_of.operation) for one_of in changes]


def _view(of: Of, change: Change) -> Callable[..., Any]:
    refusals = {"POST": COSTLY} if change.costly else CHANGES
    made: type[Endpoint] = type(change.operation, (Endpoint,), {"post": posting(of, change), "refusals": refusals})
    view: Callable[..., Any] = made.as_view()
    return view
