"""What the project consists of: apps, middleware, templates, static files."""

from castlerisk_site.settings import variables
from castlerisk_site.settings.data_folder import ROOT, VAR

DEBUG = variables.boolean("CASTLERISK_DEBUG")

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
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.github",
    "allauth.socialaccount.providers.google",
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
    "games.web.views.middleware.AdminPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "castlerisk_site.middleware.session_user.SessionUserMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.views.middleware.VisitorMiddleware",
    "games.web.views.middleware.SiteModeMiddleware",
    "games.web.views.middleware.FormAddressMiddleware",
]

ROOT_URLCONF = "castlerisk_site.urls"
ASGI_APPLICATION = "castlerisk_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ROOT / "templates" / "parts"],
        "OPTIONS": {"environment": "castlerisk_site.part_templates.environment"},
    },
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
                "games.community.notices.pages.unread_count",
                "games.web.views.middleware.site_context",
            ],
            "builtins": ["castlerisk_site.tags"],
        },
    },
]

LANGUAGE_CODE = "en"
USE_I18N = False
FORMAT_MODULE_PATH = "castlerisk_site.formats"
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
if not DEBUG:
    # A bundle replaces the file of the same name, and needs none of those that it imports.
    STATICFILES_DIRS.insert(0, ROOT / "castlerisk_site" / "bundles")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Static files are also served from their source folders: no collectstatic before a first look.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
