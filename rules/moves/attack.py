"""Chapters 4 and 5: attacks, their windows and filling vacated land; see `moves/base.py`."""

from enum import StrEnum

from rules.cards import BattleCard
from rules.moves.base import Move, named


@named("attack", "ATT-1")
class DeclareAttack(Move):
    """Declare an attack by land or dotted line and fight its first battle.

    Exactly one of `dice` and `press` is set. `dice` fights one battle; `press` (ATT-11) repeats
    battles with the most dice until the attacking territory is down to that many armies.
    """

    source: str
    target: str
    dice: int | None = None
    press: int | None = None
    hero: bool = False


@named("fleet", "FLT-1", plays=BattleCard.FLEET)
class SailFleet(Move):
    """Declare an attack by fleet with `armies` aboard; `press` is 0 (to the end) or None."""

    source: str
    target: str
    armies: int
    dice: int | None = None
    press: int | None = None
    hero: bool = False


@named("battle", "ATT-6")
class Battle(Move):
    """Continue the open attack: fight one more battle, or press the attack."""

    dice: int | None = None
    press: int | None = None
    hero: bool = False


@named("stop", "ATT-6")
class StopAttack(Move):
    """End the open attack; the player may declare another."""


@named("end_attacks", "TRN-4")
class EndAttacks(Move):
    """End the attacks of this turn."""


@named("move_in", "ATT-9")
class MoveIn(Move):
    """Move armies into the territory just captured."""

    armies: int


# Windows of an attack (ATT-7)


class Scope(StrEnum):
    """How long an answer applies (ORD-3)."""

    BATTLE = "battle"
    ATTACK = "attack"
    TURN = "turn"


@named("defend", "ATT-7")
class Defend(Move):
    """Answer as the defender; `reveal` is the number of hidden-army choices to reveal."""

    dice: int
    fortification: bool = False
    reveal: int = 0
    scope: Scope = Scope.ATTACK


@named("name_dice", "ATT-7")
class NameDice(Move):
    """Name the dice again after the battle has changed (ATT-7 d)."""

    dice: int


@named("pass", "ATT-7")
class Pass(Move):
    """Decline to act, or to act further, in the open window."""


# Elimination (chapter 5)


@named("occupy", "ELM-3")
class Occupy(Move):
    """Move one army from `source` into a vacated territory."""

    territory: str
    source: str


@named("fill", "ELM-4")
class Fill(Move):
    """Choose which vacated territories to fill first, and which `sources` give armies first.

    After those listed, territories adjacent to the player's own are filled first, and the largest
    garrisons give armies first. A stronghold not listed gives armies only if `stronghold` is true.
    """

    prefer: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    stronghold: bool = False
