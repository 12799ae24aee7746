"""Pages about your own account: come in, log out, create an account, change it, erase it, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from web import browsers, limits, posted
from web.request import onwards

from . import queries, services
from .factors import passkeys
from .factors.entering import enter
from .forms import (
    TAKEN,
    TOO_OFTEN,
    ChangePasswordForm,
    FirstPasswordForm,
    KeepAccountForm,
    LogInForm,
    NameForm,
    ProfileForm,
    SignUpForm,
    TokenForm,
    too_often,
)
from .models import Player
from .notices import services as notices

BACKEND = "django.contrib.auth.backends.ModelBackend"


def _me(request: HttpRequest) -> Player:
    """The player who is logged in; only behind ``login_required``."""
    return cast(Player, request.user)


def _onwards(request: HttpRequest) -> HttpResponse:
    """To the page the person came from, else home."""
    return onwards(request, _next(request))


@dataclass(frozen=True, slots=True)
class Onwards:
    """``next``: the page that somebody wanted to see."""

    next: str = ""


def _next(request: HttpRequest) -> str:
    return posted.read(request, Onwards).next or request.GET.get("next") or ""


def _status(form: Form) -> int:
    """The status for a page with a form: whether it was refused, or not sent yet."""
    if form.has_error(NON_FIELD_ERRORS, TOO_OFTEN):
        return 429
    return 422 if form.errors else 200


def _is_valid(request: HttpRequest, form: SignUpForm | KeepAccountForm) -> bool:
    """Limited, since trying one username after another would tell who has an account here. Raises TooMany."""
    where = limits.address(request)
    limits.TAKEN_USERNAMES.check(where)
    valid = form.is_valid()
    if form.has_error("username", TAKEN):
        limits.TAKEN_USERNAMES.count(where)
    return valid


class LogIn(LoginView):
    template_name = "players/log_in.html"
    authentication_form = LogInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.redirect_authenticated_user = not getattr(request.user, "is_guest", False)  # who may have an account
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        more = {"obstacle": passkeys.obstacle(self.request), "sites": settings.SOCIAL_LOGIN}
        return super().get_context_data(**kwargs) | more

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        player = form.get_user()
        assert isinstance(player, Player)
        return enter(self.request, player, onwards=self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = _status(form)
        return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:  # a second player would leave the guest's matches with nobody
        return redirect("players:keep")
    form = posted.form(request, SignUpForm)
    if request.method == "POST" and _is_valid(request, form):
        try:
            limits.NEWCOMERS.take(limits.address(request))
            player = services.sign_up(**form.cleaned_data)
        except services.UsernameTaken:
            form.say_username_is_taken()
        except limits.TooMany as error:
            form.add_error(None, too_often(error))
        else:
            login(request, player, backend=BACKEND)
            messages.success(request, _("Welcome, %(name)s.") % {"name": player.name})
            return _onwards(request)
    return render(request, "players/sign_up.html", {"form": form, "next": _next(request)}, status=_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Come in with nothing but a name."""
    if request.user.is_authenticated:
        return _onwards(request)
    form = posted.form(request, NameForm)
    if request.method == "POST" and form.is_valid():
        try:
            limits.NEWCOMERS.take(limits.address(request))
        except limits.TooMany as error:
            form.add_error(None, too_often(error))
        else:
            login(request, services.enter_as_guest(name=form.cleaned_data["name"]), backend=BACKEND)
            return _onwards(request)
    return render(request, "players/guest.html", {"form": form, "next": _next(request)}, status=_status(form))


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    notices.logged_out(browsers.number(request))
    logout(request)
    return redirect("/")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Your own page; a POST changes the profile."""
    me = _me(request)
    form = posted.form(request, lambda data: ProfileForm(data, initial={"name": me.name, "findable": me.findable}))
    if request.method == "POST" and form.is_valid():
        services.change_profile(player=me, **form.cleaned_data)
        messages.success(request, _("Your profile is saved."))
        return redirect("players:account")
    status = 422 if form.errors else 200
    context = {"form": form, "sites": settings.SOCIAL_LOGIN}
    return render(request, "players/account.html", context, status=status)


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Turn a guest into an account that keeps all matches."""
    me = _me(request)
    if not me.is_guest:
        return redirect("players:account")
    form = posted.form(request, KeepAccountForm)
    if request.method == "POST" and _is_valid(request, form):
        try:
            services.keep_account(player=me, **form.cleaned_data)
        except services.UsernameTaken:
            form.say_username_is_taken()
        else:
            update_session_auth_hash(request, me)
            messages.success(request, _("You have an account now. All your matches stay with it."))
            return redirect("players:account")
    return render(request, "players/keep.html", {"form": form}, status=422 if form.errors else 200)


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    me = _me(request)
    if me.is_guest:
        return redirect("players:keep")
    change = ChangePasswordForm if me.has_usable_password() else FirstPasswordForm
    form = posted.form(request, lambda data: change(me, data))
    tokens = queries.tokens_of(me)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed. You are logged out everywhere else."))
        if tokens:
            messages.info(request, _("Your access tokens are revoked. Create new ones for the programs you still use."))
            return redirect("players:tokens")
        return redirect("players:account")
    context = {"form": form, "tokens": tokens}
    return render(request, "players/password.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        services.erase(player=_me(request), now=timezone.now())
        logout(request)
        messages.success(request, _("Your name and account are erased. Match records stay, without your name."))
        return redirect("/")
    return render(request, "players/erase.html")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """Your tokens; a POST creates one and shows its secret, this once."""
    form = posted.form(request, TokenForm)
    issued = None
    if request.method == "POST" and form.is_valid():
        try:
            limits.NEW_TOKENS.take(str(_me(request).pk))
            issued = services.issue_token(player=_me(request), label=form.cleaned_data["label"], now=timezone.now())
            form = TokenForm()
        except services.TooManyTokens:
            form.add_error(None, _("You have reached the limit of access tokens. Revoke one first."))
        except limits.TooMany as error:
            form.add_error(None, too_often(error))
    context = {"form": form, "issued": issued, "tokens": queries.tokens_of(_me(request))}
    response = render(request, "players/tokens.html", context, status=_status(form))
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: UUID) -> HttpResponse:
    if not services.revoke_token(player=_me(request), token_id=token_id):
        raise Http404
    messages.success(request, _("The access token is revoked."))
    return redirect("players:tokens")
