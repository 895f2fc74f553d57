"""The rule behind each kind of event, to which the log links."""

from rules.events.agreements import (
    CardsLaid,
    PactBegun,
    PactBroken,
    PactEnded,
    TradeAccepted,
    TradeDone,
    TradeRuined,
    TradeWithdrawn,
)
from rules.events.attack import BattleFought
from rules.events.base import Event
from rules.events.cards import (
    ArmiesMoved,
    AssassinCountered,
    AssassinUsed,
    EventBlocked,
    HiddenRevealed,
    Spied,
    SpyCountered,
    SpySent,
    TruceForced,
)
from rules.events.classic import (
    Fortified,
    HeadquartersShown,
    NeutralClaimed,
    ReinforcementsCounted,
    SetTraded,
    TerritoryCardsTaken,
)
from rules.events.setup import HiddenChosen
from rules.events.turn import (
    AmbassadorRemoved,
    MercenariesPlayed,
    PileShuffled,
    Resigned,
    ResultAgreed,
    SpoilsCounted,
    TakenBack,
)
from rules.state.under_way import AssassinUse

_RULES: dict[type[Event], str] = {
    HiddenChosen: "HID-3",
    AmbassadorRemoved: "AMB-4",
    MercenariesPlayed: "MRC-1",
    SpoilsCounted: "TRN-6",
    TruceForced: "AMB-2",
    AssassinCountered: "ASN-3",
    Spied: "ASN-1",
    SpySent: "CAS-4",
    SpyCountered: "CAS-4",
    HiddenRevealed: "HID-1",
    EventBlocked: "FOR-3",
    ArmiesMoved: "EVT-30",
    CardsLaid: "DIP-3",
    TradeAccepted: "DIP-3",
    TradeWithdrawn: "DIP-3",
    TradeDone: "DIP-2",
    TradeRuined: "DIP-4",
    PactBegun: "DIP-1",
    PactBroken: "DIP-1",
    PactEnded: "DIP-1",
    Resigned: "ELM-7",
    ResultAgreed: "TRN-9",
    TakenBack: "FAIR-6",
    NeutralClaimed: "CLA-2",
    HeadquartersShown: "CLA-6",
    ReinforcementsCounted: "CLA-3",
    SetTraded: "CLA-4",
    Fortified: "CLA-3",
    TerritoryCardsTaken: "CLA-5",
}

_USES = {
    AssassinUse.SPY: "ASN-1",
    AssassinUse.HAND: "ASN-2",
    AssassinUse.AMBASSADOR: "ASN-2",
    AssassinUse.FORTIFICATION: "ASN-5",
    AssassinUse.BLOCK: "ASN-4",
    AssassinUse.TRADE: "DIP-4",
}


def rule_of(event: Event) -> str:
    """Return the id of the rule that explains an event; "" if it needs no explanation."""
    if isinstance(event, AssassinUsed):
        return _USES[AssassinUse(event.use)]
    if isinstance(event, PileShuffled):
        return "CLA-4" if event.deck == "territory" else "TRN-7"
    if isinstance(event, BattleFought):
        modifiers = (*event.attack_modifiers, *event.defence_modifiers)
        return modifiers[0].rule if modifiers else ""
    own: str = getattr(event, "rule", "")
    return own or _RULES.get(type(event), "")
