"""What players are called under a public link: by their colour until they agree to their name."""

from dataclasses import replace
from typing import Any

from games.community.sharing.jobs import progress_of
from games.drawing.display.liveries import livery_title
from games.drawing.display.seating import Seating
from games.models import Job, PublicLink, SeatHolder
from rules import View


def shared_seating(link: PublicLink, seating: Seating, view: View) -> Seating:
    """Return a game's seating for strangers: without a title, and with the names agreed to.

    Bots keep their names. A seat that changed hands has its colour, as the replay would credit one
    person with what another one did.
    """
    named = set(link.named.values_list("pk", flat=True))
    changed = _changed_seats(link)
    seats = []
    for number, seat in enumerate(seating.seats):
        is_named = number not in changed and (seat.is_bot or seat.user in named)
        name = (
            seat.name if is_named else livery_title(view.board, number, view.player(number).empire)
        )
        bare: dict[str, Any] = {"user": None, "is_online": False, "public_value": ""}
        seats.append(replace(seat, name=name, value_given_at=None, is_vacant=False, **bare))
    return replace(seating, title="", seats=tuple(seats))


def _changed_seats(link: PublicLink) -> set[int]:
    sat = SeatHolder.objects.filter(player__game=link.game_id)
    return set(sat.values_list("player__seat", flat=True))


def sharing_shown(seating: Seating, view: View) -> dict[str, Any] | None:
    """Return the context of a player's sharing of a finished game; None for all other viewers."""
    if view.seat is None or view.options.tutorial:
        return None
    user = seating.seats[view.seat].user
    animation = {"animation": progress_of(seating.code, Job.Kind.ANIMATION)}
    link = PublicLink.objects.filter(game__code=seating.code).select_related("opened_by").first()
    if link is None:
        return {"state": "closed", **animation}
    if link.withdrawn_at is not None:
        state = "closed" if link.withdrawn_by_id == user else "barred"
        return {"state": state, "is_again": True, **animation}
    names = shared_seating(link, seating, view).names
    return {
        **animation,
        "state": "open",
        "token": link.token,
        "is_own": link.opened_by_id == user,
        "opener": _opener(link, seating),
        "appears_as": names[view.seat],
        "is_changed": view.seat in _changed_seats(link),
        "is_named": link.named.filter(pk=user).exists(),
    }


def _opener(link: PublicLink, seating: Seating) -> str:
    found = (seat.name for seat in seating.seats if seat.user and seat.user == link.opened_by_id)
    return next(found, "A player")
