"""Logging: lines of text, or one line of JSON per event.

Every log line, including those of libraries, passes through `scrub`, which removes personal
addresses and secrets from messages and tracebacks.
"""

import re
from typing import Any

import structlog
from structlog.processors import TimeStamper
from structlog.typing import EventDict

TEXT_TIME = "%Y-%m-%d %H:%M:%S.%f"

# Every pattern must run in linear time, because clients can put long texts into log lines. A
# pattern that begins with an unlimited repetition would start again at every character.
SCRUBBED = (
    # The password in the address of a service, then email addresses.
    (re.compile(r"(://)[^\s/@]*@"), r"\1(hidden)@"),
    (re.compile(r"(?<![^\s@<>\"'(),;:/=\\])[^\s@<>\"'(),;:/=\\]+@(?!\()"
                r"[^\s@<>\"'(),;:/\\]+\.[\w-]+"), "(address)"),
    # Tokens in paths, and query strings.
    (re.compile(r"(/(?:invitation|key|confirm-email|stop|appeals|answers|join)/)[^\s/'\"]+"),
     r"\1(hidden)"),
    (re.compile(r"(/[^\s?'\"/]*\?)[^\s'\"]+"), r"\1(hidden)"),
    (re.compile(r"(?i)\b((?:sessionid|csrftoken|password|token|secret|cookie)['\"]?\s*[=:]\s*)\S+"),
     r"\1(hidden)"),
    # Sessions, tokens, seeds and salts: long words that mix digits and letters.
    (re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{24,}\b"), "(hidden)"),
)  # fmt: skip


def scrub(logger: Any, method: str, event: EventDict) -> EventDict:
    """Remove personal addresses and secrets from a log event."""
    for name, value in event.items():
        if isinstance(value, str) and name not in ("request", "timestamp"):
            event[name] = scrubbed(value)
    return event


def scrubbed(text: str) -> str:
    """Return a text without addresses, tokens and passwords."""
    for pattern, instead in SCRUBBED:
        text = pattern.sub(instead, text)
    return text


def as_text(logger: Any, method: str, event: EventDict) -> str:
    """Return a line of text, followed by the traceback if there is one."""
    line = " ".join(str(event.pop(name)) for name in ("timestamp", "level", "logger", "event"))
    trace = event.pop("exception", "")
    more = "".join(f" {name}={value}" for name, value in event.items() if f" {name}=" not in line)
    return f"{line}{more}\n{trace}" if trace else line + more


def _upper(logger: Any, method: str, event: EventDict) -> EventDict:
    event["level"] = event["level"].upper()
    return event


def configuration(is_json: bool) -> dict[str, Any]:
    """Return the logging configuration for Django."""
    last = [structlog.processors.JSONRenderer()] if is_json else [_upper, as_text]
    stamp = TimeStamper("iso") if is_json else TimeStamper(TEXT_TIME, utc=False)
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(EXTRAS),
            stamp,
        ],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            scrub,
            *last,
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"site": formatter},
        "handlers": {"site": {"class": "logging.StreamHandler", "formatter": "site"}},
        "root": {"handlers": ["site"], "level": "WARNING"},
        "loggers": {
            "games": {"level": "INFO"},
            # On a terminal, one line per request would be too much.
            "castlerisk.requests": {"level": "INFO" if is_json else "WARNING"},
            # The heartbeat already logs once that the database is away.
            "psycopg.pool": {"level": "ERROR"},
            # The page itself explains why a request was refused.
            "django.request": {"level": "ERROR"},
            # The middleware logs refused forms itself, without their addresses.
            "django.security.csrf": {"level": "ERROR"},
        },
    }


EXTRAS = ("game", "number", "seat", "kind", "late", "method", "route", "status", "milliseconds")
"""The attributes of a log record that are logged besides the message."""
