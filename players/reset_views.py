"""A forgotten password: asked for by username or address, set anew behind the link that comes by e-mail."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from web import limits, posted
from web.request import private

from .forms import FirstPasswordForm, too_often
from .notices import links, queries, services


class AskResetForm(forms.Form):
    who = forms.CharField(
        label=gettext_lazy("Username or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Whoever asks is told the same, whether or not somebody has this name."""
    form = posted.form(request, AskResetForm)
    asked = False
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            services.LETTERS_FROM.take(limits.address(request))
            services.ask_reset(form.cleaned_data["who"].strip())
            asked = True
        except limits.TooMany as error:
            form.add_error(None, too_often(error))
            status = 429
    context = {"form": form, "asked": asked, "mails_leave": queries.mails_leave()}
    return private(render(request, "players/reset.html", context, status=status))


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def set_new(request: HttpRequest) -> HttpResponse:
    player = links.read_reset(request.GET.get("t", ""))
    if player is None:
        return private(render(request, "players/notices/void.html", status=410))
    form = posted.form(request, lambda data: FirstPasswordForm(player, data))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your password is changed. Log in with the new one."))
        return redirect("players:log_in")
    context = {"form": form}
    return private(render(request, "players/reset_new.html", context, status=422 if form.errors else 200))
