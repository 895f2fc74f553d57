"""Characters: generals of similar skill with different styles of play and diplomacy.

A character is data: each weight shifts a comparison that every general makes. The plain general
uses the neutral weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.bots.diplomacy import MOST_ROUNDS, strengths
from rules.view import View


@dataclass(frozen=True, slots=True)
class Character:
    """The preferences of a general.

    `campaign`, `storm` and `attack` are added to the smallest gain that justifies a campaign, a
    storm or a single attack (in armies). `danger` multiplies the tolerated danger to the
    stronghold, `walls` the garrison of the headquarters, and `income` the value of reinforcements.
    `weak` and `strong` make attacks on weaker and stronger players more attractive. A pact lasts at
    most `pact_rounds` rounds; the general breaks it when the partner's strength falls below
    `betrayal` times the mean. It offers truces of `truce_rounds` against a player who has at least
    `alarm` times the mean of the others, or none if `alarm` is 0.
    """

    campaign: float = 0.0
    storm: float = 0.0
    attack: float = 0.0
    danger: float = 1.0
    walls: float = 1.0
    income: float = 1.0
    weak: float = 0.0
    strong: float = 0.0
    pact_rounds: int = MOST_ROUNDS
    betrayal: float = 0.0
    alarm: float = 1.4
    truce_rounds: int = 3

    def appeal(self, strength: Mapping[int, float], seat: int | None) -> float:
        """Return the additional value of attacking a player, as a share of the plan's value.

        `strength` maps each living player to their armies.
        """
        if seat is None or seat not in strength or not (self.weak or self.strong):
            return 0.0
        lead = strength[seat] * len(strength) / max(1.0, sum(strength.values())) - 1
        return self.strong * min(1.0, lead) if lead > 0 else -self.weak * lead

    def betrayed(self, view: View) -> frozenset[int]:
        """Return the players so weak that the general breaks pacts with them."""
        if not self.betrayal:
            return frozenset()
        strength = strengths(view)
        least = self.betrayal * sum(strength.values()) / len(strength)
        return frozenset(seat for seat, armies in strength.items() if armies < least)


PLAIN = Character()

CHARACTERS = {
    "aggressor": Character(
        campaign=-0.02, storm=-0.2, attack=-1.2, danger=1.2, pact_rounds=1, alarm=0.0
    ),
    "turtle": Character(
        campaign=0.025,
        storm=0.25,
        attack=1.5,
        danger=0.75,
        walls=1.4,
        income=1.4,
        pact_rounds=10,
        alarm=1.3,
        truce_rounds=5,
    ),
    "diplomat": Character(
        attack=0.3, weak=-0.05, strong=0.1, pact_rounds=20, alarm=1.15, truce_rounds=5
    ),
    "raider": Character(
        storm=-0.05, attack=-0.3, danger=1.1, weak=0.2, pact_rounds=3, betrayal=0.6
    ),
}
"""The characters, keyed by the names of their bots."""
