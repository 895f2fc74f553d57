"""What a state records for one turn only."""

from dataclasses import dataclass, field

from rules.cards import BattleCard
from rules.json import LATER
from rules.state.players import DefenceAnswer


@dataclass(slots=True)
class ThisTurn:
    """Facts that last until the turn ends; every turn begins with a new record.

    `attacked`: the player on turn has declared an attack. `hero`: their Hero is in play. `spied`
    counts their Assassins that have looked at a hand, and `seen` has those hands by seat (ASN-1).
    `halved`: an event halves their spoils. `collected`: they have collected their spoils or
    reinforcements. `received` are the cards received in trades, by seat (DIP-2). `answers` are the
    defenders' answers still in force, by seat. `fortified` are the seats whose Fortification counts
    in all their defences (CAS-5). `captured`: the player on turn has captured a territory (CLA-3).
    """

    attacked: bool = False
    hero: bool = False
    spied: int = 0
    halved: bool = False
    collected: bool = False
    seen: dict[int, list[BattleCard]] = field(default_factory=dict)
    received: dict[int, list[BattleCard]] = field(default_factory=dict)
    answers: dict[int, DefenceAnswer] = field(default_factory=dict)
    fortified: list[int] = field(default_factory=list, metadata=LATER)
    captured: bool = False
