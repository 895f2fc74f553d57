"""All settings, from the environment; with none set the site runs on SQLite, on this machine.

CASTLERISK_DEBUG   true shows traces to whoever meets an error: never on a served site
CASTLERISK_HOSTS   the names the site is reached by, with commas
CASTLERISK_HTTPS   true where it is reached by HTTPS: plain requests are then redirected, and
                   cookies are sent by no other way; it needs CASTLERISK_ADDRESS and
                   CASTLERISK_PROXIES, of which the outermost sends X-Forwarded-Proto
CASTLERISK_VAR     the folder for what must be kept: database and secrets
CASTLERISK_SEED_KEY  the file with the key of the seeds of running games, seed-key in that folder
                   by default; a key on each line, the first one encrypts, all of them decrypt
CASTLERISK_MAIL    how mail is sent, as smtp+tls://user:password@host:port; without it mail is
                   written to the terminal, with filemail:////folder to files
CASTLERISK_MAIL_FROM  whom mail comes from
CASTLERISK_ADDRESS the address of the site as players type it, as https://host: every link in
                   mails, notices and invitations begins with it; without it (and without
                   CASTLERISK_HTTPS) they begin with the address that `serve` prints
CASTLERISK_CONTACT how people reach whoever runs the site, as a mail address or as https://...: it
                   stands on every page, and in mails about measures
CASTLERISK_OUTBOUND_EXEMPT  host:port pairs, with commas, that webhooks and pushes may reach though
                   they are not public, and without HTTPS: empty but for tests
CASTLERISK_PROXIES how many proxies of ours stand before the site, 0 by default
CASTLERISK_CONNECTIONS  connections that one web process holds at most, 10000 by default; fewer
                   where its limit of open files leaves less
CASTLERISK_SOCKETS_PER_ADDRESS  live pages open at once from one IPv4 address or IPv6 /64, through
                   one web process, 100 by default: enough for a school or a club
CASTLERISK_SOCKETS_PER_ACCOUNT  live pages of one account open at once, likewise, 20 by default
CASTLERISK_LOGS    json for a line of JSON for every request and whatever else happens, else text
CASTLERISK_METRICS from which addresses /metrics may be read, with commas, this machine by default
DATABASE_URL       another database, as postgres://user:password@host:port/name
REDIS_URL          what several web processes need: there they tell each other which tables moved,
                   and count together how often somebody does something;
                   as redis://user:password@host:port/number
"""

import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port
from django.templatetags.static import static

from castlerisk_site import variables
from castlerisk_site.logs import configuration

ROOT = Path(__file__).resolve().parent.parent
env = environ.Env()


def _kept_folder() -> Path:
    """Return the folder for what must be kept, made on first start."""
    folder = Path(env.str("CASTLERISK_VAR", default="") or ROOT / "var")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{folder} cannot be made: {error.strerror}.") from None
    return folder


def _random_text() -> str:
    return secrets.token_urlsafe(50)


def _kept_secret(path: Path, new: Callable[[], str] = _random_text) -> str:
    """Return the secret in a file, made on first start."""
    try:
        if not path.exists():
            _make_secret(path, new())
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be read or written: {error.strerror}.") from None


def _make_secret(path: Path, secret: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(secret, encoding="ascii")
        # Of several processes starting at once the first one's secret is everybody's.
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _redis_address() -> str:
    """Return where Redis is, or nothing; a variable that is set but empty is no address."""
    address = env.str("REDIS_URL", default="")
    if address:
        # Only who uses Redis needs its client.
        from redis.connection import parse_url

        try:
            parse_url(address)
        except ValueError:
            # What is wrong may be a piece of the password: it is not repeated.
            raise ImproperlyConfigured(
                "REDIS_URL cannot be understood: it must be like redis://user:password@host:port/0 "
                "(or begin with rediss:// or unix://), other signs in the password as %2F."
            ) from None
    return address


VAR = _kept_folder()
DEBUG = variables.whether("CASTLERISK_DEBUG")
SECRET_KEY = _kept_secret(VAR / "secret-key")
PUSH_SECRET = _kept_secret(VAR / "push-key")
IS_HTTPS = variables.whether("CASTLERISK_HTTPS")
SEED_KEYS = variables.seed_keys(
    _kept_secret(
        Path(env.str("CASTLERISK_SEED_KEY", default="") or VAR / "seed-key"), variables.new_seed_key
    )
)
ALLOWED_HOSTS = env.list("CASTLERISK_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# No link is built from what a request says.

SITE_ADDRESS = variables.address(IS_HTTPS)
if SITE_ADDRESS:
    ALLOWED_HOSTS += [split_domain_port(urlsplit(SITE_ADDRESS).netloc)[0]]
else:
    _FIRST_HOST = next((host for host in ALLOWED_HOSTS if "*" not in host), "localhost")
    SITE_ADDRESS = f"http://{_FIRST_HOST.lstrip('.')}:8000"

INSTALLED_APPS = [
    "daphne",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "games",
]

MIDDLEWARE = [
    "castlerisk_site.probes.Probes",
    "castlerisk_site.tracing.Traced",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "castlerisk_site.headers.Headers",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "castlerisk_site.away.Away",
    "games.views.middleware.AdminPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.views.middleware.Visitor",
    "games.views.middleware.Door",
    "games.views.middleware.Signpost",
]

ROOT_URLCONF = "castlerisk_site.urls"
ASGI_APPLICATION = "castlerisk_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "castlerisk_site.templates.Unindented",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.notices.pages.unread_count",
                "games.views.middleware.house",
            ],
            "builtins": ["castlerisk_site.tags"],
        },
    }
]

# The database

DATABASES = {"default": variables.database(VAR / "castlerisk.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"] |= {
        # The threads that answer requests stay, and so do their connections.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A transaction that reads before it writes waits for its turn instead of failing.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; "
            "PRAGMA cache_size=2000",
        },
        # Threads and processes of a test need one database in a file.
        "TEST": {"NAME": VAR / "test.sqlite3"},
    }
else:
    DATABASES["default"] |= {
        "CONN_MAX_AGE": 0,
        # When PostgreSQL was started anew, nobody is given a connection of before.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # When it was away for long, nobody waits long for the next try.
            "pool": {"min_size": 2, "max_size": 10, "timeout": 4, "reconnect_timeout": 1},
            "connect_timeout": 3,
            # A machine that is gone closes no connection: after so many seconds it counts as gone.
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
            # A process that freezes while it holds a game does not hold it for ever.
            "options": "-c idle_in_transaction_session_timeout=5000",
        },
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts

AUTH_USER_MODEL = "games.User"
# It does all that Django's own does: beside it, every wrong password would be hashed twice.
AUTHENTICATION_BACKENDS = [
    "games.people.authentication.Backend",
    # Sessions name it from before; no password is asked of it any more.
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ("name", "email")}),
        ("MinimumLengthValidator", {}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
# Names are looked after by games.names, never by rewriting what somebody chose.
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_ADAPTER = "games.views.allauth_adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "games.people.forms.AddEmailForm",
    "change_password": "games.people.forms.ChangePasswordForm",
    "login": "games.people.forms.LoginForm",
    "reauthenticate": "games.people.forms.ReauthenticateForm",
    "reset_password": "games.people.forms.ResetPasswordForm",
    "reset_password_from_key": "games.people.forms.ResetPasswordKeyForm",
    "set_password": "games.people.forms.SetPasswordForm",
    "signup": "games.people.forms.SignupForm",
}
MFA_ADAPTER = "games.views.allauth_adapters.SecondStepAdapter"
MFA_FORMS = {
    "activate_totp": "games.people.forms.ActivateForm",
    "authenticate": "games.people.forms.AuthenticateForm",
    "reauthenticate": "games.people.forms.ReauthenticateByCodeForm",
}
MFA_TOTP_ISSUER = "Castlerisk"
# A clock that is half a minute wrong locks nobody out.
MFA_TOTP_TOLERANCE = 1
# Whether an address has an account is told to nobody; nobody can occupy another's address.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
MFA_ALLOW_UNVERIFIED_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Castlerisk: "
ACCOUNT_SESSION_REMEMBER = True
# Whoever finds an open browser changes no address: the password is asked again.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,60/d/ip",
    "reset_password": "5/m/ip,20/h/ip,5/h/key",
    "play_now": "10/h/ip",
    "play_now_again": "30/h/user",
    "change_name": "5/d/user",
    "appeal": "5/d/user",
    "measure_appeal": "10/h/ip",
    "export": "10/d/user",
    "plan": "120/m/user",
}
ALLAUTH_TRUSTED_PROXY_COUNT = variables.proxies(IS_HTTPS)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "landing"
SESSION_ENGINE = "castlerisk_site.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600

CONTACT = variables.contact()

# Mail, and what is remembered for a while (limits of how often)

# Requests store mail in the outbox; workers send it by the transport.
vars().update(variables.mail())
MAIL_TRANSPORT = {
    "django.core.mail.backends.smtp.EmailBackend": "games.notices.channels.smtp.BoundedSmtp"
}.get(EMAIL_BACKEND, EMAIL_BACKEND)  # noqa: F821 - from CASTLERISK_MAIL
EMAIL_BACKEND = "games.notices.outbox.Backend"
DEFAULT_FROM_EMAIL = env.str("CASTLERISK_MAIL_FROM", default="") or "Castlerisk <noreply@localhost>"
REDIS_URL = _redis_address()
CACHES = {
    "default": {
        "BACKEND": "castlerisk_site.redis_cache.OpenCache",
        # In a list, for a password may contain what Django takes for the end of an address.
        "LOCATION": [REDIS_URL],
        "KEY_PREFIX": "castlerisk",
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# What is told to who looks after the site

IS_LOGGED_AS_JSON = env.str("CASTLERISK_LOGS", default="") == "json"
LOGGING = configuration(IS_LOGGED_AS_JSON)
if IS_LOGGED_AS_JSON:
    logging.captureWarnings(True)
METRICS_FROM = env.list("CASTLERISK_METRICS", default=["127.0.0.1", "::1"])

# Pages

LANGUAGE_CODE = "en"
USE_I18N = False
FORMAT_MODULE_PATH = "castlerisk_site.formats"
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Files are found in their folders too, so that nothing needs collecting before a first look.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

# The admin

UNFOLD = {
    "SITE_TITLE": "Castlerisk",
    "SITE_HEADER": "Castlerisk",
    "SITE_SUBHEADER": "The house",
    "SITE_SYMBOL": "castle",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icon.svg")}
    ],
    "STYLES": [lambda request: static("admin.css")],
    "SHOW_HISTORY": False,
    "DASHBOARD_CALLBACK": "games.admin.dashboard.context",
    "COLORS": {
        "primary": {
            "50": "#eef6f5",
            "100": "#d5e8e6",
            "200": "#aed2ce",
            "300": "#7fb5b0",
            "400": "#529791",
            "500": "#357b76",
            "600": "#21625e",
            "700": "#1c4f4d",
            "800": "#19403f",
            "900": "#173635",
            "950": "#0a201f",
        }
    },
}

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "castlerisk_site.refused.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
# Browsers take such a cookie over HTTPS alone, and from this host alone: not from its neighbours.
COOKIE_PREFIX = "__Host-" if IS_HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "castlerisk_site.cookies.Messages"
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS] if IS_HTTPS else []
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_SSL_HOST = urlsplit(SITE_ADDRESS).netloc
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if IS_HTTPS else 0
# Whether neighbours at subdomains speak HTTPS is for who runs them to say, and so is the list that
# browsers are built with.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"

# Limits on what one client may take

CONNECTIONS = variables.how_many("CASTLERISK_CONNECTIONS", 10_000)
SOCKETS_PER_ADDRESS = variables.how_many("CASTLERISK_SOCKETS_PER_ADDRESS", 100)
SOCKETS_PER_ACCOUNT = variables.how_many("CASTLERISK_SOCKETS_PER_ACCOUNT", 20)
# The longest form by far, a report or a plan, has a few thousand characters.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# Notices

OUTBOUND_EXEMPT = frozenset(env.list("CASTLERISK_OUTBOUND_EXEMPT", default=[]))
# A mail server that says nothing is not waited for any longer.
EMAIL_TIMEOUT = 10
