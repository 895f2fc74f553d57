"""Whose knowledge a replay shows: a seat's, a spectator's, or everybody's once the game is over."""

from collections.abc import Collection
from dataclasses import dataclass

from games.drawing.display.seating import Seating
from rules import Event, State, View, view
from rules.events.base import OrderEvent, is_visible

OPEN = "open"
PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Eyes:
    """The seats whose secrets are shown; `reader` is the viewer's own seat if it is their own eyes.

    `name` is `OPEN`, `PUBLIC` or the number of a seat.
    """

    name: str
    seats: tuple[int, ...] = ()
    reader: int | None = None

    def view(self, state: State) -> View:
        """Return a position as these eyes see it."""
        return OpenedView(state, self.seats) if self.reader is None else view(state, self.reader)

    def owners(self, state: State) -> dict[int, View]:
        """Return the views of the seats whose secrets are shown, by seat."""
        return {seat: view(state, seat) for seat in self.seats}

    def shown(self, events: Collection[Event]) -> tuple[Event, ...]:
        """Return the events that these eyes see."""
        seats = self.seats or (None,)
        return tuple(
            event
            for event in events
            if not isinstance(event, OrderEvent) and any(is_visible(event, one) for one in seats)
        )


class OpenedView(View):
    """A spectator's view of a position in which the secrets of some seats are open."""

    __slots__ = ("_opened",)

    def __init__(self, state: State, seats: Collection[int]) -> None:
        super().__init__(state, None)
        self._opened = [view(state, seat) for seat in seats]

    @property
    def hidden(self) -> tuple[str, ...]:
        """The territories of the hidden armies of these seats that are not revealed yet."""
        return tuple(territory for each in self._opened for territory in each.hidden)

    @property
    def headquarters(self) -> dict[int, str]:
        """The headquarters, including these seats' own while they are secret (CLA-6)."""
        own = {each.own_seat: each.unseen_headquarters for each in self._opened}
        return {**super().headquarters, **{seat: name for seat, name in own.items() if name}}


def eyes_to_choose(seating: Seating, seat: int | None) -> tuple[str, ...]:
    """Return the names of the eyes that a viewer may choose, the usual ones first."""
    if seating.is_over:
        return (OPEN, PUBLIC, *map(str, range(len(seating.seats))))
    return (PUBLIC,) if seat is None else (str(seat),)


def eyes_of(asked: str, seating: Seating, seat: int | None) -> Eyes:
    """Return the eyes asked for, or the usual ones if the viewer at `seat` may not choose them."""
    allowed = eyes_to_choose(seating, seat)
    name = asked if asked in allowed else allowed[0]
    if name == OPEN:
        return Eyes(name, tuple(range(len(seating.seats))))
    if name == PUBLIC:
        return Eyes(name)
    return Eyes(name, (int(name),), seat if seat == int(name) else None)
