"""Logging in with another site's account, where the installation's settings name such sites (docs/operations.md)."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from allauth.socialaccount import adapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from web import limits

from .. import services
from ..forms import NameForm
from ..models import NAME_LENGTH, Player
from .adapters import stop


class SocialAdapter(adapter.DefaultSocialAccountAdapter):
    error_messages = {
        **adapter.DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Choose a password first: without this account you could not log in any more."),
    }

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Only those of the settings: nobody adds one through the database."""
        found = adapter._build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """A guest who comes with an account that nobody here has keeps what they have played."""
        guest = request.user
        if isinstance(guest, Player) and guest.is_guest and not sociallogin.is_existing:
            services.keep_without_password(player=guest, username=_new_username(sociallogin))
            sociallogin.connect(request, guest)
            messages.success(request, gettext("You have an account now. All your matches stay with it."))
            raise stop("players:account")

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        limits.NEWCOMERS.take(limits.address(request))
        return True

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> Player:
        """A name that could have been typed here, and nothing else of what the other site tells."""
        told = str(data.get("name") or data.get("username") or "")[:NAME_LENGTH].strip()
        form = NameForm({"name": told})
        user: Player = sociallogin.user
        user.username = _new_username(sociallogin)
        user.name = form.cleaned_data["name"] if form.is_valid() else gettext("New player")
        return user

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> Player:
        user: Player = sociallogin.user
        user.set_unusable_password()
        sociallogin.save(request)
        return user


def _new_username(sociallogin: SocialLogin) -> str:
    """Needed only by whoever chooses a password some day; the page of the account shows it."""
    return f"{sociallogin.account.provider[:40]}-{token_hex(6)}"
