"""The value of a position without strongholds: armies, income, cards, headquarters."""

from rules.bots.general.fortress import reinforcements
from rules.bots.weights import WorldWeights
from rules.model import Model
from rules.view import View


class Evaluation:
    """Evaluates models of a game for one seat; `income` multiplies the value of income."""

    def __init__(self, view: View, weights: WorldWeights, income: float = 1.0) -> None:
        self.weights = weights
        self._turns = weights.turns * income
        self.seat = view.own_seat
        sets = view.open_sets
        self._set = float(sets.value)
        self._card = weights.card * sets.value / 3
        self._drawn = 0.0 if sets.captured else self._card
        self.winning_number = view.winning_number

    def weigh(self, model: Model) -> tuple[float, float]:
        """Return the strength of the seat and the total strength of all seats, in armies."""
        strengths = [self.strength(model, seat) for seat in model.alive]
        own, total = 0.0, sum(strengths)
        if self.seat in model.alive:
            own = self.strength(model, self.seat)
            lost = min(own - 1, self.weights.exposure * self._exposed(model))
            own, total = own - lost, total - lost
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

    def strength(self, model: Model, seat: int) -> float:
        """Return the strength of a seat, in armies."""
        strength = model.totals[seat] + self._card * model.cards[seat]
        strength += self._turns * self._income(model, seat)
        if self.winning_number:
            strength += self._headquarters_worth(model, seat)
        return max(1.0, strength)

    def _exposed(self, model: Model) -> float:
        """Return the seat's armies, each weighted by its territory's strongest enemy neighbour."""
        owner, armies, seat = model.owner, model.armies, self.seat
        more = {
            rival: reinforcements(model, rival, self._set) - 1
            for rival in model.alive
            if rival != seat
        }
        exposed = 0.0
        for place, near in enumerate(model.layout.near):
            held = armies[place]
            if owner[place] != seat or held <= 1:
                continue
            forces = [
                armies[other] + more[owner[other]]
                for other in near
                if armies[other] > 1 and owner[other] in more
            ]
            if forces:
                exposed += held / (1 + (held / max(forces)) ** self.weights.steepness)
        return exposed

    def _headquarters_worth(self, model: Model, seat: int) -> float:
        """Return the value of a seat's headquarters, weighted by the chance of holding each."""
        own, owner, weights = model.headquarters[seat], model.owner, self.weights
        holds = {
            place: self._hold_of(model, place, seat, weights.reinforced)
            for place in model.headquarters
            if place >= 0 and owner[place] == seat
        }
        held = sum(holds.values())
        worth = weights.headquarters * held * (1 + held) / 2
        if own in holds:
            worth += weights.own_headquarters * holds[own]
            if len(holds) >= self.winning_number - 1:
                worth += weights.almost_won
        return worth

    def _income(self, model: Model, seat: int) -> float:
        """Return the expected reinforcements, weighting each bonus by the chance of holding it."""
        layout, seats = model.layout, len(model.totals)
        income = max(layout.least, model.held[seat] / layout.territories_for_army)
        for region, size, bonus in layout.bonuses:
            held = model.shares[region * seats + seat]
            if held == size:
                income += bonus * self._hold(model, region, seat)
            elif held:
                income += self.weights.hope * bonus * (held / size) ** 3
        return income

    def _headquarters_of(self, model: Model, seat: int) -> int:
        return sum([place >= 0 and model.owner[place] == seat for place in model.headquarters])

    def _holds_own_headquarters(self, model: Model, seat: int) -> bool:
        own = model.headquarters[seat]
        return own >= 0 and model.owner[own] == seat

    def _hold(self, model: Model, region: int, seat: int) -> float:
        """Return the probability of holding a complete continent until the next turn."""
        hold = 1.0
        for place in model.layout.borders[region]:
            hold *= self._hold_of(model, place, seat)
        return hold

    def _hold_of(self, model: Model, place: int, seat: int, more: float = 0) -> float:
        """Return the probability of holding a territory against its strongest enemy neighbour.

        `more` armies are expected to join that neighbour before it attacks.
        """
        owner, armies, force = model.owner, model.armies, 0.0
        for near in model.layout.near[place]:
            if owner[near] != seat and owner[near] >= 0 and armies[near] > force:
                force = armies[near]
        garrison, force = armies[place], force - 1 + more * (force > 0)
        return garrison / (garrison + self.weights.breach * force) if force > 0 else 1.0
