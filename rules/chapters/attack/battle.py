"""ATT-5, ATT-7 and ATT-8: the steps of one battle, the roll and its results.

Step (b) is in `attack/defence.py`, steps (c) and (d) in `attack/windows.py`.
"""

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.armies.headquarters import holds_enough
from rules.chapters.attack.declare import end_attack, max_attack_dice
from rules.chapters.attack.defence import defender_step
from rules.chapters.attack.elimination import begin_elimination, has_fallen
from rules.chapters.attack.windows import attack_dice_step, defence_dice_step, strike_step
from rules.chapters.battle_cards.hands import discard_card, return_card
from rules.chapters.ending import finish
from rules.chapters.event_cards.in_force import attack_modifiers, defence_modifiers
from rules.events.attack import BattleFought, Captured, MovedIn
from rules.events.base import Emit, Modifier
from rules.reasons import AttackEnd, GameEnd
from rules.state import State
from rules.state.players import Holding
from rules.state.under_way import Attack, BattleStep, CapturedTerritory

Modifiers = tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
"""The modifiers on the attacker's and the defender's highest die (ATT-8)."""

NO_MODIFIERS: Modifiers = ((), ())
HERO_BONUS = Modifier(1, BattleCard.HERO.value, "HRO-1")
FORTIFICATION_BONUS = Modifier(1, BattleCard.FORTIFICATION.value, "FOR-1")


def fight(state: State, attack: Attack, chance: Chance, emit: Emit) -> None:
    """Fight a battle or a press until it ends, a player must decide or an Assassin acts."""
    while state.attack is attack and attack.step in STEPS:
        STEPS[attack.step](state, attack, chance, emit)
        if state.decisions or state.assassination is not None:
            return


def _roll_step(state: State, attack: Attack, chance: Chance, emit: Emit) -> None:
    attack_dice = chance.roll(attack.dice, "attack dice")
    defence_dice = chance.roll(attack.defence_dice, "defence dice")
    attack_bonus, defence_bonus = NO_MODIFIERS
    attack_order, defence_order = sorted(attack_dice)[::-1], sorted(defence_dice)[::-1]
    if state.in_force or state.this_turn.hero or attack.fortification:
        attack_bonus, defence_bonus = _modifiers(state, attack)
        for bonus in attack_bonus:
            attack_order[0] += bonus.value
        for bonus in defence_bonus:
            defence_order[0] += bonus.value
    attack_total, defence_total = attack_order[0], defence_order[0]
    pairs = compare(attack_order, defence_order)
    attack_losses, defence_losses = pairs.count("defender"), pairs.count("attacker")
    attackers_left = _lose_armies(state, attack, attack_losses, defence_losses)
    emit(
        BattleFought(
            attack.attacker, attack.defender, attack.source, attack.target,
            attack_dice, defence_dice, attack_bonus, defence_bonus, attack_total, defence_total,
            pairs, attack_losses, defence_losses,
            attackers_left, state.holdings[attack.target].armies,
        )
    )  # fmt: skip
    attack.battles += 1
    if state.this_turn.hero or attack.fortification:
        _settle_cards(state, attack, attack_total, defence_total, emit)
    _finish_battle(state, attack, attackers_left, emit)


def _lose_armies(state: State, attack: Attack, attack_losses: int, defence_losses: int) -> int:
    """Remove the losses; return the armies left in the source territory or on board."""
    state.holdings[attack.target].armies -= defence_losses
    if attack.fleet:
        attack.aboard -= attack_losses
        return attack.aboard
    attackers = state.holdings[attack.source]
    attackers.armies -= attack_losses
    return attackers.armies


def _modifiers(state: State, attack: Attack) -> Modifiers:
    attack_bonus, defence_bonus = NO_MODIFIERS
    if state.in_force:
        attack_bonus = attack_modifiers(state, attack.attacker)
        defence_bonus = defence_modifiers(state, attack.defending_seat, attack.target)
    if state.this_turn.hero:
        attack_bonus += (HERO_BONUS,)
    if attack.fortification:
        defence_bonus += (FORTIFICATION_BONUS,)
    return attack_bonus, defence_bonus


def compare(attack_dice: list[int], defence_dice: list[int]) -> tuple[str, ...]:
    """Return the winner of each pair of dice compared, the top pair first (ATT-5, ATT-8).

    Both lists begin with the highest die, modifiers added. The second pair counts only if both
    players rolled two or more dice.
    """
    top = "attacker" if attack_dice[0] > defence_dice[0] else "defender"
    if not attack_dice[1:] or not defence_dice[1:]:
        return (top,)
    return (top, "attacker" if attack_dice[1] > defence_dice[1] else "defender")


def _settle_cards(
    state: State, attack: Attack, attack_total: int, defence_total: int, emit: Emit
) -> None:
    """Discard the Hero or Fortification that lost the top comparison (HRO-3, FOR-2)."""
    if state.this_turn.hero:
        attack.hero_fought = True
        tie = attack_total == defence_total
        if attack_total < defence_total or (tie and not state.ruleset.hero_survives_tie):
            state.this_turn.hero = False
            attack.changes += 1
            attack.press = None
            discard_card(state, attack.attacker, BattleCard.HERO, "HRO-3", emit)
    if attack.fortification and attack_total > defence_total:
        attack.fortification = False
        attack.changes += 1
        discard_card(state, attack.defending_seat, BattleCard.FORTIFICATION, "FOR-2", emit)


def _finish_battle(state: State, attack: Attack, attackers_left: int, emit: Emit) -> None:
    rolled = attack.dice
    attack.changed = attack.blocked = attack.struck = False
    attack.step = BattleStep.BETWEEN
    free = attackers_left if attack.fleet else attackers_left - 1
    if state.holdings[attack.target].armies == 0:
        _capture(state, attack, rolled, emit)
    elif free == 0:
        end_attack(state, AttackEnd.SPENT, emit)
        if attack.fleet:
            discard_card(state, attack.attacker, BattleCard.FLEET, "FLT-4", emit)
    elif attack.press is not None and free >= attack.press:
        attack.dice = max_attack_dice(state, free, attack.target)
        attack.step = BattleStep.DEFENDER


def _capture(state: State, attack: Attack, rolled: int, emit: Emit) -> None:
    captor, loser, target = attack.attacker, attack.defender, attack.target
    stormed = state.stronghold_on(target)
    end_attack(state, AttackEnd.CAPTURED, emit)
    if attack.fleet:
        return_card(state, captor, BattleCard.FLEET, "FLT-4", emit)
    state.holdings[target] = Holding(captor, 0)
    emit(Captured(captor, target, loser))
    if state.territory_cards is not None:
        state.this_turn.captured = True
    fallen = has_fallen(state, loser, stormed)
    has_won = bool(state.headquarters) and holds_enough(state, captor)
    if has_won or (fallen and len(state.living()) == 2):
        # The game ends before the captor can choose how many armies move in.
        _land(state, attack, rolled, emit)
        if fallen:
            begin_elimination(state, attack, emit)
        if state.outcome is None:
            finish(state, (captor,), GameEnd.HEADQUARTERS, emit)
        return
    if fallen:
        begin_elimination(state, attack, emit)
    if attack.fleet:
        _land(state, attack, rolled, emit)
    else:
        state.landing = CapturedTerritory(captor, attack.source, target, rolled)


def _land(state: State, attack: Attack, rolled: int, emit: Emit) -> None:
    """Land the whole fleet or, by land, move in as many armies as dice rolled (FLT-4, ATT-9)."""
    armies = attack.aboard if attack.fleet else rolled
    if not attack.fleet:
        state.holdings[attack.source].armies -= armies
    state.holdings[attack.target].armies = armies
    emit(MovedIn(attack.attacker, attack.source, attack.target, armies))


STEPS = {
    BattleStep.DEFENDER: defender_step,
    BattleStep.STRIKE: strike_step,
    BattleStep.ATTACK_DICE: attack_dice_step,
    BattleStep.DEFENCE_DICE: defence_dice_step,
    BattleStep.ROLL: _roll_step,
}
"""The steps of a battle; the attacker decides what follows a step that is not listed."""
