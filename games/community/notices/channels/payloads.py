"""What a webhook gets: the JSON that Discord, Slack and Matrix document, or our own.

Names and titles are anybody's text. They never mention a person or a whole channel, never become a
link, and have no markup. The limits are those of the services' documentation, in characters.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import urlsplit

from django.utils.formats import date_format

from games.models import HookAddress

Format = HookAddress.Format
Payload = dict[str, Any]

SITE = "Castlerisk"
_OPEN = "Open the game"


@dataclass(frozen=True, slots=True)
class Post:
    """What a webhook says: a title ("" for none), lines, whose turn it is, and until when.

    `kind` and `game`, a code, are for programs.
    """

    id: str
    kind: str
    game: str | None
    made_at: datetime
    url: str
    lines: tuple[str, ...]
    title: str = ""
    asked: str = ""
    until: datetime | None = None


def payload_of(post: Post, wanted: str) -> Payload:
    """Return a post in a format, ready for JSON."""
    return _BUILDERS[Format(wanted)](post)


# Recognising a format


_DISCORD = ("discord.com", "discordapp.com")
_SLACK = ("hooks.slack.com", "hooks.slack-gov.com")
_HOOKSHOT = "hookshot"


def format_of(url: str, wanted: str = "") -> str:
    """Return the format for a URL: `wanted` if there is such a format, else by its host and path.

    Discord takes Slack's format at addresses that end in /slack.
    """
    if wanted in Format.values:
        return wanted
    place = urlsplit(url)
    host = (place.hostname or "").lower()
    if any(host == one or host.endswith(f".{one}") for one in _DISCORD):
        return Format.SLACK if place.path.rstrip("/").endswith("/slack") else Format.DISCORD
    if host in _SLACK:
        return Format.SLACK
    return Format.MATRIX if _HOOKSHOT in host or _HOOKSHOT in place.path else Format.OTHER


# Text by others


_JOINER = "\u2060"
"""An invisible sign at which no line breaks; it separates what a service would recognise."""


def defused(text: str) -> str:
    """Return a text in which no mention or link is recognised: neither @room nor https://…."""
    return text.replace("@", f"@{_JOINER}").replace("://", f":{_JOINER}//")


_MARKDOWN = re.compile(r"[\\*_~`|<>\[\]()#:.+-]")


def _in_discord(text: str) -> str:
    # Discord shows a punctuation mark after a backslash as it is.
    return _MARKDOWN.sub(lambda found: f"\\{found[0]}", defused(text))


def _in_slack(text: str) -> str:
    # Slack's documentation names these three as its control characters.
    return defused(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _in_html(text: str) -> str:
    return escape(defused(text))


def _fitted(lines: Iterable[str], most: int, separator: str = "\n") -> str:
    """Join as many whole lines as fit."""
    found, left = [], most
    for line in lines:
        left -= len(line) + len(separator)
        if left < 0:
            break
        found.append(line)
    return separator.join(found)


# Discord


DISCORD_TITLE, DISCORD_DESCRIPTION = 256, 4096
"""The limits of an embed. An escaped title is at most twice as long as the title."""


def _for_discord(post: Post) -> Payload:
    """Return the parameters of *Execute Webhook*, with one embed.

    Discord shows `<t:…>` in each reader's own time zone.
    """
    asked = _in_discord(post.asked)
    if post.until is not None:
        seconds = int(post.until.timestamp())
        asked = f"{asked}\n<t:{seconds}:F> (<t:{seconds}:R>)"
    lines = [*map(_in_discord, post.lines), *([asked] if asked else [])]
    return {
        "username": SITE,
        "allowed_mentions": {"parse": []},
        "embeds": [
            {
                "title": _in_discord((post.title or SITE)[: DISCORD_TITLE // 2 - 10]),
                "url": post.url,
                "description": _fitted(lines, DISCORD_DESCRIPTION),
            }
        ],
    }


# Slack


SLACK_HEADER, SLACK_SECTION = 150, 3000


def _for_slack(post: Post) -> Payload:
    """Return the JSON of an incoming webhook: a header, sections, and the text of the notification.

    Slack shows `<!date…>` in each reader's own time zone; the words after the bar are a fallback.
    """
    asked = _in_slack(post.asked)
    if post.until is not None:
        seconds, words = int(post.until.timestamp()), _in_slack(_time(post.until))
        when = f"<!date^{seconds}^{{date_long_pretty}}, {{time}}|{words}>"
        asked = f"{asked}\n{when}"
    lines = [_in_slack(line) for line in post.lines]
    link = f"<{post.url}|{_OPEN}>" if post.game else f"<{post.url}>"
    body = _fitted([*lines, *([asked] if asked else [])], SLACK_SECTION)
    title = defused(post.title or SITE)[:SLACK_HEADER]
    return {
        "text": _fitted([_in_slack(post.title or SITE), *lines], SLACK_SECTION),
        "blocks": [
            {"type": "header", "text": {"type": "plain_text", "text": title, "emoji": False}},
            *(_section(text) for text in (body, link) if text),
        ],
    }


def _section(text: str) -> Payload:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


# Matrix


MATRIX_TEXT = 10_000


def _for_matrix(post: Post) -> Payload:
    """Return the JSON of hookshot's generic webhook: `text`, and `html`, which is shown."""
    lines = [*post.lines, *_asked_until(post)]
    title = [post.title] if post.title else []
    link = f'<a href="{escape(post.url)}">{_OPEN if post.game else escape(post.url)}</a>'
    shown = [*(f"<b>{_in_html(text)}</b>" for text in title), *map(_in_html, lines), link]
    return {
        "text": _fitted([*map(defused, (*title, *lines)), post.url], MATRIX_TEXT),
        "html": _fitted(shown, MATRIX_TEXT, "<br>"),
        "username": SITE,
    }


# Our own JSON


def _for_others(post: Post) -> Payload:
    """Return our own JSON; simple chat services read `text` or `content`."""
    title = [post.title] if post.title else []
    words = "\n".join([*title, *post.lines, *_asked_until(post)]) + f" {post.url}"
    return {
        "id": post.id,
        "kind": post.kind,
        "game": post.game,
        "made_at": post.made_at.isoformat(timespec="seconds"),
        "url": post.url,
        "text": words,
        "content": words,
        "subject": post.title,
        "lines": post.lines,
        **({"until": post.until.isoformat(timespec="seconds")} if post.until else {}),
    }


def _asked_until(post: Post) -> list[str]:
    if not post.asked:
        return []
    return [f"{post.asked} {_UNTIL.format(time=_time(post.until))}" if post.until else post.asked]


_UNTIL = "Until {time}."
_TIME = "l j F, H:i"
_IN_UTC = "{time} UTC"


def _time(moment: datetime) -> str:
    """Return a time in words, in UTC: the readers' time zones are unknown."""
    return _IN_UTC.format(time=date_format(moment.astimezone(UTC), _TIME))


_BUILDERS: dict[Format, Callable[[Post], Payload]] = {
    Format.DISCORD: _for_discord,
    Format.SLACK: _for_slack,
    Format.MATRIX: _for_matrix,
    Format.OTHER: _for_others,
}
