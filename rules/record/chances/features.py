"""What the winning chances are estimated from: numbers for each seat, all secrets included."""

from collections.abc import Mapping
from math import log

from rules.cards import BATTLE_CARDS
from rules.chapters.armies.headquarters import winning_number
from rules.chapters.armies.reinforcements import reinforcements_of
from rules.chapters.armies.spoils import spoils_of
from rules.chapters.armies.territory_cards import set_value
from rules.chapters.battle_cards.hidden_armies import armies_per_reveal
from rules.chapters.ending import standing
from rules.state import State

PASSING = 0.9
"""The armies lost per army killed on the way to a target that is two territories away."""
FARTHEST = 2.0
"""A logarithm of a ratio of armies that is higher than this counts as this."""

NAMES = (
    "armies",
    "armies_of_few",
    "armies_late",
    "armies_at_end",
    "ahead",
    "ahead_of_few",
    "territories",
    "income",
    "cards",
    "banners",
    "safety",
    "safety_of_few",
    "wait",
    "headquarters",
    "leads",
    "leads_at_end",
)
"""The names of the numbers, in the order in which `features_of` returns them."""

Features = dict[int, tuple[float, ...]]
"""The numbers by seat, in the order of `NAMES`."""


def features_of(state: State) -> Features:
    """Return the numbers of each seat still in the game.

    Armies include cards at their worth in armies. They, territories and income count as the
    logarithm of the ratio to the mean of all seats, `ahead` as that to the strongest other seat's
    armies, and `safety` as that of the garrison of the stronghold or headquarters to the strongest
    force beside it. `wait` grows from 0 to 1 with the turns before the seat's own. `leads` is 1 for
    the best standing (TRN-9). The same number is repeated with a factor that grows as fewer seats
    are left (`of_few`), with the rounds (`late`), and before the round limit (`at_end`).
    """
    reading = Reading(state)
    return {seat: reading.features(seat) for seat in reading.living}


class Reading:
    """A position, read once for all seats."""

    def __init__(self, state: State) -> None:
        self._state, self.living = state, state.living()
        self._owner = {name: each.owner for name, each in state.holdings.items()}
        self._armies = {name: each.armies for name, each in state.holdings.items()}
        self._add_hidden()
        self._held = dict.fromkeys(self.living, 0)
        self._power = {seat: self._unplaced(seat) + self._worth(seat) for seat in self.living}
        for name, owner in self._owner.items():
            if owner in self._held:
                self._power[owner] += self._armies[name]
                self._held[owner] += 1
        self._income = {seat: self._income_of(seat) for seat in self.living}
        self._standings = {seat: standing(state, seat) for seat in self.living}
        self._end = self._nearness_of_end()

    def _add_hidden(self) -> None:
        more = armies_per_reveal(self._state)
        for choice in self._state.hidden:
            if not choice.revealed and self._owner[choice.territory] == choice.holder:
                self._armies[choice.territory] += more

    def features(self, seat: int) -> tuple[float, ...]:
        """Return the numbers of a seat."""
        few, state = len(self.living), self._state
        armies = _share(self._power, seat)
        most = max((power for one, power in self._power.items() if one != seat), default=0.0)
        ahead, safety = _ratio(self._power[seat], most), self._safety(seat)
        leads = self._leads(seat)
        return (
            armies,
            armies / few,
            armies * log(1 + state.round),
            armies * self._end,
            ahead,
            ahead / few,
            _share(self._held, seat),
            _share(self._income, seat),
            float(self._number_of_cards(seat)),
            float(len(state.players[seat].banners)),
            safety,
            safety / few,
            self._wait(seat) / max(1, few - 1),
            self._headquarters(seat),
            leads,
            leads * self._end,
        )

    def _unplaced(self, seat: int) -> int:
        waiting = sum(placing.left for placing in self._state.placings if placing.seat == seat)
        return waiting + self._state.players[seat].unplaced

    def _worth(self, seat: int) -> float:
        """Return the worth of a seat's cards in armies."""
        cards = self._state.territory_cards
        if cards is None:
            return sum(BATTLE_CARDS[card].worth for card in self._state.players[seat].hand)
        return len(cards.hands[seat]) * set_value(self._state.ruleset, cards.traded + 1) / 3

    def _number_of_cards(self, seat: int) -> int:
        cards = self._state.territory_cards
        return len(self._state.players[seat].hand if cards is None else cards.hands[seat])

    def _income_of(self, seat: int) -> int:
        is_by_number = self._state.ruleset.least_reinforcements
        items = (reinforcements_of if is_by_number else spoils_of)(self._state, seat)
        return sum(armies for _, armies in items)

    def _wait(self, seat: int) -> int:
        """Return the number of turns before a seat's next one, in a position between two turns."""
        order, turn = self._state.order, self._state.turn
        start = order.index(turn) if turn in order else 0
        return [one for one in order[start:] + order[:start] if one in self._held].index(seat)

    def _home(self, seat: int) -> str | None:
        """Return a seat's stronghold or its own headquarters, if it holds them."""
        state = self._state
        home = state.headquarters.get(seat) or state.players[seat].stronghold
        return home if home and self._owner[home] == seat else None

    def _safety(self, seat: int) -> float:
        home = self._home(seat)
        return 0.0 if home is None else _ratio(self._armies[home], self._force_beside(home, seat))

    def _force_beside(self, home: str, defender: int) -> float:
        """Return the armies with which the most dangerous other seat could attack a territory."""
        territories, owner, armies = self._state.board.territories, self._owner, self._armies
        beside, behind = dict.fromkeys(self._held, 0.0), dict.fromkeys(self._held, 0.0)
        for near in territories[home].neighbours:
            here = owner[near]
            if here in beside and here != defender:
                beside[here] += armies[near] - 1
                continue
            toll = PASSING * armies[near] + 1
            for far in territories[near].neighbours:
                there = owner[far]
                if there in behind:
                    behind[there] = max(behind[there], armies[far] - 1 - toll)
        forces = {seat: beside[seat] + behind[seat] for seat in self.living if seat != defender}
        attacker = max(forces, key=lambda seat: forces[seat], default=None)
        if attacker is None or not forces[attacker]:
            return 0.0
        return forces[attacker] + self._unplaced(attacker)

    def _headquarters(self, seat: int) -> float:
        """Return the share of the headquarters needed to win that a seat holds with its own."""
        state = self._state
        if seat not in state.headquarters or self._home(seat) is None:
            return 0.0
        held = sum(self._owner[name] == seat for name in state.headquarters.values())
        return held / winning_number(state)

    def _nearness_of_end(self) -> float:
        """Return 1 right before the round limit, 1/2 a round before it, and so on."""
        state, order = self._state, self._state.order
        if not state.options.rounds or state.turn not in order:
            return 0.0
        start = order.index(state.first)
        of_round = order[start:] + order[:start]
        to_move = [one for one in of_round[of_round.index(state.turn) :] if one in self._held]
        left = max(0, state.options.rounds - state.round)
        return 1 / (1 + left + len(to_move) / len(self.living))

    def _leads(self, seat: int) -> float:
        """Return 1 for the seat with the best standing, 1/2 if others have the same."""
        own, *others = sorted(self._standings.values(), reverse=True)
        if self._standings[seat] != own:
            return 0.0
        return 0.5 if own in others else 1.0


def _share(numbers: Mapping[int, float], seat: int) -> float:
    """Return the logarithm of a seat's number beside the mean of all seats."""
    mean = sum(numbers.values()) / len(numbers)
    return log((numbers[seat] + 0.5) / (mean + 0.5))


def _ratio(force: float, other: float) -> float:
    ratio = log((force + 1) / (max(0.0, other) + 1))
    return max(-FARTHEST, min(FARTHEST, ratio))
