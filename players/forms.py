"""Forms about oneself. A form that is sent back keeps what was typed, except passwords."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from web import limits

from .models import NAME_LENGTH, USERNAME_LENGTH, Player
from .names.bots import is_like_a_bots

TOO_OFTEN, TAKEN = "too_often", "taken"
PASSWORD_HELP = _("At least 8 characters, not a common word and not only digits.")


def too_often(error: limits.TooMany) -> ValidationError:
    """The refusal as an error of the whole form."""
    text = ngettext_lazy(
        "Too many attempts. Try again in %(minutes)d minute.",
        "Too many attempts. Try again in %(minutes)d minutes.",
        "minutes",
    )
    return ValidationError(text, code=TOO_OFTEN, params={"minutes": error.minutes})


def _spare(value: str) -> str:
    """Collapse runs of white space to one space, so that what people see is what is stored."""
    return " ".join(value.split())


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Your name at the table"),
        min_length=2,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def clean_name(self) -> str:
        name = _spare(self.cleaned_data["name"])
        if not name.isprintable():
            raise ValidationError(_("Use letters, digits, spaces and common punctuation."), code="unprintable")
        if is_like_a_bots(name):
            raise ValidationError(
                _("A bot has this name or a very similar one. Choose another name."), code="name_of_a_bot"
            )
        return name


class ProfileForm(NameForm):
    findable = forms.BooleanField(
        label=_("Others can find me by part of my name"),
        required=False,
        help_text=_("Without this, only players who type your whole name can find you."),
    )


class _AccountFields(forms.Form):
    """Username and password, for a new account and for a guest who upgrades to one."""

    username = forms.CharField(
        label=_("Username"),
        max_length=USERNAME_LENGTH,
        help_text=_("You use it to log in. Other players do not see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username: str = Player.normalize_username(self.cleaned_data["username"].strip())
        MaxLengthValidator(USERNAME_LENGTH)(username)  # its normal form may be longer than what was typed
        if Player.objects.filter(username__iexact=username).exists():
            self.say_username_is_taken()
        return username

    def say_username_is_taken(self) -> None:
        self.add_error("username", ValidationError(_("This username is taken. Choose another one."), code=TAKEN))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if password := data.get("password"):
            person = Player(username=data.get("username"), name=data.get("name", ""))
            try:
                password_validation.validate_password(password, person)
            except ValidationError as error:
                self.add_error("password", error)
        return data


class SignUpForm(NameForm, _AccountFields):
    field_order = ("name", "username", "password")


class KeepAccountForm(_AccountFields):
    pass


class LogInForm(AuthenticationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")

    def clean(self) -> dict[str, Any]:
        """Count only failures, so that nobody who knows the password is kept out."""
        assert self.request is not None
        where, who = limits.address(self.request), str(self.cleaned_data.get("username", "")).casefold()
        try:
            limits.FAILED_LOG_INS.check(where)
            limits.FAILED_LOG_INS_AS.check(where, who)
        except limits.TooMany as error:
            raise too_often(error) from None
        try:
            data: dict[str, Any] = super().clean()
        except ValidationError:
            limits.FAILED_LOG_INS.count(where)
            limits.FAILED_LOG_INS_AS.count(where, who)
            raise
        return data


class ChangePasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_HELP


class FirstPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """For whoever logs in with another site's account, and behind a link that resets a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_HELP


class TokenForm(forms.Form):
    label = forms.CharField(
        label=_("What is the access token for?"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": _("my bot at home")}),
    )
