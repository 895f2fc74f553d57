"""A user's preferences, stored as JSON on the user, and the browser's theme."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from games.models import User


@dataclass(frozen=True, slots=True)
class Preference:
    """A setting with its choices as (stored value, label); the first is the default."""

    label: str
    help: str
    choices: tuple[tuple[str, str], ...]

    @property
    def default(self) -> str:
        """Return the value for people who have not made a choice."""
        return self.choices[0][0]

    @property
    def words(self) -> frozenset[str]:
        """Return the values that may be stored."""
        return frozenset(word for word, _ in self.choices)


VACATION_SHOWN = "shown"
"""The value of the preference “vacation” of people who let others see that they are away."""

_ON_OR_OFF = (("on", "On"), ("off", "Off"))

PREFERENCES: dict[str, Preference] = {
    "theme": Preference(
        "Appearance",
        "Auto follows your device.",
        (("auto", "Auto"), ("light", "Light"), ("dark", "Dark")),
    ),
    "sound": Preference(
        "Sound on your turn",
        "Play a sound when you need to move. Set the volume in the game.",
        _ON_OR_OFF,
    ),
    "hints": Preference("Hints", "Short explanations during your first turns.", _ON_OR_OFF),
    "shortcuts": Preference(
        "Keyboard shortcuts",
        "Single keys that act in a game. The ? beside the map lists them.",
        _ON_OR_OFF,
    ),
    "animation": Preference(
        "Other players’ moves",
        "How long dice and cards are shown before the map changes.",
        (
            ("table", "Same as bot speed"),
            ("calm", "Calm"),
            ("quick", "Brisk"),
            ("at once", "Instant"),
        ),
    ),
    "reasons": Preference(
        "Bots’ reasons",
        "Once the game is over, the log explains the bots’ moves. If all your opponents are bots, "
        "it can do so right away.",
        (("off", "When the game is over"), ("on", "Right away")),
    ),
    "bot_offers": Preference(
        "Bots’ offers",
        "General-level bots may offer you truces and trades. Each makes at most one offer a round.",
        _ON_OR_OFF,
    ),
    "vacation": Preference(
        "Your vacations",
        "Whether others can see until when you’re on vacation: on your profile, in your games, and "
        "in their list of games when it’s your turn.",
        (("hidden", "Hidden"), (VACATION_SHOWN, "Shown")),
    ),
}


def preferences_of(user: User | AnonymousUser) -> dict[str, str]:
    """Return every preference of a visitor; the defaults if they are not logged in."""
    return _complete(user.preferences if isinstance(user, User) else {})


def stored_preferences(text: str | None) -> dict[str, str]:
    """Return every preference of a user from the stored text; the defaults for None."""
    return _complete(json.loads(text) if text else {})


def _complete(kept: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: kept[name] if kept.get(name) in preference.words else preference.default
        for name, preference in PREFERENCES.items()
    }


def pace_shown(user: User | AnonymousUser, pace: str) -> str:
    """Return the pace of a visitor's animations: their own choice, else `pace`, the bots' pace."""
    chosen = preferences_of(user)["animation"]
    return pace if chosen == PREFERENCES["animation"].default else chosen


@transaction.atomic
def save_preferences(user: User, chosen: Mapping[str, str]) -> None:
    """Save the given preferences and leave the others; raise ValidationError if one is unknown."""
    for name, word in chosen.items():
        if name not in PREFERENCES or word not in PREFERENCES[name].words:
            raise ValidationError("Unknown preference.")
    held_preferences(user)
    # Store only values that differ from the default, so that a new default reaches everybody else.
    every = {**preferences_of(user), **chosen}
    others = {name: kept for name, kept in user.preferences.items() if name not in PREFERENCES}
    user.preferences = others | {
        name: word for name, word in every.items() if word != PREFERENCES[name].default
    }
    user.save(update_fields=["preferences"])


def held_preferences(user: User) -> dict[str, Any]:
    """Lock a user until the transaction ends; return their preferences as read under the lock.

    Another tab may have changed them since this request began.
    """
    User.objects.lock(user.pk)
    user.refresh_from_db(fields=["preferences"])
    held: dict[str, Any] = user.preferences
    return held


_YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """Return the browser's theme: light, dark, or auto, which follows the device."""
    chosen = request.COOKIES.get(_cookie())
    return chosen if chosen in ("light", "dark") else "auto"


def remember_theme(response: HttpResponse, theme: str) -> None:
    """Store the browser's theme (light, dark or auto) in a cookie."""
    if theme == "auto":
        response.delete_cookie(_cookie(), samesite="Lax")
    else:
        # Not HttpOnly: the switch in the header reads and writes the cookie too.
        is_secure = settings.IS_HTTPS
        response.set_cookie(_cookie(), theme, max_age=_YEAR, samesite="Lax", secure=is_secure)


def _cookie() -> str:
    return f"{settings.COOKIE_PREFIX}theme"
