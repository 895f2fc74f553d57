"""Open a game for a circle, with the values it usually has."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from games.community.circles.circles import lock_circle_of, lock_own_circle
from games.community.lobby import tables
from games.community.lobby.forms import CLOSED, COMPANIES, NewGameForm
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.notices.sources.from_circles import notify_game
from games.drawing.display.options import PLAYABLE
from games.models import Circle, Game, User
from games.playing.clocks import time_controls
from games.playing.start import FEWEST_SEATS, MOST_SEATS
from rules import RULESETS


def usual_values(circle: Circle, members: int) -> dict[str, Any]:
    """Return the new-game form's values for a circle: those kept, else a game by link for all."""
    seats = min(max(members, FEWEST_SEATS), MOST_SEATS)
    kinds = [SeatKind.ME.value, *[SeatKind.LINK.value] * (seats - 1)]
    by_number = {
        f"seat_{number}": kinds[number - 1] if number <= seats else CLOSED
        for number in range(1, MOST_SEATS + 1)
    }
    first = {**COMPANIES["friends-days"], **by_number, "title": circle.name}
    return {**first, **circle.usual_game}


def usual_words(circle: Circle, members: int) -> str:
    """Describe a circle's usual game: the game, the clock and the number of seats."""
    values = usual_values(circle, members)
    seats = [kind for name, kind in values.items() if name.startswith("seat_") and kind != CLOSED]
    clocks = {preset.name: preset.title for preset in time_controls.PRESETS}
    ruleset = RULESETS.get(values.get("ruleset", PLAYABLE[0].name), PLAYABLE[0])
    clock = clocks.get(values["clock"], _OWN_CLOCK)
    return _USUAL.format(ruleset=ruleset.title, clock=clock, seats=len(seats))


_USUAL = "{ruleset} · {clock} · {seats} seats"
_OWN_CLOCK = "Custom clock"


def values_of(form: NewGameForm) -> dict[str, Any]:
    """Return the values of a valid form, to be kept as a circle's usual game."""
    return {name: form.cleaned_data[name] for name in form.fields}


def usual_terms(circle: Circle, members: int) -> TableTerms:
    """Return the terms of a circle's usual game.

    Raises ValidationError if a value that was kept is no longer offered.
    """
    shown = NewGameForm(initial=usual_values(circle, members))
    fields = shown.fields.items()
    form = NewGameForm({name: shown.get_initial_for_field(field, name) for name, field in fields})
    if not form.is_valid():
        raise ValidationError("The usual game of the circle isn’t offered any more. Choose again.")
    return form.terms()


@transaction.atomic
def keep_usual(code: str, owner: User, form: NewGameForm) -> None:
    """Keep a valid form's values as the usual game; raise NoSuchCircle or NotOwner."""
    circle = lock_own_circle(code, owner)
    circle.usual_game = values_of(form)
    circle.save(update_fields=["usual_game"])


@transaction.atomic
def open_game(code: str, member: User, terms: TableTerms) -> Game:
    """Open a table for a circle and tell its members; they need no invitation to its seats.

    Raises NoSuchCircle for anybody but members, and what `open_table` raises.
    """
    User.objects.lock(member.pk)
    return open_for(lock_circle_of(code, member), member, terms)


def open_for(circle: Circle, member: User, terms: TableTerms) -> Game:
    """Open a table for a locked circle, as `open_game` does; the member is locked too."""
    opened = tables.open_table(member, terms, circle.pk)
    game = Game.objects.public().select_related("host").get(pk=opened.pk)
    notify_game(circle, game, member, circle.members.values_list("user", flat=True))
    return game
