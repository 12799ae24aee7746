"""allauth's pages of the second step, with our templates, limits and statuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.stages import LoginStageController
from allauth.account.views import ReauthenticateView
from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.socialaccount.views import ConnectionsView
from django.conf import settings
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy

from web.request import private

from ..forms import TOO_OFTEN
from ..models import Player
from . import forms, passkeys, services
from .services import STEPS

Page = Callable[..., HttpResponseBase]


class Ask(base.AuthenticateView):
    """The second step, behind the password. A guest who comes back to their account stays a guest until it is taken."""

    form_class = forms.CodeForm
    webauthn_form_class = forms.PasskeyForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not getattr(request.user, "is_guest", False):
            return redirect("/")
        stage = LoginStageController.enter(request, AuthenticateStage.key)
        if stage is None or stage.login.user is None or not services.is_on(stage.login.user.pk):
            return redirect("players:log_in")
        self.stage, self.form = stage, None
        self.form = self._build_forms()
        answer: HttpResponseBase = super(base.AuthenticateView, self).dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        of = Authenticator.objects.filter(user_id=self.stage.login.user.pk)
        kinds = set(of.values_list("type", flat=True))
        found: dict[str, Any] = super().get_context_data(**kwargs)
        return found | {
            "has_app": Authenticator.Type.TOTP in kinds,
            "has_passkey": Authenticator.Type.WEBAUTHN in kinds,
            "obstacle": passkeys.obstacle(self.request),
            "sent": self.form,
        }


class Overview(base.IndexView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        of = Authenticator.objects.filter(user_id=self.request.user.pk).order_by("pk")
        found = {one.type: one for one in of}
        left = found.get(Authenticator.Type.RECOVERY_CODES)
        return {
            "app": found.get(Authenticator.Type.TOTP),
            "passkeys": [one for one in of if one.type == Authenticator.Type.WEBAUTHN],
            "is_on": any(step in found for step in STEPS),
            "codes_left": len(left.wrap().get_unused_codes()) if left else 0,
            "obstacle": passkeys.obstacle(self.request),
        }


class _Changing:
    """What changes the second step ends all other sessions, in the same transaction."""

    request: HttpRequest

    def form_valid(self, form: Form) -> HttpResponse:
        assert isinstance(self.request.user, Player)
        with transaction.atomic():
            answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]
            services.changed(self.request, self.request.user)
        return answer


class AddApp(_Changing, totp.ActivateTOTPView):
    form_class = forms.AddAppForm


class RemoveApp(_Changing, totp.DeactivateTOTPView):
    pass


class AddPasskey(_Changing, webauthn.AddWebAuthnView):
    form_class = forms.AddPasskeyForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if passkeys.obstacle(request):
            return redirect("mfa_index")  # which says why
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        refused = {"form": kwargs["form"]} if "form" in kwargs else {}  # allauth forgets what was refused
        found: dict[str, Any] = super().get_context_data(**kwargs)
        return found | refused


class RemovePasskey(_Changing, webauthn.RemoveWebAuthnView):
    success_url = reverse_lazy("mfa_index")


class LogInByPasskey(webauthn.LoginWebAuthnView):
    form_class = forms.PasskeyLogInForm


class PasswordAgain(ReauthenticateView):
    form_class = forms.PasswordAgainForm


class CodeAgain(base.ReauthenticateView):
    form_class = forms.CodeAgainForm


class PasskeyAgain(webauthn.ReauthenticateWebAuthnView):
    form_class = forms.PasskeyAgainForm

    def form_invalid(self, form: Form) -> HttpResponse:
        answer: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**kwargs)
        return found | kwargs


class Connected(ConnectionsView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**kwargs)
        return found | {"sites": settings.SOCIAL_LOGIN}


ALL: Mapping[str, Page] = {
    "ask": Ask.as_view(),
    "overview": Overview.as_view(),
    "add_app": AddApp.as_view(),
    "remove_app": RemoveApp.as_view(),
    "add_passkey": AddPasskey.as_view(),
    "remove_passkey": RemovePasskey.as_view(),
    "log_in_by_passkey": LogInByPasskey.as_view(),
    "codes": codes.ViewRecoveryCodesView.as_view(),
    "new_codes": codes.GenerateRecoveryCodesView.as_view(),
    "connected": Connected.as_view(),
    "password_again": PasswordAgain.as_view(),
    "code_again": CodeAgain.as_view(),
    "passkey_again": PasskeyAgain.as_view(),
}
FOR_NOBODY_YET = ("ask", "log_in_by_passkey")


def show(name: str, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
    """One of these pages: for accounts alone, kept by nobody on the way, and with the status of what was refused."""
    if name not in FOR_NOBODY_YET and getattr(request.user, "is_guest", False):
        return redirect("players:keep")
    answer = ALL[name](request, **kwargs)
    if not isinstance(answer, HttpResponse):
        return answer
    context = getattr(answer, "context_data", None) or {}
    sent = context.get("sent") or context.get("form")
    if request.method == "POST" and isinstance(sent, Form) and sent.errors:
        told = [error.code for errors in sent.errors.as_data().values() for error in errors]
        answer.status_code = 429 if TOO_OFTEN in told else 422
    return private(answer)
