"""Storage of flash messages, in a cookie with the same name prefix as the site's other cookies."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Stores messages in a cookie that no other host can set."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    """Stores messages in the cookie, or in the session if they do not fit."""

    storage_classes = (MessageCookie, SessionStorage)
