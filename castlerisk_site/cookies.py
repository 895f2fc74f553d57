"""Storage of the messages on the next page, in a cookie named like the other ones."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Keeps messages in a cookie that no other host can set."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    """Keeps messages in the cookie, and those that are too long for it in the session."""

    storage_classes = (MessageCookie, SessionStorage)
