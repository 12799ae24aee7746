"""Logging in with a password: the one place where a second step is asked for, wherever there is one."""

from __future__ import annotations

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from ..models import Player


def enter(request: HttpRequest, player: Player, *, onwards: str) -> HttpResponse:
    """Log in whoever gave the right password; where there is a second step, ask for it first."""
    answer: HttpResponse = perform_password_login(request, {}, Login(user=player, redirect_url=onwards))
    return answer


def check_code(player: Player, code: str) -> None:
    """That whoever gave the right password has the account's second step, too, if it has one. Raises ValidationError,
    and counts a wrong code."""
    from . import forms, services  # with fido2

    if services.is_on(player.pk):
        form = forms.CodeForm(user=player, data={"code": code})
        if not form.is_valid():
            raise ValidationError(form.errors.as_data()["code"])
