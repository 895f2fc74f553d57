"""ATT-5, ATT-7 and ATT-8: the order inside one battle, the roll, and what comes of it."""

from collections.abc import Iterator

from rules.assassins import block_hero, strike_fortification
from rules.attack import end_attack, fighting, most_dice
from rules.cards import BattleCard
from rules.chance import Chance
from rules.elimination import begin_fall
from rules.errors import IllegalMove
from rules.events import BattleFought, Captured, CardPlayed, Modifier, MovedIn
from rules.hands import discard_card, has_card, leave_hand, return_card
from rules.hidden import count_unused, reveal, size, unused
from rules.in_force import attack_modifiers, defence_modifiers
from rules.moves import (
    AssassinateFortification,
    BlockHero,
    Defend,
    NameDice,
    Pass,
    Scope,
)
from rules.offers import Option
from rules.orders import is_asked, policy, tell_order
from rules.state import Answer, Attack, DecisionKind, Holding, Landing, State, Step
from rules.telling import Tell

HERO_BONUS = Modifier(1, BattleCard.HERO.value, "HRO-1")
FORTIFICATION_BONUS = Modifier(1, BattleCard.FORTIFICATION.value, "FOR-1")


def fight(state: State, chance: Chance, tell: Tell) -> None:
    """Carry the open attack on until somebody must decide (ATT-7)."""
    attack = state.attack
    while state.attack is attack and attack.step is not Step.BETWEEN:
        STEPS[attack.step](state, attack, chance, tell)
        if state.decisions or state.assassination is not None:
            return


# (b) The defender


def open_questions(state: State, attack: Attack) -> dict[str, bool]:
    """Return the questions public facts leave open, and whether there is anything to play.

    The keys alone decide whether the defender is asked (ORD-2).
    """
    seat, holding = attack.defender, state.holdings[attack.target]
    hand = state.players[seat].hand
    questions = {}
    if hand:
        if state.hero and not attack.hero_fought:
            questions["block"] = BattleCard.ASSASSIN in hand
        if not attack.fortification:
            questions["fortification"] = BattleCard.FORTIFICATION in hand
    if state.track and unused(state, seat) and not state.is_stronghold_site(attack.target):
        questions["hidden"] = count_unused(state, seat, attack.target) > 0
    if holding.armies > 1:
        questions["dice"] = True
    return questions


def _defender_step(state: State, attack: Attack, chance: Chance, tell: Tell) -> None:
    seat = attack.defender
    questions = open_questions(state, attack)
    if questions.get("block") and not attack.blocked and _orders_block(state, attack):
        attack.blocked = True
        tell_order(seat, "block", policy(state, seat, "block"), tell)
        block_hero(state, tell)
        return
    asked = any(
        is_asked(state, seat, question, playable) for question, playable in questions.items()
    )
    if asked and not _is_answered(state, attack):
        state.ask(seat, DecisionKind.DEFEND)
        return
    fortification, reveals = _ordered_cards(state, attack, questions)
    dice = _ordered_dice(state, attack)
    if fortification:
        tell_order(seat, "fortification", policy(state, seat, "fortification"), tell)
    if reveals:
        tell_order(seat, "hidden", policy(state, seat, "hidden"), tell)
    _defend(state, attack, fortification, reveals, dice, tell)


def _orders_block(state: State, attack: Attack) -> bool:
    order = policy(state, attack.defender, "block")
    return order == "always" or (
        order == "stronghold" and state.stronghold_on(attack.target) == attack.defender
    )


def _ordered_cards(state: State, attack: Attack, questions: dict[str, bool]) -> tuple[bool, int]:
    fortification = bool(questions.get("fortification")) and _orders_fortification(state, attack)
    return fortification, _ordered_reveals(state, attack) if questions.get("hidden") else 0


def _orders_fortification(state: State, attack: Attack) -> bool:
    seat = attack.defender
    order = policy(state, seat, "fortification")
    if order == "stronghold":
        return state.stronghold_on(attack.target) == seat
    if order == "home":
        return state.board.territories[attack.target].empire == state.players[seat].empire
    return order == "always"


def _ordered_reveals(state: State, attack: Attack) -> int:
    order = policy(state, attack.defender, "hidden")
    held = count_unused(state, attack.defender, attack.target)
    if order == "outnumbered":
        lacking = fighting(state, attack) - state.holdings[attack.target].armies
        # As many choices as it takes, each as large as the other (HID-2).
        return min(held, max(0, -(-lacking // size(state))))
    return held if order == "always" else 0


def _ordered_dice(state: State, attack: Attack) -> int:
    answer = state.answers.get(attack.defender)
    most = min(state.holdings[attack.target].armies, state.ruleset.defence_dice)
    if policy(state, attack.defender, "dice") == "ask" and answer is not None:
        return min(answer.dice, most)
    return most


def _is_answered(state: State, attack: Attack) -> bool:
    """Say whether an earlier answer still holds (ORD-3)."""
    answer = state.answers.get(attack.defender)
    if answer is None:
        return False
    if answer.attack != attack.number:
        if answer.scope is not Scope.TURN:
            del state.answers[attack.defender]
            return False
        # A Hero played with the declaration opens the window all the same.
        _renew(state, attack, answer, changes=0)
    defenders = state.holdings[attack.target].armies
    return answer.changes == attack.changes and defenders * 2 > answer.defenders


def _renew(state: State, attack: Attack, answer: Answer, changes: int) -> None:
    answer.attack, answer.changes = attack.number, changes
    answer.defenders = state.holdings[attack.target].armies


def _defend(
    state: State, attack: Attack, fortification: bool, reveals: int, dice: int, tell: Tell
) -> None:
    seat = attack.defender
    if fortification:
        leave_hand(state, seat, BattleCard.FORTIFICATION, tell)
        attack.fortification = True
        attack.changes += 1
        tell(CardPlayed(seat, BattleCard.FORTIFICATION.value, "FOR-1"))
    for _ in range(reveals):
        reveal(state, seat, attack.target, tell)
        attack.changes += 1
    if fortification or reveals:
        attack.changed = True
        attack.press = None
    attack.defence_dice = dice
    attack.step = Step.STRIKE


def defend_options(state: State, seat: int) -> Iterator[Option]:
    """Offer what the defender may answer in ATT-7 (b)."""
    choices = _defend_choices(state, seat)
    yield Option(Defend, choices | {"scope": tuple(Scope)})
    questions = open_questions(state, state.attack)
    if questions.get("block") and is_asked(state, seat, "block", playable=True):
        yield Option(BlockHero, {})


def _defend_choices(state: State, seat: int) -> dict[str, tuple | range]:
    attack = state.attack
    questions = open_questions(state, attack)
    most = min(state.holdings[attack.target].armies, state.ruleset.defence_dice)
    dice: tuple | range = (most,)
    if is_asked(state, seat, "dice", playable=True):
        dice = range(1, most + 1)
    fortifications: tuple[bool, ...] = (False,)
    if questions.get("fortification"):
        asked = is_asked(state, seat, "fortification", playable=True)
        fortifications = (False, True) if asked else (_orders_fortification(state, attack),)
    reveals: tuple | range = (0,)
    if questions.get("hidden"):
        asked = is_asked(state, seat, "hidden", playable=True)
        held = count_unused(state, seat, attack.target)
        reveals = range(held + 1) if asked else (_ordered_reveals(state, attack),)
    return {"dice": dice, "fortification": fortifications, "reveal": reveals}


def verify_defend(state: State, seat: int, move: Defend) -> None:
    """Refuse what the defender has not, and what their standing orders answer (ATT-4, ATT-7)."""
    choices = _defend_choices(state, seat)
    if move.dice not in choices["dice"]:
        if move.dice in range(1, max(choices["dice"])):
            raise IllegalMove("ORD-1", "Your standing order is to roll the most dice.")
        raise IllegalMove("ATT-4", f"You may roll {_spoken(choices['dice'])} here.")
    if move.fortification not in choices["fortification"]:
        if not is_asked(state, seat, "fortification", playable=True):
            raise IllegalMove("ORD-1", "Your standing order answers for your Fortifications.")
        if state.attack.fortification:
            raise IllegalMove("FOR-1", "A Fortification is in play already; one at a time.")
        raise IllegalMove("FOR-1", "You hold no Fortification.")
    if move.reveal not in choices["reveal"]:
        if not is_asked(state, seat, "hidden", playable=True):
            raise IllegalMove("ORD-1", "Your standing order answers for your hidden armies.")
        if not state.track:
            raise IllegalMove("HID-2", "No Mercenaries have been played yet, so none would come.")
        held = len(choices["reveal"]) - 1
        raise IllegalMove("HID-1", f"You have {held} hidden armies’ choices here.")


def _spoken(dice: tuple | range) -> str:
    return " or ".join("1 die" if number == 1 else f"{number} dice" for number in dice)


def defend(state: State, seat: int, move: Defend, chance: Chance, tell: Tell) -> None:
    """Take the defender's answer, and keep it as far as it goes (ORD-3)."""
    attack = state.attack
    _defend(state, attack, move.fortification, move.reveal, move.dice, tell)
    state.answers.pop(seat, None)
    if move.scope is not Scope.BATTLE:
        most = min(state.holdings[attack.target].armies, state.ruleset.defence_dice)
        dice = state.ruleset.defence_dice if move.dice == most else move.dice
        answer = Answer(move.scope, dice, attack.number, 0, 0)
        _renew(state, attack, answer, attack.changes)
        state.answers[seat] = answer


# (c) The attacker against a Fortification


def _strike_step(state: State, attack: Attack, chance: Chance, tell: Tell) -> None:
    seat = attack.attacker
    if attack.fortification and state.players[seat].hand:
        armed = has_card(state, seat, BattleCard.ASSASSIN)
        if is_asked(state, seat, "strike", armed) and not _is_let_stand(state, attack):
            state.ask(seat, DecisionKind.STRIKE)
            return
        if armed and not attack.struck and policy(state, seat, "strike") == "always":
            attack.struck = True
            tell_order(seat, "strike", "always", tell)
            strike_fortification(state, tell)
            return
    attack.step = Step.ATTACK_DICE


def strike_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to send an Assassin against the Fortification, if one can, or not (ASN-5)."""
    yield Option(Pass, {})
    if has_card(state, seat, BattleCard.ASSASSIN):
        yield Option(AssassinateFortification, {})


def let_stand(state: State, tell: Tell) -> None:
    """Let the Fortification stand until a public fact of the attack changes (ORD-3)."""
    attack = state.attack
    attack.declined = attack.changes
    attack.declined_defenders = state.holdings[attack.target].armies
    attack.step = Step.ATTACK_DICE


def _is_let_stand(state: State, attack: Attack) -> bool:
    defenders = state.holdings[attack.target].armies
    return attack.declined == attack.changes and defenders * 2 > attack.declined_defenders


# (d) Dice named anew


def _attack_dice_step(state: State, attack: Attack, chance: Chance, tell: Tell) -> None:
    if not attack.changed:
        attack.step = Step.ROLL
        return
    attack.step = Step.DEFENCE_DICE
    attack.dice = most_dice(state, fighting(state, attack), attack.target)
    if attack.dice > 1 and attack.attacker not in attack.absent:
        state.ask(attack.attacker, DecisionKind.DICE)


def _defence_dice_step(state: State, attack: Attack, chance: Chance, tell: Tell) -> None:
    attack.step = Step.ROLL
    seat = attack.defender
    attack.defence_dice = min(state.holdings[attack.target].armies, state.ruleset.defence_dice)
    if attack.defence_dice > 1 and is_asked(state, seat, "dice", playable=True):
        state.ask(seat, DecisionKind.DICE)


def dice_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the dice to name anew (ATT-7 d)."""
    attack = state.attack
    most = attack.dice if seat == attack.attacker else attack.defence_dice
    yield Option(NameDice, {"dice": range(1, most + 1)})


def verify_name_dice(state: State, seat: int, move: NameDice) -> None:
    """Refuse more dice than the armies allow (ATT-2, ATT-4)."""
    attack = state.attack
    rule, most = "ATT-4", attack.defence_dice
    if seat == attack.attacker:
        rule, most = "ATT-2", attack.dice
        if most < move.dice <= fighting(state, attack):
            rule = "ATT-3"
    if not 1 <= move.dice <= most:
        raise IllegalMove(rule, f"You may roll 1 to {most} dice here.")


def name_dice(state: State, seat: int, move: NameDice, chance: Chance, tell: Tell) -> None:
    """Take the dice named anew."""
    if seat == state.attack.attacker:
        state.attack.dice = move.dice
    else:
        state.attack.defence_dice = move.dice


# (e) The roll


def _roll_step(state: State, attack: Attack, chance: Chance, tell: Tell) -> None:
    attack_dice = chance.roll(attack.dice, "attack dice")
    defence_dice = chance.roll(attack.defence_dice, "defence dice")
    attack_bonus = attack_modifiers(state, attack.attacker)
    if state.hero:
        attack_bonus += (HERO_BONUS,)
    defence_bonus = defence_modifiers(state, attack.defender, attack.target)
    if attack.fortification:
        defence_bonus += (FORTIFICATION_BONUS,)
    attack_total = max(attack_dice) + sum(item.value for item in attack_bonus)
    defence_total = max(defence_dice) + sum(item.value for item in defence_bonus)
    pairs = compare(attack_dice, defence_dice, attack_total, defence_total)
    defence_losses = pairs.count("attacker")
    attack_losses = len(pairs) - defence_losses
    defenders = state.holdings[attack.target]
    defenders.armies -= defence_losses
    if attack.fleet:
        attack.aboard -= attack_losses
        attackers_left = attack.aboard
    else:
        state.holdings[attack.source].armies -= attack_losses
        attackers_left = state.holdings[attack.source].armies
    tell(
        BattleFought(
            attack.attacker,
            attack.defender,
            attack.source,
            attack.target,
            attack_dice,
            defence_dice,
            attack_bonus,
            defence_bonus,
            attack_total,
            defence_total,
            pairs,
            attack_losses,
            defence_losses,
            attackers_left,
            defenders.armies,
        )
    )
    _settle_cards(state, attack, attack_total, defence_total, tell)
    _finish_battle(state, attack, tell)


def compare(
    attack_dice: tuple[int, ...],
    defence_dice: tuple[int, ...],
    attack_total: int,
    defence_total: int,
) -> tuple[str, ...]:
    """Return who wins the top pair and, where both rolled two or more, the second (ATT-5, 8)."""
    top = "attacker" if attack_total > defence_total else "defender"
    if len(attack_dice) < 2 or len(defence_dice) < 2:
        return (top,)
    second = sorted(attack_dice)[-2] > sorted(defence_dice)[-2]
    return (top, "attacker" if second else "defender")


def _settle_cards(
    state: State, attack: Attack, attack_total: int, defence_total: int, tell: Tell
) -> None:
    """Lose the top comparison, lose the card (HRO-3, FOR-2)."""
    attack.battles += 1
    if state.hero:
        attack.hero_fought = True
        tie = attack_total == defence_total
        if attack_total < defence_total or (tie and not state.ruleset.hero_survives_tie):
            state.hero = False
            attack.changes += 1
            attack.press = None
            discard_card(state, attack.attacker, BattleCard.HERO, "HRO-3", tell)
    if attack.fortification and attack_total > defence_total:
        attack.fortification = False
        attack.changes += 1
        discard_card(state, attack.defender, BattleCard.FORTIFICATION, "FOR-2", tell)


def _finish_battle(state: State, attack: Attack, tell: Tell) -> None:
    rolled = attack.dice
    attack.changed = attack.blocked = attack.struck = False
    attack.step = Step.BETWEEN
    left = fighting(state, attack)
    if state.holdings[attack.target].armies == 0:
        _capture(state, attack, rolled, tell)
    elif left == 0:
        end_attack(state, "spent", tell)
        if attack.fleet:
            discard_card(state, attack.attacker, BattleCard.FLEET, "FLT-4", tell)
    elif attack.press is not None and left > max(attack.press - 1, 0):
        attack.dice = most_dice(state, left, attack.target)
        attack.step = Step.DEFENDER


def _capture(state: State, attack: Attack, rolled: int, tell: Tell) -> None:
    captor, loser, target = attack.attacker, attack.defender, attack.target
    fallen = state.stronghold_on(target) == loser
    end_attack(state, "captured", tell)
    if attack.fleet:
        return_card(state, captor, BattleCard.FLEET, "FLT-4", tell)
    state.holdings[target] = Holding(captor, 0)
    tell(Captured(captor, target, loser))
    if fallen and len(state.living()) == 2:
        # The last capture ends the game before the captor could say how many move in.
        _land(state, attack, rolled, tell)
        begin_fall(state, attack, tell)
        return
    if fallen:
        begin_fall(state, attack, tell)
    if attack.fleet:
        _land(state, attack, rolled, tell)
    else:
        state.landing = Landing(captor, attack.source, target, rolled)


def _land(state: State, attack: Attack, rolled: int, tell: Tell) -> None:
    """Land a fleet whole, or move in as many as dice rolled by land (FLT-4, ATT-9)."""
    armies = attack.aboard if attack.fleet else rolled
    if not attack.fleet:
        state.holdings[attack.source].armies -= armies
    state.holdings[attack.target].armies = armies
    tell(MovedIn(attack.attacker, attack.source, attack.target, armies))


STEPS = {
    Step.DEFENDER: _defender_step,
    Step.STRIKE: _strike_step,
    Step.ATTACK_DICE: _attack_dice_step,
    Step.DEFENCE_DICE: _defence_dice_step,
    Step.ROLL: _roll_step,
}
