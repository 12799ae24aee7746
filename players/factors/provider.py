"""Sites that speak OpenID Connect. Read only where the settings name one: it brings a second HTTP client."""

from __future__ import annotations

from typing import Any

from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider


class Provider(OpenIDConnectProvider):
    """Asked for a name and nothing else; neither an address nor what else it tells is kept."""

    def get_default_scope(self) -> list[str]:
        return ["openid", "profile"]

    def extract_email_addresses(self, data: Any) -> list[Any]:
        return []

    def extract_common_fields(self, data: Any) -> dict[str, Any]:
        told = super().extract_common_fields(data)
        return {"name": told["name"], "username": told["username"]}

    def extract_extra_data(self, data: Any) -> dict[str, Any]:
        return {}
