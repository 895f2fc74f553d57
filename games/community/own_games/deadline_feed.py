"""A calendar of the deadlines of a person's open decisions, at a secret address of their own.

The address depends on the password and on `logins_ended`, as sessions do: a new password, or a
moderator who ends all sessions, gives the person a new one.
"""

from django.core import signing
from django.urls import reverse

from games.community.notices.links import link
from games.community.own_games.icalendar import CalendarEvent, calendar_text
from games.drawing.display.titles import heading_of
from games.models import Game, Player, User
from games.numbers import whole_number
from games.storage.store import clocks
from games.storage.store.database_time import moment
from rules import RULESETS
from rules.moves import Control

REFRESH_MINUTES = 15


def feed_address(user: User) -> str:
    """Return the secret URL of a person's calendar, which can be read without logging in."""
    return link(reverse("deadline_feed", args=[_signer(user).sign(str(user.pk))]))


def owner_of(token: str) -> User | None:
    """Return whose calendar an address's token stands for; None if it is forged or out of date."""
    key = whole_number(token.partition(_SEPARATOR)[0])
    user = User.objects.filter(pk=key or 0, is_active=True).first()
    if user is None:
        return None
    try:
        _signer(user).unsign(token)
    except signing.BadSignature:
        return None
    return user


_SEPARATOR = "."


def _signer(user: User) -> signing.Signer:
    salt = f"deadline-feed {user.get_session_auth_hash()}"
    return signing.Signer(sep=_SEPARATOR, salt=salt)


def feed_of(user: User) -> str:
    """Return a person's calendar; takes one query for any number of games."""
    return calendar_text("Castlerisk", REFRESH_MINUTES, deadlines_of(user))


def deadlines_of(user: User) -> list[CalendarEvent]:
    """Return the deadlines of a person's open decisions whose time is running, soonest first."""
    seats = Player.objects.filter(
        user=user,
        own=True,
        control=Control.PLAYER.value,
        eliminated=0,
        game__status=Game.Status.RUNNING,
        game__held_since=None,
    )
    # The clocks are secret, so only those of the person's own seats may be loaded.
    of_game = (f"game__{column}" for column in ("code", "title", "ruleset", "clocks", "host__name"))
    found = []
    for seat, code, title, ruleset, data, host in seats.values_list("seat", *of_game):
        times = clocks.from_json(data)
        clock = times.running.get(seat)
        if clock is None or times.pause:
            continue
        url = link(reverse("table", args=[code]))
        found.append(
            CalendarEvent(
                uid=f"castlerisk-{code}-{clock.number}",
                made_at=moment(clock.since or clock.until),
                at=moment(clock.until),
                title=_TITLE.format(heading=heading_of(title, host)),
                text=_TEXT.format(ruleset=RULESETS[ruleset].title, url=url),
                url=url,
            )
        )
    return sorted(found, key=lambda event: (event.at, event.uid))


_TITLE = "Castlerisk deadline: {heading}"
_TEXT = "{ruleset}\n{url}"
