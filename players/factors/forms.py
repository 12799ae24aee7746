"""allauth's forms in our words. A wrong code or passkey counts as a try, and there are only so many."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, TypeVar

from allauth.account.forms import ReauthenticateForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm as AllauthCode
from allauth.mfa.base.forms import ReauthenticateForm as AllauthCodeAgain
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as allauth
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from web import limits
from web.request import from_json

from ..forms import too_often
from .adapters import INCORRECT

Cleaned = TypeVar("Cleaned")
MAX_PASSKEY_NAME = 60


def _limited(key: str, clean: Callable[[], Cleaned]) -> Cleaned:
    """Count only failures."""
    try:
        limits.WRONG_PROOFS.check(key)
    except limits.TooMany as error:
        raise too_often(error) from None
    try:
        return clean()
    except ValidationError:
        limits.WRONG_PROOFS.count(key)
        raise


def _describe(field: forms.Field, label: str, help_text: str = "") -> None:
    field.label, field.help_text = label, help_text
    field.widget.attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}


class _Code(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _describe(self.fields["code"], _("Code"), _("From your app, or one of your recovery codes."))

    def clean_code(self) -> str:
        return str(_limited(str(self.user.pk), super().clean_code))  # type: ignore[attr-defined,misc]


class CodeForm(_Code, AllauthCode):
    pass


class CodeAgainForm(_Code, AllauthCodeAgain):
    pass


class AddAppForm(ActivateTOTPForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _describe(self.fields["code"], _("Code that the app shows"))

    def clean_code(self) -> str:
        return str(_limited(str(self.user.pk), super().clean_code))


class PasswordAgainForm(ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"] = forms.CharField(
            label=_("Your password"),
            strip=False,
            widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        )

    def clean_password(self) -> str:
        return str(_limited(str(self.user.pk), super().clean_password))


class CredentialField(forms.JSONField):
    """What a browser says of a passkey, or anybody else."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            found = from_json(value or "")
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ValidationError(INCORRECT, code="incorrect_code")
        return found


NO_PASSKEY = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
    struct.error,
)
"""What fido2 says of one that is none."""


def _read(clean: Callable[[], Cleaned]) -> Cleaned:
    try:
        return clean()
    except NO_PASSKEY:
        raise ValidationError(INCORRECT, code="incorrect_code") from None


class AddPasskeyForm(allauth._BaseAddWebAuthnForm):
    name = forms.CharField(
        label=gettext_lazy("Name of the passkey"),
        max_length=MAX_PASSKEY_NAME,
        help_text=gettext_lazy("For yourself, to tell one from another: “phone”, “laptop”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    credential = CredentialField()

    def clean(self) -> dict[str, Any]:
        return dict(_read(super().clean))

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise ValidationError(_("Use letters, digits, spaces and common punctuation."), code="unprintable")
        return name


class _Passkey(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField()

    def clean_credential(self) -> Any:
        user = self.user  # type: ignore[attr-defined]
        key = str(user.pk) if user else limits.address(context.request)
        clean = super().clean_credential  # type: ignore[misc]
        return _limited(key, lambda: _read(clean))


class PasskeyForm(_Passkey, allauth.AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(_Passkey, allauth.ReauthenticateWebAuthnForm):
    pass


class PasskeyLogInForm(_Passkey, allauth.LoginWebAuthnForm):
    pass
