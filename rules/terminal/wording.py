"""How the terminal words moves, their fields and the open decisions."""

from collections.abc import Callable
from typing import Any

from rules import moves as m
from rules.cards import BattleCard
from rules.errors import required
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase, Ruleset
from rules.rulesets.words import in_words_of
from rules.sentences.words import LETTERS, Words, armies
from rules.state.under_way import PlacingPurpose
from rules.terminal.board import territory_cell
from rules.view import View

MOVE_WORDS: dict[type[m.Move], str] = {
    m.PlaceStronghold: "Place your {stronghold}",
    m.Claim: "Claim a territory",
    m.Place: "Place armies",
    m.Hide: "Choose where to hide armies",
    m.Battle: "Continue the attack",
    m.StopAttack: "Stop the attack",
    m.DeclareAttack: "Attack by land or dotted line",
    m.SailFleet: "Attack {by fleet}",
    m.PlayMercenaries: "Play {Mercenaries}",
    m.PlayAmbassador: "Force a truce with {an Ambassador}",
    m.Reveal: "Reveal hidden armies",
    m.Spy: "Spy on a hand with {an Assassin}",
    m.AssassinateHand: "Assassinate a card in a hand",
    m.AssassinateAmbassador: "Assassinate {an Ambassador} in play",
    m.AssassinateFortification: "Assassinate the {Fortification} in play",
    m.SendSpy: "Send a Spy to look at a hand",
    m.EndAttacks: "End your attacks and continue the turn",
    m.MoveIn: "Move armies in",
    m.Defend: "Defend",
    m.BlockHero: "Send {an Assassin} against the {Hero}",
    m.NameDice: "Choose your dice",
    m.Counter: "Counter with your own",
    m.BlockEvent: "Block the event with a {Fortification}",
    m.ChooseDragonTarget: "Send the dragon",
    m.MoveArmies: "Move armies by night",
    m.Occupy: "Claim an empty territory with 1 army",
    m.Fill: "Choose which territories to claim first",
    m.DiscardSpied: "Choose the card to discard",
    m.RuinTrade: "Send {an Assassin} against a card in the trade",
    m.TradeSet: "Trade a set of territory cards",
    m.Fortify: "Fortify: move armies to an adjacent territory",
    m.MarkHeadquarters: "Choose your headquarters",
    m.Pass: "No, or no more",
}
"""The menu text of every answer, in menu order."""

_OF_ASSASSINS = {
    m.Spy, m.AssassinateHand, m.AssassinateAmbassador, m.AssassinateFortification,
    m.BlockHero, m.RuinTrade,
}  # fmt: skip
_OF_EVENTS = {m.BlockEvent, m.ChooseDragonTarget, m.MoveArmies}
_OF_BATTLE_CARDS: set[type[m.Move]] = {m.NameDice} | {move for move in MOVE_WORDS if move.plays}
_OF_STRONGHOLDS = {m.PlaceStronghold, m.Occupy, m.Fill}
_OF_HIDDEN_ARMIES = {m.Hide, m.Reveal}
_OF_SPIES = {m.SendSpy, m.DiscardSpied}


def move_words(ruleset: Ruleset) -> dict[type[m.Move], str]:
    """Return the menu texts of a game's answers, in its own terms and in menu order."""
    lacking: set[type[m.Move]] = set()
    for has, moves in (
        (ruleset.has_assassins, _OF_ASSASSINS),
        (ruleset.event_cards, _OF_EVENTS),
        (ruleset.battle_cards, _OF_BATTLE_CARDS),
        (ruleset.strongholds, _OF_STRONGHOLDS),
        (ruleset.hidden_armies, _OF_HIDDEN_ARMIES),
        (ruleset.has_spies, _OF_SPIES),
        (ruleset.set_values, {m.TradeSet}),
        (Phase.FORTIFY in ruleset.order_of_play, {m.Fortify}),
        (ruleset.headquarters, {m.MarkHeadquarters}),
    ):
        lacking |= set() if has else moves
    return {
        move: in_words_of(ruleset, text) for move, text in MOVE_WORDS.items() if move not in lacking
    }


FIELD_WORDS: dict[str, str] = {
    "territory": "Which territory?",
    "source": "From which territory?",
    "target": "Against or into which territory?",
    "armies": "How many armies?",
    "count": "How many cards?",
    "dice": "How many dice?",
    "press": "Keep attacking until how many armies are left there?",
    "hero": "Play {a Hero} with it?",
    "opponent": "Against whom?",
    "partner": "In a truce with whom?",
    "card": "Which card?",
    "fortification": "Play a {Fortification}?",
    "reveal": "How many of your groups of hidden armies here do you reveal?",
    "scope": "How long does this answer apply?",
    "prefer": "Which do you claim first?",
    "sources": "Which of your territories give armies first?",
    "stronghold": "Can your {stronghold} give armies?",
    "set_cards": "Which cards?",
}
"""The question for each field of an answer."""

PRESS = "p"
SCOPES = {
    m.Scope.BATTLE: "this battle",
    m.Scope.ATTACK: "this attack, until something changes",
    m.Scope.TURN: "the rest of the turn, until something changes",
}


def label(name: str, value: Any, view: View, words: Words) -> str:
    """Return the label of one choice of a field in a menu."""
    if name == "card":
        return words.card(BattleCard(value).value) if value else "a random one"
    if name == "scope":
        return SCOPES[value]
    if name == "set_cards":
        return words.territory_cards(value)
    if name in ("opponent", "partner"):
        return f"{LETTERS[value]}, {view.player(value).cards} cards in hand"
    return territory_cell(view, value) if value else "none of yours"


Heading = Callable[[View, Words], str]


def heading(view: View, words: Words) -> str:
    """Return the prompt for the open decision of the view's player."""
    return HEADINGS[view.open_decision.kind](view, words)


def _stronghold(view: View, words: Words) -> str:
    empire = words.group(required(view.player(view.own_seat).empire, "empire of this player"))
    return words.say(
        "Your empire is the {empire}: place your {stronghold} in it, with 1 army (SET-3).",
        empire=empire,
    )


def _place(view: View, words: Words) -> str:
    neutral = (
        " for the neutral army (CLA-2)"
        if view.open_placing.purpose is PlacingPurpose.NEUTRAL
        else ""
    )
    return f"You have {armies(view.open_placing.left)} to place{neutral}."


def _spoils(view: View, words: Words) -> str:
    return f"Your spoils: {armies(view.open_placing.left)} to place; then your turn ends (TRN-5)."


def _reinforce(view: View, words: Words) -> str:
    left = armies(view.open_placing.left)
    return f"Your reinforcements: {left} to place; trade sets first (CLA-3, CLA-4)."


def _sets(view: View, words: Words) -> str:
    value = required(view.sets, "territory cards").value
    return f"You must trade a set; the next brings {armies(value)} (CLA-4)."


def _muster(view: View, words: Words) -> str:
    if not view.ruleset.hidden_armies:
        return "Place your armies; they stay secret until everyone is done (SET-9)."
    return "Place and hide your armies; they stay secret until everyone is done (SET-9)."


def _attacks(view: View, words: Words) -> str:
    attack = view.attack
    if attack is None:
        return f"Round {view.round}: your attacks ({view.ruleset.rule('TRN-3')})."
    left = attack.aboard if attack.fleet else view.armies(attack.source)
    return (
        f"Your attack on {words.territory(attack.target)} ({view.armies(attack.target)}) from "
        f"{words.territory(attack.source)} ({left}{' aboard' if attack.fleet else ''}): what next?"
    )


def _defend(view: View, words: Words) -> str:
    attack = view.open_attack
    left = attack.aboard if attack.fleet else view.armies(attack.source)
    cards = words.say(" and {a Hero}") if attack.hero else ""
    return (
        f"{words.player(attack.attacker)} attacks your {words.territory(attack.target)} "
        f"({view.armies(attack.target)}) from {words.territory(attack.source)} ({left}) with "
        f"{attack.dice} dice{cards}: how do you defend ({view.ruleset.rule('ATT-7')})?"
    )


def _counter(view: View, words: Words) -> str:
    return words.say("{An Assassin} was sent against you: counter it (ASN-3)?")


def _block_event(view: View, words: Words) -> str:
    event = required(view.event, "event card being carried out")
    return f"{words.card(event.value)} hits you. Block it (FOR-3)?"


HEADINGS: dict[DecisionKind, Heading] = {
    DecisionKind.STRONGHOLD: _stronghold,
    DecisionKind.CLAIM: lambda view, words: "Claim a free territory (SET-4).",
    DecisionKind.PLACE: _place,
    DecisionKind.HIDE: lambda view, words: "Hide armies in a territory, in secret (SET-6).",
    DecisionKind.MUSTER: _muster,
    DecisionKind.ATTACKS: _attacks,
    DecisionKind.DEFEND: _defend,
    DecisionKind.STRIKE: lambda view, words: words.say("A {Fortification} is in your way (ATT-7)."),
    DecisionKind.DICE: lambda view, words: "Something changed: choose your dice again (ATT-7).",
    DecisionKind.COUNTER: _counter,
    DecisionKind.MOVE_IN: lambda view, words: "Captured: how many armies move in (ATT-9)?",
    DecisionKind.OCCUPY: lambda view, words: "Claim empty territories, 1 army each (ELM-3).",
    DecisionKind.FILL: lambda view, words: "Choose which empty territories to claim first (ELM-4).",
    DecisionKind.BLOCK_EVENT: _block_event,
    DecisionKind.DRAGON: lambda view, words: "Your dragon kills 3 armies of an enemy (EVT-24).",
    DecisionKind.MOVE_BY_NIGHT: lambda view, words: "You can move armies by night (EVT-30).",
    DecisionKind.SPOILS: _spoils,
    DecisionKind.RUIN: lambda view, words: "Break up this trade (DIP-4)?",
    DecisionKind.COUNTER_SPY: lambda view, words: (
        "A Spy was sent against you. Counter it with yours (CAS-4)?"
    ),
    DecisionKind.DISCARD_SPIED: lambda view, words: (
        "You saw the hand. Which card do they lose (CAS-4)?"
    ),
    DecisionKind.HEADQUARTERS: lambda view, words: "Choose your headquarters in secret (CLA-6).",
    DecisionKind.SETS: _sets,
    DecisionKind.REINFORCE: _reinforce,
    DecisionKind.FORTIFY: lambda view, words: "You can fortify once, then your turn ends (CLA-3).",
}
"""The question for each decision."""

ORDER_WORDS: dict[str, str] = {
    "dice": "Dice in defence",
    "fortification": "{Fortification} in defence",
    "hidden": "Reveal hidden armies in defence",
    "block": "{Assassin} against {a Hero}",
    "strike": "{Assassin} against a {Fortification}",
    "counter": "Counter {an Assassin}",
    "block_event": "{Fortification} against an event",
    "ruin": "Break up a trade",
    "fill": "Claim empty territories",
    "sets": "Trade sets that must be traded",
}
"""The name of the question that each standing order answers (ORD-1)."""
