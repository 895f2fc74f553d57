"""Chapters 4 and 5: attacks, their windows, and filling vacated land; see `moves/base.py`."""

from enum import StrEnum

from rules.moves.base import Move, named


@named("attack", "ATT-1")
class DeclareAttack(Move):
    """Declare an attack by land or dotted line and fight its first battle.

    Either `dice`, for one battle, or `press` (ATT-11): battle after battle with the most dice
    until the attacking territory is down to that many armies.
    """

    source: str
    target: str
    dice: int | None = None
    press: int | None = None
    hero: bool = False


@named("fleet", "FLT-1")
class SailFleet(Move):
    """Declare an attack by fleet; `armies` go aboard, a press goes on to the end (0)."""

    source: str
    target: str
    armies: int
    dice: int | None = None
    press: int | None = None
    hero: bool = False


@named("battle", "ATT-6")
class Battle(Move):
    """Go on with the open attack: one more battle, or press it."""

    dice: int | None = None
    press: int | None = None
    hero: bool = False


@named("stop", "ATT-6")
class StopAttack(Move):
    """End the open attack; another may follow."""


@named("end_attacks", "TRN-4")
class EndAttacks(Move):
    """Attack no more in this turn."""


@named("move_in", "ATT-9")
class MoveIn(Move):
    """Move so many armies into the territory just captured."""

    armies: int


# Windows of an attack (ATT-7)


class Scope(StrEnum):
    """How far an answer goes (ORD-3)."""

    BATTLE = "battle"
    ATTACK = "attack"
    TURN = "turn"


@named("defend", "ATT-7")
class Defend(Move):
    """The defender's answer; `reveal` counts the choices of hidden armies that come out."""

    dice: int
    fortification: bool = False
    reveal: int = 0
    scope: Scope = Scope.ATTACK


@named("name_dice", "ATT-7")
class NameDice(Move):
    """Roll so many dice in the battle that has changed since one was asked."""

    dice: int


@named("pass", "ATT-7")
class Pass(Move):
    """No, or no more."""


# Elimination (chapter 5)


@named("occupy", "ELM-3")
class Occupy(Move):
    """One army from `source` into a vacated territory."""

    territory: str
    source: str


@named("fill", "ELM-4")
class Fill(Move):
    """Which vacated territories to fill first, and which of one's own give armies first.

    Territories not listed come last, in board order and by the largest garrison. `stronghold`
    says that the armies beside one's stronghold may be spared.
    """

    prefer: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    stronghold: bool = False
