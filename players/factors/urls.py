"""Addresses of the second step, by the names that allauth gives them; and of other sites' accounts, where there are
some. What makes a page is read when the first is asked for: fido2 would double the start of every process."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import include, path
from django.views.decorators.debug import sensitive_post_parameters

from ..views import LogIn


def page(name: str) -> Any:
    @sensitive_post_parameters()
    def view(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        shown: HttpResponseBase = import_module("players.factors.pages").show(name, request, **kwargs)
        return shown

    return view


urlpatterns = [
    path("login/", LogIn.as_view(), name="account_login"),
    path("login/second/", page("ask"), name="mfa_authenticate"),
    path("login/passkey/", page("log_in_by_passkey"), name="mfa_login_webauthn"),
    path("account/again/", page("password_again"), name="account_reauthenticate"),
    path("account/again/code/", page("code_again"), name="mfa_reauthenticate"),
    path("account/again/passkey/", page("passkey_again"), name="mfa_reauthenticate_webauthn"),
    path("account/second/", page("overview"), name="mfa_index"),
    path("account/second/app/", page("add_app"), name="mfa_activate_totp"),
    path("account/second/app/remove/", page("remove_app"), name="mfa_deactivate_totp"),
    path("account/second/codes/", page("codes"), name="mfa_view_recovery_codes"),
    path("account/second/codes/new/", page("new_codes"), name="mfa_generate_recovery_codes"),
    path("account/second/passkeys/", page("overview"), name="mfa_list_webauthn"),
    path("account/second/passkeys/add/", page("add_passkey"), name="mfa_add_webauthn"),
    path("account/second/passkeys/<int:pk>/remove/", page("remove_passkey"), name="mfa_remove_webauthn"),
]
if settings.SOCIAL_LOGIN:
    urlpatterns += [
        path("account/connected/", page("connected"), name="socialaccount_connections"),
        path("account/connected/", include("allauth.socialaccount.urls")),
        path("", include("allauth.socialaccount.providers.openid_connect.urls")),
    ]
