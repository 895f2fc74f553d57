"""All settings, read from the environment; with none set, the site runs locally on SQLite.

CASTLERISK_DEBUG   true shows tracebacks to visitors: never on a public site
CASTLERISK_HOSTS   the host names of the site, separated by commas
CASTLERISK_HTTPS   true if the site is reached over HTTPS: plain HTTP is then redirected, and
                   cookies are sent over HTTPS only; it needs CASTLERISK_ADDRESS and
                   CASTLERISK_PROXIES, and the outermost proxy must send X-Forwarded-Proto
CASTLERISK_VAR     the folder for persistent data: database and secrets
CASTLERISK_SEED_KEY  the file with the keys that encrypt the seeds of running games, by default
                   seed-key in that folder; one key per line, the first one encrypts, all decrypt
CASTLERISK_MAIL    how mail is sent, as smtp+tls://user:password@host:port; without it, mail is
                   printed on the terminal; filemail:////folder writes it to files
CASTLERISK_MAIL_FROM  the sender of mail
CASTLERISK_ADDRESS the address of the site as players type it, as https://host: every link in
                   mails, notices and invitations begins with it; without it (and without
                   CASTLERISK_HTTPS) they begin with the address that `serve` prints
CASTLERISK_CONTACT how to reach the operator of the site, a mail address or https://...: shown on
                   every page, and in mails about measures
CASTLERISK_OUTBOUND_EXEMPT  host:port pairs, separated by commas, that webhooks and pushes may
                   reach although they are not public, and without HTTPS: for tests only
CASTLERISK_PROXIES the number of our own proxies in front of the site, 0 by default
CASTLERISK_CONNECTIONS  the most open connections of one web process, 10000 by default; fewer if
                   its limit on open files is lower
CASTLERISK_SOCKETS_PER_ADDRESS  live pages open at once from one IPv4 address or IPv6 /64, per
                   web process, 100 by default: enough for a school or a club
CASTLERISK_SOCKETS_PER_ACCOUNT  the same for one account, 20 by default
CASTLERISK_LOGS    json logs one line of JSON per request and event; anything else logs text
CASTLERISK_METRICS the addresses that may read /metrics, separated by commas; by default only
                   this machine
DATABASE_URL       another database, as postgres://user:password@host:port/name
CASTLERISK_PGBOUNCER  true if DATABASE_URL leads to PgBouncer in transaction mode
REDIS_URL          needed if there are several web processes, which use it to announce changes of
                   tables and to share rate limits; as redis://user:password@host:port/number
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

from castlerisk_site.logs import configuration
from castlerisk_site.settings import variables

ROOT = Path(__file__).resolve().parents[2]
env = environ.Env()


def _kept_folder() -> Path:
    """Return the folder for persistent data; create it on the first start."""
    folder = Path(env.str("CASTLERISK_VAR", default="") or ROOT / "var")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{folder} cannot be created: {error.strerror}.") from None
    return folder


def _random_text() -> str:
    return secrets.token_urlsafe(50)


def _kept_secret(path: Path, new: Callable[[], str] = _random_text) -> str:
    """Return the secret in a file; create it on the first start."""
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
        # If several processes start at once, they all use the secret of the first.
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _redis_address() -> str:
    """Return the address of Redis, or ""; a variable that is set but empty counts as not set."""
    address: str = env.str("REDIS_URL", default="")
    if address:
        # The Redis client is imported only if Redis is used.
        from redis.connection import parse_url

        try:
            parse_url(address)
        except ValueError:
            # The faulty part may belong to the password: do not repeat it.
            raise ImproperlyConfigured(
                "REDIS_URL is invalid: it must have the form redis://user:password@host:port/0 "
                "(or begin with rediss:// or unix://); encode special characters in the password, "
                "such as / as %2F."
            ) from None
    return address


VAR = _kept_folder()
DEBUG = variables.boolean("CASTLERISK_DEBUG")
SECRET_KEY = _kept_secret(VAR / "secret-key")
PUSH_SECRET = _kept_secret(VAR / "push-key")
IS_HTTPS = variables.boolean("CASTLERISK_HTTPS")
SEED_KEYS = variables.seed_keys(
    _kept_secret(
        Path(env.str("CASTLERISK_SEED_KEY", default="") or VAR / "seed-key"), variables.new_seed_key
    )
)
ALLOWED_HOSTS = env.list("CASTLERISK_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# No link is built from the Host header of a request.

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
    "games",
]

MIDDLEWARE = [
    "castlerisk_site.middleware.probes.Probes",
    "castlerisk_site.middleware.request_log.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "castlerisk_site.middleware.headers.HeadersMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "castlerisk_site.middleware.unavailable.DatabaseAwayMiddleware",
    "games.views.middleware.AdminPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.views.middleware.VisitorMiddleware",
    "games.views.middleware.SiteModeMiddleware",
    "games.views.middleware.FormAddressMiddleware",
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
                        "castlerisk_site.backends.template_loader.UnindentedLoader",
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

# Database

DATABASES = {"default": variables.database(VAR / "castlerisk.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"] |= {
        # The threads that answer requests live as long as the process, so keep their connections.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A transaction that reads before it writes waits for the lock instead of failing.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; "
            "PRAGMA cache_size=2000",
        },
        # Threads and processes of a test share one database file.
        "TEST": {"NAME": VAR / "test.sqlite3"},
    }
else:
    # PgBouncer in transaction mode may run each transaction of a client on another connection.
    IS_POOLED = variables.boolean("CASTLERISK_PGBOUNCER")
    DATABASES["default"] |= {
        "CONN_MAX_AGE": 0,
        # After a restart of PostgreSQL, a request must not get a stale connection.
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": IS_POOLED,
        "OPTIONS": {
            # Planning a frequent statement takes longer than running it, so prepare it.
            "server_side_binding": True,
            "prepare_threshold": None if IS_POOLED else 3,
            # After a long outage, requests must not wait long for the next connection attempt.
            "pool": {"min_size": 2, "max_size": 10, "timeout": 4, "reconnect_timeout": 1},
            "connect_timeout": 3,
            # A crashed host closes no connection: notice it after about ten seconds of silence.
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
        },
    }
    if not IS_POOLED:
        # A process that hangs while it holds the lock of a game does not block it forever.
        # PgBouncer refuses options: there the database's role has this setting.
        timeout = "-c idle_in_transaction_session_timeout=5000"
        DATABASES["default"]["OPTIONS"]["options"] = timeout
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts

AUTH_USER_MODEL = "games.User"
# LoginBackend replaces Django's backend; with both, a wrong password would be hashed twice.
AUTHENTICATION_BACKENDS = [
    "games.people.authentication.LoginBackend",
    # Older sessions name this backend; it no longer checks passwords.
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
# games.names validates names; it never changes what somebody entered.
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
# Accept codes of a device whose clock is half a minute off.
MFA_TOTP_TOLERANCE = 1
# Do not reveal whether an address has an account, or let anyone block another's address.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
MFA_ALLOW_UNVERIFIED_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Castlerisk: "
ACCOUNT_SESSION_REMEMBER = True
# Someone who finds an open browser cannot change the address without the password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,60/d/ip",
    "reset_password": "5/m/ip,20/h/ip,5/h/key",
    "play_now": "10/h/ip",
    # Per game: a table has six seats, and a guest may lose the cookie and come back.
    "invited": "12/h/key",
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
SESSION_ENGINE = "castlerisk_site.backends.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600

CONTACT = variables.contact()

# Mail and the cache (for rate limits)

# Requests store mail in the outbox; workers send it with MAIL_TRANSPORT.
vars().update(variables.mail())
MAIL_TRANSPORT = {
    "django.core.mail.backends.smtp.EmailBackend": "games.notices.channels.smtp.BoundedSmtp"
}.get(EMAIL_BACKEND, EMAIL_BACKEND)  # noqa: F821 - from CASTLERISK_MAIL
EMAIL_BACKEND = "games.notices.outbox.OutboxBackend"
DEFAULT_FROM_EMAIL = env.str("CASTLERISK_MAIL_FROM", default="") or "Castlerisk <noreply@localhost>"
REDIS_URL = _redis_address()
CACHES = {
    "default": {
        "BACKEND": "castlerisk_site.backends.redis_cache.FailOpenCache",
        # In a list: as a string, it would be split at any separator in the password.
        "LOCATION": [REDIS_URL],
        "KEY_PREFIX": "castlerisk",
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# Logging and metrics

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
    "staticfiles": {"BACKEND": "castlerisk_site.backends.static_files.StaticFiles"},
}
# Static files are also served from their source folders: no collectstatic before a first look.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

# The admin

UNFOLD = {
    "SITE_TITLE": "Castlerisk",
    "SITE_HEADER": "Castlerisk",
    "SITE_SUBHEADER": "The house",
    "SITE_SYMBOL": "castle",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icons/icon.svg")}
    ],
    "STYLES": [lambda request: static("admin/admin.css")],
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
CSRF_FAILURE_VIEW = "castlerisk_site.middleware.refusals.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
# Browsers accept such a cookie only over HTTPS and only from this host, not its subdomains.
COOKIE_PREFIX = "__Host-" if IS_HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "castlerisk_site.backends.messages.Messages"
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS] if IS_HTTPS else []
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_SSL_HOST = urlsplit(SITE_ADDRESS).netloc
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if IS_HTTPS else 0
# Only the operator can know whether all subdomains use HTTPS (W005), and whether to join the
# browsers' preload list (W021).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"

# Limits per client and per process

CONNECTIONS = variables.whole_number("CASTLERISK_CONNECTIONS", 10_000)
SOCKETS_PER_ADDRESS = variables.whole_number("CASTLERISK_SOCKETS_PER_ADDRESS", 100)
SOCKETS_PER_ACCOUNT = variables.whole_number("CASTLERISK_SOCKETS_PER_ACCOUNT", 20)
# The longest forms by far, reports and plans, have a few thousand characters.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# Notices

OUTBOUND_EXEMPT = frozenset(env.list("CASTLERISK_OUTBOUND_EXEMPT", default=[]))
# The longest wait, in seconds, for a mail server that does not answer.
EMAIL_TIMEOUT = 10
