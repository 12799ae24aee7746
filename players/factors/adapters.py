"""How django-allauth fits in here: our sentences, our limits, our keys."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from web import limits
from web.qr import qr

INCORRECT = _("This is not right, or it was used already. Try again.")
SAID = {
    "mfa/messages/totp_activated.txt": _("Logging in takes a code of your app now. You are logged out elsewhere."),
    "mfa/messages/totp_deactivated.txt": _("The authenticator app is removed."),
    "mfa/messages/webauthn_added.txt": _("The passkey is added. You are logged out elsewhere."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed."),
    "socialaccount/messages/account_connected.txt": _("You can log in with this account now."),
    "socialaccount/messages/account_connected_other.txt": _("This account belongs to another profile here."),
    "socialaccount/messages/account_disconnected.txt": _("You can no longer log in with this account."),
}
"""What is said after a change; of the rest the page itself tells."""


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": INCORRECT,
        "incorrect_password": _("This is not your password."),
    }

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        if text := message or SAID.get(message_template or ""):
            messages.add_message(request, level, text, extra_tags=extra_tags)

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """A passkey, or another site's account, of a profile that was merged into another."""
        messages.error(request, gettext("This account cannot be used any more."))
        return redirect("players:log_in")

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.address(request)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """By password first, where there is one: the second step has just been taken to come in."""
        words = {
            "reauthenticate": gettext("Use your password"),
            "mfa_reauthenticate": gettext("Use a code"),
            "mfa_reauthenticate:webauthn": gettext("Use a passkey"),
        }
        found = super().get_reauthentication_methods(user)
        return [{**one, "description": words.get(one["id"], one["description"])} for one in found]


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {**DefaultMFAAdapter.error_messages, "incorrect_code": INCORRECT}

    def get_totp_issuer(self) -> str:
        return f"Elekt ({self._get_site_name()})"

    def build_totp_svg(self, url: str) -> str:
        return qr(url)

    def encrypt(self, text: str) -> str:
        """Whoever reads the database, or a copy of it, gets nobody's codes from it."""
        return str(_fernet().encrypt(text.encode()).decode())

    def decrypt(self, encrypted_text: str) -> str:
        from cryptography.fernet import InvalidToken

        try:
            return str(_fernet().decrypt(encrypted_text.encode()).decode())
        except InvalidToken:  # the installation's key was lost, and with it what anybody's app could know
            return str(generate_totp_secret())


def _fernet() -> Any:
    from cryptography.fernet import Fernet, MultiFernet

    keys: list[str] = [str(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(b"second factor" + key.encode()).digest())) for key in keys])


def stop(to: str) -> ImmediateHttpResponse:
    """Leaves what allauth is doing for one of our pages."""
    return ImmediateHttpResponse(redirect(to))
