"""What a person may set to taste: one small table, kept as JSON with the user."""

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
    """A question with its answers, each as (word kept, words shown); the first is the default."""

    label: str
    help: str
    choices: tuple[tuple[str, str], ...]

    @property
    def default(self) -> str:
        """Return the word that holds where nothing was chosen."""
        return self.choices[0][0]

    @property
    def words(self) -> frozenset[str]:
        """Return the words that may be kept."""
        return frozenset(word for word, _ in self.choices)


_ON_OR_OFF = (("on", "On"), ("off", "Off"))

PREFERENCES: dict[str, Preference] = {
    "theme": Preference(
        "Appearance",
        "Auto is light or dark as your device is.",
        (("auto", "Auto"), ("light", "Light"), ("dark", "Dark")),
    ),
    "sound": Preference(
        "Sound", "A short sound when it is your turn or you are asked.", _ON_OR_OFF
    ),
    "hints": Preference("Hints", "Short explanations during your first turns.", _ON_OR_OFF),
    "animation": Preference(
        "Other players’ moves",
        "How long dice, cards and arrows of others’ moves are shown to you.",
        (("calm", "Calm"), ("quick", "Quick")),
    ),
}


def preferences_of(user: User | AnonymousUser) -> dict[str, str]:
    """Return every preference of a visitor; the defaults for who is not logged in."""
    kept = user.preferences if isinstance(user, User) else {}
    return {
        name: kept[name] if kept.get(name) in preference.words else preference.default
        for name, preference in PREFERENCES.items()
    }


@transaction.atomic
def save_preferences(user: User, chosen: Mapping[str, str]) -> None:
    """Keep what was chosen and leave the rest; ValidationError for what there is not."""
    for name, word in chosen.items():
        if name not in PREFERENCES or word not in PREFERENCES[name].words:
            raise ValidationError("There is no such preference.")
    held_preferences(user)
    # Only what was changed is kept, so that a better default reaches everybody else.
    every = {**preferences_of(user), **chosen}
    others = {name: kept for name, kept in user.preferences.items() if name not in PREFERENCES}
    user.preferences = others | {
        name: word for name, word in every.items() if word != PREFERENCES[name].default
    }
    user.save(update_fields=["preferences"])


def held_preferences(user: User) -> dict[str, Any]:
    """Return what a user keeps as it is stored now, and hold it to the transaction's end.

    Another tab may have changed it since this request began.
    """
    User.objects.hold(user.pk)
    user.refresh_from_db(fields=["preferences"])
    return user.preferences


_YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """Return what this browser shows: light, dark, or (auto) what the device asks for."""
    chosen = request.COOKIES.get(_cookie())
    return chosen if chosen in ("light", "dark") else "auto"


def remember_theme(response: HttpResponse, theme: str) -> None:
    """Let this browser show light, dark or auto from now on."""
    if theme == "auto":
        response.delete_cookie(_cookie(), samesite="Lax")
    else:
        # The switch in the header reads and writes it too.
        is_secure = settings.IS_HTTPS
        response.set_cookie(_cookie(), theme, max_age=_YEAR, samesite="Lax", secure=is_secure)


def _cookie() -> str:
    return f"{settings.COOKIE_PREFIX}theme"
