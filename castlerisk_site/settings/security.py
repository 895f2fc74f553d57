"""Host names, HTTPS, cookies and the content security policy."""

from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF
from django.http.request import split_domain_port

from castlerisk_site.settings import variables
from castlerisk_site.settings.login_providers import LOGIN_PROVIDER_ORIGINS
from castlerisk_site.settings.variables import env

IS_HTTPS = variables.boolean("CASTLERISK_HTTPS")
ALLOWED_HOSTS = env.list("CASTLERISK_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# Every link begins with this address, never with the Host header of a request.
SITE_ADDRESS = variables.address(IS_HTTPS)
if SITE_ADDRESS:
    ALLOWED_HOSTS += [split_domain_port(urlsplit(SITE_ADDRESS).netloc)[0]]
else:
    _FIRST_HOST = next((host for host in ALLOWED_HOSTS if "*" not in host), "localhost")
    SITE_ADDRESS = f"http://{_FIRST_HOST.lstrip('.')}:8000"
ALLAUTH_TRUSTED_PROXY_COUNT = variables.proxies(IS_HTTPS)

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
        "form-action": [SELF, *LOGIN_PROVIDER_ORIGINS],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "castlerisk_site.middleware.refusals.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
# Browsers accept a “__Host-” cookie only over HTTPS and only from this host, not its subdomains.
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
