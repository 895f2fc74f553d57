"""Parsing of environment variables; a malformed one raises an error that explains the format.

The error never repeats the value: it may be a password, or part of one.
"""

import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from secrets import token_bytes
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0", "")
SEED_KEY_BYTES = 32
ADDRESSES = ("postgres://", "postgresql://", "sqlite:///")

_FAULTS = {
    "boolean": "{name} is invalid: it must be true or false.",
    "number": "{name} is invalid: it must be a whole number, 0 or more.",
    "address": "CASTLERISK_ADDRESS is invalid: it must have the form https://play.example.org.",
    "no address": (
        "CASTLERISK_HTTPS needs CASTLERISK_ADDRESS, the public address of the site: it must have "
        "the form https://play.example.org."
    ),
    "contact": (
        "CASTLERISK_CONTACT is invalid: it must be an email address, or begin with https://."
    ),
    "no proxy": (
        "CASTLERISK_HTTPS needs CASTLERISK_PROXIES, the number of your proxies in front of the "
        "site: it must be at least 1, because one of them accepts HTTPS and sends "
        "X-Forwarded-Proto."
    ),
    "database": (
        "DATABASE_URL is invalid: it must have the form postgres://user:password@host:port/name."
    ),
    "database password": (
        "DATABASE_URL is invalid: it must have the form postgres://user:password@host:port/name. "
        "Encode special characters in the password, such as / as %2F."
    ),
    "seed keys": (
        "The file seed-key is damaged: each line must be a key of 44 characters. Restore it from "
        "a copy: without it, running games cannot continue."
    ),
    "mail": "CASTLERISK_MAIL is invalid: it must have the form smtp+tls://user:password@host:port.",
    "redis": (
        "REDIS_URL is invalid: it must have the form redis://user:password@host:port/0, or begin "
        "with rediss:// or unix://. Encode special characters in the password, such as / as %2F."
    ),
}


def boolean(name: str) -> bool:
    """Return the value of a Boolean variable; False if it is not set."""
    value = os.environ.get(name, "").strip().lower()
    if value not in YES + NO:
        raise _invalid("boolean", name)
    return value in YES


def whole_number(name: str, default: int = 0) -> int:
    """Return the value of a variable, an integer of at least 0; the default if it is not set."""
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isascii() and value.isdigit()):
        raise _invalid("number", name)
    return int(value)


def address(is_https: bool) -> str:
    """Return the address of the site from CASTLERISK_ADDRESS; "" if it is not set."""
    value = os.environ.get("CASTLERISK_ADDRESS", "").strip().rstrip("/")
    if value and not _is_address(value):
        raise _invalid("address")
    if is_https and not value.startswith("https://"):
        raise _invalid("no address")
    return value


def _is_address(value: str) -> bool:
    try:
        place = urlsplit(value)
        port = place.port
    except ValueError:
        return False
    host = place.hostname or ""
    whole = f"[{host}]" if ":" in host else host
    whole = whole if port is None else f"{whole}:{port}"
    return bool(host) and value.lower() in (f"http://{whole}", f"https://{whole}")


def contact() -> str:
    """Return the email address or web page from CASTLERISK_CONTACT; "" if it is not set."""
    value = os.environ.get("CASTLERISK_CONTACT", "").strip()
    is_mail = re.fullmatch(r"[^\s@<>\"'/:]+@[^\s@<>\"'/:]+", value)
    is_page = re.fullmatch(r"https://[^\s@<>\"']+", value)
    if value and not (is_mail or is_page):
        raise _invalid("contact")
    return value


def proxies(is_https: bool) -> int:
    """Return the number of proxies from CASTLERISK_PROXIES; with HTTPS, 0 is an error."""
    count = whole_number("CASTLERISK_PROXIES")
    if is_https and not count:
        raise _invalid("no proxy")
    return count


def database(file: Path) -> dict[str, Any]:
    """Return Django's settings for the database in DATABASE_URL, by default SQLite in `file`."""
    # A variable that is set but empty counts as not set.
    value = os.environ.get("DATABASE_URL", "")
    if not value:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": file}
    if not value.startswith(ADDRESSES):
        raise _invalid("database")
    try:
        config: dict[str, Any] = environ.Env.db_url_config(value)
    except ValueError:
        raise _invalid("database password") from None
    return config


def new_seed_key() -> str:
    """Return a new key for encrypting the seeds of games, or for signing."""
    return urlsafe_b64encode(token_bytes(SEED_KEY_BYTES)).decode()


def seed_keys(text: str) -> list[str]:
    """Return the keys in the text of the seed-key or signing-key file, one per line."""
    keys = text.split()
    if not keys or not all(map(_is_seed_key, keys)):
        raise _invalid("seed keys")
    return keys


def _is_seed_key(key: str) -> bool:
    try:
        return len(urlsafe_b64decode(key)) == SEED_KEY_BYTES
    except ValueError:
        return False


def mail() -> dict[str, Any]:
    """Return Django's mail settings from CASTLERISK_MAIL, by default the console backend."""
    value = os.environ.get("CASTLERISK_MAIL", "") or "consolemail://"
    try:
        config: dict[str, Any] = environ.Env.email_url_config(value)
    except (ImproperlyConfigured, ValueError):
        raise _invalid("mail") from None
    return config


def redis() -> str:
    """Return the address of Redis from REDIS_URL; "" if it is not set."""
    value = os.environ.get("REDIS_URL", "")
    if value:
        # The Redis client is imported only if Redis is used.
        from redis.connection import parse_url

        try:
            parse_url(value)
        except ValueError:
            # The faulty part may belong to the password: do not repeat it.
            raise _invalid("redis") from None
    return value


def _invalid(fault: str, name: str = "") -> ImproperlyConfigured:
    return ImproperlyConfigured(_FAULTS[fault].format(name=name))
