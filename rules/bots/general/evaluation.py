"""What a position without strongholds is worth: armies, income, cards, headquarters."""

from rules.model import Model
from rules.view import View

TURNS = 3.0
"""The number of turns for which income counts."""
HOPE = 0.35
"""The share of a continent's bonus that nearly all of it is worth."""
BREACH = 0.5
"""The weight of the largest enemy force beside a border of a continent against its garrison."""
CARD = 0.9
HEADQUARTERS = 3.0
"""The value of a headquarters in armies; each further one counts this much more."""
OWN_HEADQUARTERS = 5.0
"""The additional value of a seat's own headquarters, without which it cannot win."""
ALMOST_WON = 40.0
"""The additional value of all headquarters but one that are needed to win."""
REINFORCED = 4
"""The armies an opponent is expected to place beside a headquarters before attacking it."""


class Evaluation:
    """The evaluation of models of one game from one seat."""

    def __init__(self, view: View, income: float = 1.0) -> None:
        self._turns = TURNS * income
        self.seat = view.own_seat
        sets = view.open_sets
        self._card = CARD * sets.value / 3
        self._drawn = 0.0 if sets.captured else self._card
        self.winning_number = view.winning_number

    def weigh(self, model: Model) -> tuple[float, float]:
        """Return the strength of the seat and of all seats together, in armies."""
        strengths = [self._strength(model, seat) for seat in model.alive]
        own = self._strength(model, self.seat) if self.seat in model.alive else 0.0
        total = sum(strengths)
        if model.has_captured:
            own, total = own + self._drawn, total + self._drawn
        return own, total

    def is_won(self, model: Model) -> bool:
        """Return whether the seat has won."""
        if model.alive == (self.seat,):
            return True
        if not self.winning_number or not self._holds_own_headquarters(model, self.seat):
            return False
        return self._headquarters_of(model, self.seat) >= self.winning_number

    def _strength(self, model: Model, seat: int) -> float:
        strength = model.totals[seat] + self._card * model.cards[seat]
        strength += self._turns * self._income(model, seat)
        if self.winning_number:
            strength += self._headquarters_worth(model, seat)
        return max(1.0, strength)

    def _headquarters_worth(self, model: Model, seat: int) -> float:
        """Return what a seat's headquarters are worth, as far as they can be held."""
        own, owner = model.headquarters[seat], model.owner
        holds = {
            place: _hold_of(model, place, seat, REINFORCED)
            for place in model.headquarters
            if place >= 0 and owner[place] == seat
        }
        held = sum(holds.values())
        worth = HEADQUARTERS * held * (1 + held) / 2
        if own in holds:
            worth += OWN_HEADQUARTERS * holds[own]
            if len(holds) >= self.winning_number - 1:
                worth += ALMOST_WON
        return worth

    def _income(self, model: Model, seat: int) -> float:
        """Return the reinforcements to expect: a continent counts as far as it can be held."""
        layout, seats = model.layout, len(model.totals)
        income = max(layout.least, model.held[seat] / layout.territories_for_army)
        for region, size, bonus in layout.bonuses:
            held = model.shares[region * seats + seat]
            if held == size:
                income += bonus * _hold(model, region, seat)
            elif held:
                income += HOPE * bonus * (held / size) ** 3
        return income

    def _headquarters_of(self, model: Model, seat: int) -> int:
        return sum([place >= 0 and model.owner[place] == seat for place in model.headquarters])

    def _holds_own_headquarters(self, model: Model, seat: int) -> bool:
        own = model.headquarters[seat]
        return own >= 0 and model.owner[own] == seat


def _hold(model: Model, region: int, seat: int) -> float:
    """Return how likely a whole continent is held until the next turn."""
    hold = 1.0
    for place in model.layout.borders[region]:
        hold *= _hold_of(model, place, seat)
    return hold


def _hold_of(model: Model, place: int, seat: int, more: int = 0) -> float:
    """Return how likely a territory is held against the largest force beside it, and `more`."""
    owner, armies, force = model.owner, model.armies, 0.0
    for near in model.layout.near[place]:
        if owner[near] != seat and owner[near] >= 0 and armies[near] > force:
            force = armies[near]
    garrison, force = armies[place], force - 1 + more * (force > 0)
    return garrison / (garrison + BREACH * force) if force > 0 else 1.0
