"""Moves: one frozen dataclass per kind of move, a module per chapter.

Other packages import every move class from here. `moves/base.py` has `Move` and its kinds,
`moves/json.py` reads and writes moves, `moves/options.py` describes the legal ones, and
`moves/orders_and_wishes.py` has standing orders and wish lists. Built on `cards`, `json`.
"""

from types import ModuleType

from rules.moves import agreements, attack, cards, classic, seats, setup
from rules.moves.agreements import (
    AcceptTrade,
    AnswerPact,
    EndPact,
    LayCards,
    OfferPact,
    SetOrders,
    SetWishes,
    WithdrawTrade,
)
from rules.moves.attack import (
    Battle,
    DeclareAttack,
    Defend,
    EndAttacks,
    Fill,
    MoveIn,
    NameDice,
    Occupy,
    Pass,
    SailFleet,
    Scope,
    StopAttack,
)
from rules.moves.base import Kind, Move
from rules.moves.cards import (
    AssassinateAmbassador,
    AssassinateFortification,
    AssassinateHand,
    BlockEvent,
    BlockHero,
    ChooseDragonTarget,
    Counter,
    DiscardSpied,
    MoveArmies,
    PlayAmbassador,
    PlayMercenaries,
    Reveal,
    RuinTrade,
    SendSpy,
    Spy,
)
from rules.moves.classic import Fortify, MarkHeadquarters, TradeSet
from rules.moves.seats import (
    AgreeResult,
    AskOnlyPlayable,
    ClaimWin,
    Control,
    Default,
    Disarm,
    EndGame,
    Resign,
    TakeSeat,
)
from rules.moves.setup import Claim, Hide, Place, PlaceStronghold

__all__ = [
    "MOVES",
    "AcceptTrade",
    "AgreeResult",
    "AnswerPact",
    "AskOnlyPlayable",
    "AssassinateAmbassador",
    "AssassinateFortification",
    "AssassinateHand",
    "Battle",
    "BlockEvent",
    "BlockHero",
    "ChooseDragonTarget",
    "Claim",
    "ClaimWin",
    "Control",
    "Counter",
    "DeclareAttack",
    "Default",
    "Defend",
    "Disarm",
    "DiscardSpied",
    "EndAttacks",
    "EndGame",
    "EndPact",
    "Fill",
    "Fortify",
    "Hide",
    "Kind",
    "LayCards",
    "MarkHeadquarters",
    "Move",
    "MoveArmies",
    "MoveIn",
    "NameDice",
    "Occupy",
    "OfferPact",
    "Pass",
    "Place",
    "PlaceStronghold",
    "PlayAmbassador",
    "PlayMercenaries",
    "Resign",
    "Reveal",
    "RuinTrade",
    "SailFleet",
    "Scope",
    "SendSpy",
    "SetOrders",
    "SetWishes",
    "Spy",
    "StopAttack",
    "TakeSeat",
    "TradeSet",
    "WithdrawTrade",
]

CHAPTERS = (setup, attack, cards, classic, agreements, seats)


def _moves_of(chapter: ModuleType) -> list[type[Move]]:
    kinds = [item for item in vars(chapter).values() if isinstance(item, type)]
    return [kind for kind in kinds if issubclass(kind, Move) and kind is not Move]


MOVES: dict[str, type[Move]] = {
    kind.name: kind for chapter in CHAPTERS for kind in _moves_of(chapter)
}
"""Every move class by its name in JSON."""
