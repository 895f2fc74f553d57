"""How the processes of the site log: as text, or as a line of JSON for each thing that happened.

Whatever is logged, by whomever, passes `scrub`: addresses of people, and what opens a door, are
taken out of messages and of traces alike.
"""

import re
from typing import Any

import structlog
from structlog.typing import EventDict

TEXT_TIME = "%Y-%m-%d %H:%M:%S.%f"

# Each pattern takes linear time: clients put long texts into what is logged. One that begins with
# an unlimited repetition would begin again at every character.
SCRUBBED = (
    # The password in the address of a service, then mail addresses.
    (re.compile(r"(://)[^\s/@]*@"), r"\1(hidden)@"),
    (re.compile(r"(?<![^\s@<>\"'(),;:/=\\])[^\s@<>\"'(),;:/=\\]+@(?!\()"
                r"[^\s@<>\"'(),;:/\\]+\.[\w-]+"), "(address)"),
    # Parts of paths that open a door, and all that follows a question mark.
    (re.compile(r"(/(?:invitation|key|confirm-email|stop|appeals)/)[^\s/'\"]+"), r"\1(hidden)"),
    (re.compile(r"(/[^\s?'\"/]*\?)[^\s'\"]+"), r"\1(hidden)"),
    (re.compile(r"(?i)\b((?:sessionid|csrftoken|password|token|secret|cookie)['\"]?\s*[=:]\s*)\S+"),
     r"\1(hidden)"),
    # Sessions, tokens, seeds and salts: long, with digits and letters in one word.
    (re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{24,}\b"), "(hidden)"),
)  # fmt: skip


def scrub(logger: Any, method: str, event: EventDict) -> EventDict:
    """Take out of what is logged whatever nobody should read there."""
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
    """Return a line of text; a trace follows it."""
    said = " ".join(str(event.pop(name)) for name in ("timestamp", "level", "logger", "event"))
    trace = event.pop("exception", "")
    more = "".join(f" {name}={value}" for name, value in event.items() if f" {name}=" not in said)
    return f"{said}{more}\n{trace}" if trace else said + more


def _upper(logger: Any, method: str, event: EventDict) -> EventDict:
    event["level"] = event["level"].upper()
    return event


def configuration(is_json: bool) -> dict[str, Any]:
    """Return how Django is to set up logging."""
    last = [structlog.processors.JSONRenderer()] if is_json else [_upper, as_text]
    stamp = {"fmt": "iso", "utc": True} if is_json else {"fmt": TEXT_TIME, "utc": False}
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(EXTRAS),
            structlog.processors.TimeStamper(**stamp),
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
            # On a terminal every request would be too much.
            "castlerisk.requests": {"level": "INFO" if is_json else "WARNING"},
            # That the database is away is told once, by the pulse.
            "psycopg.pool": {"level": "ERROR"},
            # What a page was refused is told on the page.
            "django.request": {"level": "ERROR"},
            # Refused forms are logged by castlerisk.refused, without their addresses.
            "django.security.csrf": {"level": "ERROR"},
        },
    }


EXTRAS = ("game", "number", "seat", "kind", "late", "method", "route", "status", "milliseconds")
"""What is logged beside the message; nothing else that a record carries is."""
