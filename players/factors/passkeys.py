"""Whether a browser can have passkeys for the address at which it sees this site."""

from __future__ import annotations

from ipaddress import ip_address

from django.http import HttpRequest
from django.utils.translation import gettext as _


def obstacle(request: HttpRequest) -> str:
    """Why it cannot, in a sentence; ``""`` if it can. Browsers ask for https and for a name that is no number."""
    host = request.get_host()
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        ip_address(name)
    except ValueError:
        pass
    else:
        return _("Passkeys need a name: this site is open at a number (%(host)s).") % {"host": name}
    if request.is_secure() or name == "localhost" or name.endswith(".localhost"):
        return ""
    return _("Passkeys need an encrypted connection: this site is open without https.")
