"""ATT-7 (c) and (d): Assassins against a Fortification, and choosing dice again.

Step (b), the defender's decision, is in `attack/defence.py`.
"""

from collections.abc import Iterator

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.attack.declare import free_armies, max_attack_dice
from rules.chapters.attack.defence import dice_to_keep, max_defence_dice
from rules.chapters.battle_cards.assassins import strike_fortification
from rules.chapters.battle_cards.hands import has_card
from rules.chapters.orders.standing_orders import emit_order_answer, is_asked, policy
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.moves import (
    AssassinateFortification,
    NameDice,
    Pass,
)
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import Attack, BattleStep

# (c) The attacker against a Fortification


def strike_step(state: State, attack: Attack, chance: Chance, emit: Emit) -> None:
    """Let the attacker send Assassins against a Fortification in play (ATT-7 c)."""
    seat = attack.attacker
    if attack.fortification and state.players[seat].hand and state.ruleset.has_assassins:
        armed = has_card(state, seat, BattleCard.ASSASSIN)
        if is_asked(state, seat, "strike", armed) and not _is_let_stand(state, attack):
            state.ask(seat, DecisionKind.STRIKE)
            return
        if armed and not attack.struck and policy(state, seat, "strike") == "always":
            attack.struck = True
            emit_order_answer(seat, DecisionKind.STRIKE, "always", emit)
            strike_fortification(state, emit)
            return
    attack.step = BattleStep.ATTACK_DICE


def strike_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to pass and, with an Assassin in hand, to send it against the Fortification (ASN-5)."""
    yield Option(Pass, {})
    if has_card(state, seat, BattleCard.ASSASSIN):
        yield Option(AssassinateFortification, {})


def spare_fortification(state: State, emit: Emit) -> None:
    """Decline to strike the Fortification until a public fact of the attack changes (ORD-3)."""
    attack = state.open_attack
    attack.declined = attack.changes
    attack.declined_defenders = state.holdings[attack.target].armies
    attack.step = BattleStep.ATTACK_DICE


def _is_let_stand(state: State, attack: Attack) -> bool:
    defenders = state.holdings[attack.target].armies
    return attack.declined == attack.changes and defenders * 2 > attack.declined_defenders


# (d) Choosing dice again


def attack_dice_step(state: State, attack: Attack, chance: Chance, emit: Emit) -> None:
    """Let the attacker choose dice again if something changed (ATT-7 d)."""
    if not attack.changed:
        attack.step = BattleStep.ROLL
        return
    attack.step = BattleStep.DEFENCE_DICE
    attack.dice = max_attack_dice(state, free_armies(state, attack), attack.target)
    if attack.dice > 1 and attack.attacker not in attack.absent:
        state.ask(attack.attacker, DecisionKind.DICE)


def defence_dice_step(state: State, attack: Attack, chance: Chance, emit: Emit) -> None:
    """Let the defender choose dice again after the attacker (ATT-7 d)."""
    attack.step = BattleStep.ROLL
    seat = attack.defending_seat
    attack.defence_dice = max_defence_dice(state, attack)
    if attack.defence_dice > 1 and is_asked(state, seat, "dice", playable=True):
        state.ask(seat, DecisionKind.DICE)


def dice_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the numbers of dice to choose from (ATT-7 d)."""
    attack = state.open_attack
    most = attack.dice if seat == attack.attacker else attack.defence_dice
    yield Option(NameDice, {"dice": range(1, most + 1)})


def verify_name_dice(state: State, seat: int, move: NameDice) -> None:
    """Raise IllegalMove for more dice than the armies allow (ATT-2 to ATT-4)."""
    attack = state.open_attack
    rule, most = "ATT-4", attack.defence_dice
    if seat == attack.attacker:
        rule, most = "ATT-2", attack.dice
        if most < move.dice <= free_armies(state, attack):
            rule = "ATT-3"
    if not 1 <= move.dice <= most:
        raise IllegalMove(rule, "You can roll 1 to {most} dice here.", most=most)


def name_dice(state: State, seat: int, move: NameDice, chance: Chance, emit: Emit) -> None:
    """Set the dice; the defender's choice also replaces the dice of a stored answer (ORD-3)."""
    attack = state.open_attack
    if seat == attack.attacker:
        attack.dice = move.dice
        return
    attack.defence_dice = move.dice
    answer = state.this_turn.answers.get(seat)
    if answer is not None and answer.attack == attack.number:
        answer.dice = dice_to_keep(state, attack, move.dice)
