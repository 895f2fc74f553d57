"""The rule that explains each kind of event; the log links to it."""

from rules.events import agreements, attack, cards, classic, setup, turn
from rules.events.base import Event
from rules.state.under_way import AssassinUse

_RULES: dict[type[Event], str] = {
    setup.HiddenChosen: "HID-3",
    turn.AmbassadorRemoved: "AMB-4",
    turn.MercenariesPlayed: "MRC-1",
    turn.SpoilsCounted: "TRN-6",
    cards.TruceForced: "AMB-2",
    cards.AssassinCountered: "ASN-3",
    cards.Spied: "ASN-1",
    cards.SpySent: "CAS-4",
    cards.SpyCountered: "CAS-4",
    cards.HiddenRevealed: "HID-1",
    cards.EventBlocked: "FOR-3",
    cards.ArmiesMoved: "EVT-30",
    agreements.CardsLaid: "DIP-3",
    agreements.TradeAccepted: "DIP-3",
    agreements.TradeWithdrawn: "DIP-3",
    agreements.TradeDone: "DIP-2",
    agreements.TradeRuined: "DIP-4",
    agreements.PactBegun: "DIP-1",
    agreements.PactBroken: "DIP-1",
    agreements.PactEnded: "DIP-1",
    turn.Resigned: "ELM-7",
    turn.ResultAgreed: "TRN-9",
    turn.TakenBack: "FAIR-6",
    classic.NeutralClaimed: "CLA-2",
    classic.HeadquartersShown: "CLA-6",
    classic.ReinforcementsCounted: "CLA-3",
    classic.SetTraded: "CLA-4",
    classic.Fortified: "CLA-3",
    classic.TerritoryCardsTaken: "CLA-5",
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
    if isinstance(event, cards.AssassinUsed):
        return _USES[AssassinUse(event.use)]
    if isinstance(event, turn.PileShuffled):
        return "CLA-4" if event.deck == "territory" else "TRN-7"
    if isinstance(event, attack.BattleFought):
        modifiers = (*event.attack_modifiers, *event.defence_modifiers)
        return modifiers[0].rule if modifiers else ""
    own: str = getattr(event, "rule", "")
    return own or _RULES.get(type(event), "")
