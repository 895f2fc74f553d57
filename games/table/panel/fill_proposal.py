"""A general's moves for vacated territories (ELM-3, ELM-4), from a player's view."""

from collections import Counter
from random import Random

from games.playing.plans.proposals import ADVISER
from rules import BOTS, Bot, Option, View
from rules.moves import Fill, Occupy, Pass
from rules.view import ChangedView


class OccupiedView(ChangedView):
    """A captor's view as it would be after occupying some vacated territories."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._taken: list[str] = []
        self._given: Counter[str] = Counter()

    def occupy(self, move: Occupy) -> None:
        """Count a territory as occupied."""
        self._taken.append(move.territory)
        self._given[move.source] += 1

    def owner(self, territory: str) -> int | None:
        """Return the owner of a territory after the occupations counted so far."""
        return self.seat if territory in self._taken else super().owner(territory)

    def armies(self, territory: str) -> int:
        """Return the armies on a territory after the occupations counted so far."""
        added = int(territory in self._taken)
        return super().armies(territory) + added - self._given[territory]

    def offer(self) -> tuple[Option, ...]:
        """Return the options for the next move: to stop, or to occupy a territory from a source."""
        vacated_land = self.open_vacated_land
        left = tuple(name for name in vacated_land.territories if name not in self._taken)
        first = vacated_land.first[self._given.total() :][:1]
        # Proposals never use the armies on the captor's own stronghold (ELM-4).
        own = self.player(self.own_seat).stronghold
        spare = tuple(n for n in self.held_by(self.own_seat) if n != own and self.armies(n) > 1)
        stop = Option(Pass, {})
        if not left or not (first or spare):
            return (stop,)
        return stop, Option(Occupy, {"territory": left, "source": first or spare})


def proposed_occupation(view: View) -> tuple[str, ...]:
    """Return the vacated territories that a general would occupy as the captor."""
    adviser, seen, moves = _adviser(), OccupiedView(view), []
    while len(seen.offer()) > 1 and isinstance(move := adviser.choose(seen), Occupy):
        moves.append(move)
        seen.occupy(move)
    return tuple(move.territory for move in moves)


def proposed_filling(view: View) -> Fill:
    """Return the Fill that a general would choose, without the stronghold as a source."""
    move = _adviser().choose(view)
    if not isinstance(move, Fill):
        raise TypeError("The general has not chosen how to fill the vacated territories.")
    own = view.player(view.own_seat).stronghold
    return Fill(move.prefer, tuple(name for name in move.sources if name != own))


def _adviser() -> Bot:
    """Return an adviser that gives the same advice on every request."""
    return BOTS[ADVISER](Random(0))  # noqa: S311
