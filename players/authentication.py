"""Who calls the API: a person's own program, with a personal token in the header ``Authorization: Bearer ...``."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from . import queries, services
from .models import ApiToken, Player

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """The token's player; nobody without a token; refuses a wrong or revoked one."""

    def authenticate(self, request: Request) -> tuple[Player, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = queries.token_for_secret(secret.strip())
        if token is None:
            raise AuthenticationFailed(_("This access token is invalid or has been revoked."))
        services.note_token_use(token=token, now=timezone.now())
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes tokens in the OpenAPI schema."""

    target_class = TokenAuthentication
    name = "personalToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made on the account page."}
