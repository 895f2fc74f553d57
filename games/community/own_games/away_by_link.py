"""Say by a link in a mail that one is away: a vacation that begins today."""

from datetime import date

from django.utils.formats import date_format

from games.community.absence import vacations
from games.community.own_games.requests_at_table import seat_of
from games.models import Game, User
from games.storage.store.stored_game import StoredGame

AWAY = "vacation"
"""The kind of these links, besides the kinds of requests."""

TEXT = "If you’re away for some days, book a vacation. Your clocks stop in all games that allow it."
LABEL = "I’m away until …"
BUTTON = "Book vacation"
_DONE = "Your vacation lasts until {day}. Your deadlines have moved past it."


def mark_of(user: User) -> str:
    """Return the mark of a link: the user's newest vacation, so that a link books only one."""
    newest = user.vacations.order_by("-pk").values_list("pk", flat=True).first()
    return str(newest or 0)


def why_not(stored: StoredGame, user: User) -> str:
    """Return why a link of this game cannot book a vacation from today; "" if it can."""
    if stored.status != Game.Status.RUNNING:
        return "the game has ended."
    if seat_of(stored, user) not in stored.people:
        return "you don’t play your seat now."
    if not stored.keeps_rest:
        return "this game goes on during vacations."
    today = vacations.today_of(user)
    if user.vacations.filter(first__lte=today, last__gte=today).exists():
        return "you are on vacation today."
    if vacations.days_left(user, today.year) < 1:
        return "you have no vacation days left this year."
    return ""


def book(user: User, last: date) -> str:
    """Book a vacation from today through `last`; return a sentence that says so.

    Raises ValidationError if the rules forbid the vacation.
    """
    vacations.book_vacation(user, vacations.today_of(user), last)
    return _DONE.format(day=date_format(last, "j F Y"))
