"""Settings. Everything that differs between two installations is read from the environment (docs/operations.md)."""

from __future__ import annotations

from pathlib import Path

import django_stubs_ext
from django.utils.translation import gettext_lazy as _

from elekt_core.registry import USUAL_GAME, outside_folders

from . import env, logs

HOME = Path(__file__).resolve().parent.parent
DATA = Path(env.read("ELEKT_DATA", str(HOME / "data"))).absolute()

# --- who may talk to us -----------------------------------------------------------------------------------
SECRET_KEY = env.secret("SECRET_KEY", kept_in=DATA / "secret-key")
DEBUG = env.flag("DEBUG", False)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", "")
HTTPS = env.flag("HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
"""True, too, with ``up --tls`` (``config.parts``); then without HSTS, for beside it there is a plain page."""
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
if env.flag("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest is known by the cookie alone
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

# --- games ------------------------------------------------------------------------------------------------
DEFAULT_GAME = env.read("DEFAULT_GAME", USUAL_GAME)
"""The game of a page on which nobody has named one; every other is one step away."""


def _of_games(folder: str) -> list[Path]:
    """What game packages from outside add to the pages."""
    return [place / folder for place in outside_folders() if (place / folder).is_dir()]


# --- what runs --------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config.apps.HouseConfig",
    "tournaments",
    "matches",
    "players",
    "ledger",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "config.apps.FilesConfig",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
]
MIDDLEWARE = [
    "config.middleware.answer_health",
    "config.middleware.log_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # docs/decisions/24-compression.md
    "config.middleware.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.local_time",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.Refusals",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.asgi.wsgi"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HOME / "templates", *_of_games("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "matches.context.games",
                "matches.context.my_turns",
            ],
        },
    },
]

# --- people -----------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "players.Player"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_RESET_TIMEOUT = 4 * 3600
LOGIN_URL = "players:log_in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "players.factors.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
"""Addresses are the notices' (``players.notices``), and nobody needs one."""
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest may have an account
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
"""``web.limits`` counts."""
MFA_ADAPTER = "players.factors.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1
"""A clock may be half a minute off."""
MFA_ALLOW_UNVERIFIED_EMAIL = True
SOCIAL_LOGIN = [env.social(name) for name in env.words("SOCIAL_LOGIN", "")]
"""Sites with whose accounts people may log in; none unless somebody names them (docs/operations.md)."""
SOCIALACCOUNT_ADAPTER = "players.factors.social.SocialAdapter"
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_QUERY_EMAIL = SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_OPENID_CONNECT_URL_PREFIX = "login/with"
SOCIALACCOUNT_PROVIDERS: dict[str, object] = {}
if SOCIAL_LOGIN:
    INSTALLED_APPS.append("allauth.socialaccount.providers.openid_connect")
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {
        "provider_class": "players.factors.provider.Provider",
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [site.app for site in SOCIAL_LOGIN],
    }

# --- what is sent to us -----------------------------------------------------------------------------------
DATA_UPLOAD_MAX_MEMORY_SIZE = None
"""``config.bodies`` has a limit for each address, and no request reaches a view before it."""

# --- data -------------------------------------------------------------------------------------------------
DATABASES = {
    "default": env.database(
        env.read("DATABASE_URL", f"sqlite:///{DATA / 'elekt.sqlite3'}"), pool=env.number("DATABASE_POOL", 24)
    )
}
APP_DATABASE_URL = env.read("APP_DATABASE_URL", "")
"""For ``prepare``, where the owner of the tables runs it: whom the product will come as."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LEDGER_CHAIN = "elekt_core.record.chain"
LEDGER_HOOKS = "web.hooks.given"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},  # what limits have counted must not be pushed out
    }
}

# --- languages --------------------------------------------------------------------------------------------
LANGUAGE_CODE = "pl"
LANGUAGES = [("pl", _("Polish")), ("en", _("English"))]
LOCALE_PATHS = [HOME / "locale", *_of_games("locale")]
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = env.read("TIME_ZONE", "Europe/Warsaw")

# --- files ------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [HOME / "static", *_of_games("static")]
STATIC_ROOT = DATA / "static"
STATIC_COLLECTED = env.flag("STATIC_COLLECTED", not DEBUG)
"""False serves straight from the sources, as tests and DEBUG do: no names with hashes, no collectstatic."""
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not STATIC_COLLECTED
STORAGES = {
    "staticfiles": {
        "BACKEND": "config.files.CollectedFiles"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
}

# --- API --------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.authentication.TokenAuthentication"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "web.api.problem.answer",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Elekt",
    "DESCRIPTION": "Tables, views, decisions, events and records. The same services stand behind the pages.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]+/",
    "SERVE_INCLUDE_SCHEMA": False,
}

# --- work in the background -------------------------------------------------------------------------------
CELERY_BROKER_URL = env.read("BROKER_URL", "safefs://")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if CELERY_BROKER_URL == "safefs://":
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA / "broker" / "messages"),
        "data_folder_out": str(DATA / "broker" / "messages"),
        "control_folder": str(DATA / "broker" / "control"),
        "polling_interval": 0.02,
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_DB_REUSE_MAX = 2**62
"""Celery never closes the database's connection, with all of its pool, by itself (``config.celery``)."""
CELERY_BEAT_SCHEDULE = {
    # What expires was not needed: the next one looks again.
    "look_each_second": {"task": "matches.tasks.look_each_second", "schedule": 1.0, "options": {"expires": 5}},
    "resend_archive": {"task": "matches.tasks.resend_archive", "schedule": 60.0, "options": {"expires": 60}},
    "mine_exercises": {"task": "matches.tasks.mine_exercises", "schedule": 600.0, "options": {"expires": 600}},
    "resend_tournaments": {"task": "tournaments.tasks.resend", "schedule": 2.0, "options": {"expires": 5}},
    "remind": {"task": "tournaments.tasks.remind", "schedule": 600.0, "options": {"expires": 600}},
    "forget_arrivals": {"task": "tournaments.tasks.forget_arrivals", "schedule": 3600.0, "options": {"expires": 3600}},
    "follow": {"task": "players.tasks.follow", "schedule": 20.0, "options": {"expires": 20}},
    "ratings_calendar": {
        "task": "players.tasks.follow_ratings_calendar",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "clear_merged_profiles": {
        "task": "players.tasks.clear_merged_profiles",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "deliver_notices": {"task": "players.tasks.deliver_notices", "schedule": 5.0, "options": {"expires": 5}},
    "tell_digests": {"task": "players.tasks.tell_digests", "schedule": 600.0, "options": {"expires": 600}},
    "forget_sessions": {"task": "players.tasks.forget_sessions", "schedule": 3600.0, "options": {"expires": 3600}},
}
CELERY_BEAT_SCHEDULER = "config.scheduler:Scheduler"
CELERY_TIMEZONE = "UTC"
THINKERS = env.number("THINKERS", 1)
"""Processes of each worker that bots may think in for seconds, beside those for what is quick."""
BOT_CPU_SHARE = env.number("BOT_CPU_SHARE", 50)
"""Per cent of a processor that the bots of one match may use for long thoughts; beyond it they wait."""
HUNG_AFTER = env.number("HUNG_AFTER", 30)
"""Seconds without a sign of life after which a process is taken for dead, whatever it is busy with."""

# --- what people are told (docs/notices.md) ----------------------------------------------------------------
SITE_URL = env.read("SITE_URL", "http://localhost:8000")
"""Where this site is, for links in e-mails: never taken from a request, which anybody can send."""
MAIL = env.mail(env.read("MAIL_URL", f"file://{DATA / 'mail'}"))
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = MAIL.backend, MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL, EMAIL_FILE_PATH = MAIL.starttls, MAIL.tls, MAIL.folder
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.read("MAIL_FROM", "Elekt <elekt@localhost>")
VAPID_KEY = env.secret("VAPID_KEY", kept_in=DATA / "vapid-key")
PUSH_CONTACT = env.read("PUSH_CONTACT", SITE_URL if SITE_URL.startswith("https:") else "mailto:elekt@localhost")
PUSH_SERVICES = env.words("PUSH_SERVICES", "")
PUSH_LOCAL = env.words("PUSH_LOCAL", "")
"""``host:port`` of push services of one's own network, in the clear too: for tests."""

# --- what is written down ---------------------------------------------------------------------------------
LOGGING = logs.settings(as_json=env.flag("LOG_JSON", False), level=env.read("LOG_LEVEL", "INFO").upper())

django_stubs_ext.monkeypatch()
