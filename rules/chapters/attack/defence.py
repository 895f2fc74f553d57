"""ATT-7 (b): the defender's decision in a battle, and the standing orders that answer it."""

from collections.abc import Iterator
from typing import NoReturn

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.attack.declare import free_armies
from rules.chapters.battle_cards.assassins import block_hero
from rules.chapters.battle_cards.hands import remove_from_hand
from rules.chapters.battle_cards.hidden_armies import (
    armies_per_reveal,
    choices_to_match,
    count_unrevealed,
    reveal,
    unrevealed,
    verify_in_defence,
)
from rules.chapters.orders.standing_orders import emit_order_answer, is_any_asked, policy
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.cards import CardPlayed
from rules.moves import BlockHero, Defend, Scope
from rules.moves.options import Option
from rules.questions import DecisionKind, DefenceQuestion, Question, Reopening
from rules.state import State
from rules.state.players import DefenceAnswer
from rules.state.under_way import Attack, BattleStep

Choices = tuple[int, ...] | range
"""The numbers or flags that a field of a defence can have."""

_DICE_ALONE = {DecisionKind.DICE}
"""The questions that remain when the defender can play no card."""


def open_questions(state: State, attack: Attack, seat: int) -> dict[Question, bool]:
    """Return {open question: whether the defender has anything to play}.

    The keys depend only on public facts. Keys and orders decide whether to ask; with the
    `only_playable` option, the values decide too (ORD-2).
    """
    hand = state.players[seat].hand
    questions: dict[Question, bool] = {}
    if hand:
        if state.this_turn.hero and not attack.hero_fought and state.ruleset.has_assassins:
            questions[DefenceQuestion.BLOCK] = BattleCard.ASSASSIN in hand
        if not attack.fortification:
            questions[DefenceQuestion.FORTIFICATION] = BattleCard.FORTIFICATION in hand
    if state.track and not state.options.hidden_at_start:
        hidden = unrevealed(state, seat)
        if hidden and not state.is_stronghold_site(attack.target):
            questions[DefenceQuestion.HIDDEN] = attack.target in [item.territory for item in hidden]
    if state.holdings[attack.target].armies > 1:
        questions[DecisionKind.DICE] = True
    return questions


def defender_step(state: State, attack: Attack, chance: Chance, emit: Emit) -> None:
    """Ask the defender, or answer from their standing orders (ATT-7 b)."""
    seat = attack.defender
    if seat is None:
        # The neutral army always rolls the most dice (CLA-2).
        _defend(state, attack, False, 0, max_defence_dice(state, attack), emit)
        return
    questions = open_questions(state, attack, seat)
    if set(questions) <= _DICE_ALONE and state.players[seat].orders.dice == "most":
        _defend(state, attack, False, 0, max_defence_dice(state, attack), emit)
        return
    can_block = DefenceQuestion.BLOCK in questions and questions[DefenceQuestion.BLOCK]
    if can_block and not attack.blocked and _orders_block(state, attack, seat):
        attack.blocked = True
        emit_order_answer(
            seat, DefenceQuestion.BLOCK, policy(state, seat, DefenceQuestion.BLOCK), emit
        )
        block_hero(state, emit)
        return
    if is_any_asked(state, seat, questions.items()) and not _is_answered(state, attack, seat):
        state.ask(seat, DecisionKind.DEFEND)
    else:
        _defend_as_ordered(state, attack, seat, questions, emit)


def _defend_as_ordered(
    state: State, attack: Attack, seat: int, questions: dict[Question, bool], emit: Emit
) -> None:
    fortification = bool(questions.get(DefenceQuestion.FORTIFICATION)) and _orders_fortification(
        state, attack, seat
    )
    reveals = _ordered_reveals(state, attack, seat) if questions.get(DefenceQuestion.HIDDEN) else 0
    dice = _ordered_dice(state, attack, seat)
    if fortification:
        order = policy(state, seat, DefenceQuestion.FORTIFICATION)
        emit_order_answer(seat, DefenceQuestion.FORTIFICATION, order, emit)
    if reveals:
        emit_order_answer(
            seat, DefenceQuestion.HIDDEN, policy(state, seat, DefenceQuestion.HIDDEN), emit
        )
    _defend(state, attack, fortification, reveals, dice, emit)


def _orders_block(state: State, attack: Attack, seat: int) -> bool:
    order = policy(state, seat, DefenceQuestion.BLOCK)
    return order == "always" or (
        order == "stronghold" and state.stronghold_on(attack.target) == seat
    )


def _orders_fortification(state: State, attack: Attack, seat: int) -> bool:
    order = policy(state, seat, DefenceQuestion.FORTIFICATION)
    if order == "stronghold":
        return state.stronghold_on(attack.target) == seat
    if order == "home":
        return state.board.territories[attack.target].empire == state.players[seat].empire
    return order == "always"


def _ordered_reveals(state: State, attack: Attack, seat: int) -> int:
    order = policy(state, seat, DefenceQuestion.HIDDEN)
    held = count_unrevealed(state, seat, attack.target)
    if order == "outnumbered":
        defenders = state.holdings[attack.target].armies
        return min(
            held, choices_to_match(free_armies(state, attack), defenders, armies_per_reveal(state))
        )
    return held if order == "always" else 0


def _ordered_dice(state: State, attack: Attack, seat: int) -> int:
    answers, most = state.this_turn.answers, max_defence_dice(state, attack)
    if (
        seat in answers
        and answers[seat].dice < most
        and policy(state, seat, DecisionKind.DICE) == "ask"
    ):
        return answers[seat].dice
    return most


def max_defence_dice(state: State, attack: Attack, reveals: int = 0) -> int:
    """Return the most dice the defender can roll after `reveals` reveals (ATT-4)."""
    armies, limit = state.holdings[attack.target].armies, state.ruleset.defence_dice
    if reveals:
        armies += reveals * armies_per_reveal(state)
    return armies if armies < limit else limit


def _is_answered(state: State, attack: Attack, seat: int) -> bool:
    """Return whether an earlier answer still applies (ORD-3)."""
    if seat not in state.this_turn.answers:
        return False
    answer = state.this_turn.answers[seat]
    if answer.attack != attack.number:
        if answer.scope is not Scope.TURN:
            del state.this_turn.answers[seat]
            return False
        # A Hero played with the declaration is a change, so the defender is asked again.
        _renew(state, attack, answer, changes=0)
    return _what_ended(state, attack, answer) is None


def reopening(state: State, attack: Attack) -> Reopening | None:
    """Return what ended the defender's answer; None if it holds or there is none (ORD-3)."""
    answer = state.this_turn.answers.get(attack.defending_seat)
    if answer is None or answer.attack != attack.number:
        return None
    return _what_ended(state, attack, answer)


def _what_ended(state: State, attack: Attack, answer: DefenceAnswer) -> Reopening | None:
    if answer.changes != attack.changes:
        return Reopening.CHANGE
    is_halved = state.holdings[attack.target].armies * 2 <= answer.defenders
    return Reopening.LOSSES if is_halved else None


def _renew(state: State, attack: Attack, answer: DefenceAnswer, changes: int) -> None:
    answer.attack, answer.changes = attack.number, changes
    answer.defenders = state.holdings[attack.target].armies


def _defend(
    state: State, attack: Attack, fortification: bool, reveals: int, dice: int, emit: Emit
) -> None:
    if fortification:
        seat = attack.defending_seat
        remove_from_hand(state, seat, BattleCard.FORTIFICATION, emit)
        attack.fortification = True
        attack.changes += 1
        emit(CardPlayed(seat, BattleCard.FORTIFICATION.value, "FOR-1"))
    for _ in range(reveals):
        reveal(state, attack.defending_seat, attack.target, emit)
        attack.changes += 1
    if fortification or reveals:
        attack.changed = True
        attack.press = None
    attack.defence_dice = dice
    # Steps (c) and (d) matter only against a Fortification, or if the dice may change.
    attack.step = BattleStep.STRIKE if attack.fortification or attack.changed else BattleStep.ROLL


def defend_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the defender's answers in ATT-7 (b)."""
    attack = state.open_attack
    questions = open_questions(state, attack, seat)
    for choices in _defend_choices(state, attack, seat, questions):
        yield Option(Defend, choices | {"scope": tuple(Scope)})
    if questions.get(DefenceQuestion.BLOCK) and policy(state, seat, DefenceQuestion.BLOCK) == "ask":
        yield Option(BlockHero, {})


def _defend_choices(
    state: State, attack: Attack, seat: int, questions: dict[Question, bool]
) -> list[dict[str, Choices]]:
    """Return the defender's choices, grouped by the most dice the reveals allow."""
    fortifications = _fortification_choices(state, attack, seat, questions)
    reveals = _reveal_choices(state, attack, seat, questions)
    most = [max_defence_dice(state, attack, count) for count in reveals]
    return [
        {
            "dice": _dice_choices(state, attack, seat, limit),
            "fortification": fortifications,
            "reveal": reveals[most.index(limit) : most.index(limit) + most.count(limit)],
        }
        for limit in dict.fromkeys(most)
    ]


def _dice_choices(state: State, attack: Attack, seat: int, most: int) -> Choices:
    if policy(state, seat, DecisionKind.DICE) == "ask":
        return range(1, most + 1)
    # A reveal can allow more dice, so “the most” may mean the number before or after it.
    least = max_defence_dice(state, attack)
    return (most,) if least == most else range(least, most + 1)


def _fortification_choices(
    state: State, attack: Attack, seat: int, questions: dict[Question, bool]
) -> Choices:
    if not questions.get(DefenceQuestion.FORTIFICATION):
        return (False,)
    if policy(state, seat, DefenceQuestion.FORTIFICATION) == "ask":
        return (False, True)
    return (_orders_fortification(state, attack, seat),)


def _reveal_choices(
    state: State, attack: Attack, seat: int, questions: dict[Question, bool]
) -> Choices:
    if not questions.get(DefenceQuestion.HIDDEN):
        return (0,)
    if policy(state, seat, DefenceQuestion.HIDDEN) == "ask":
        return range(count_unrevealed(state, seat, attack.target) + 1)
    return (_ordered_reveals(state, attack, seat),)


def verify_defend(state: State, seat: int, move: Defend) -> None:
    """Check a defence against cards, armies and standing orders (ATT-4, ATT-7, ORD-1)."""
    attack = state.open_attack
    questions = open_questions(state, attack, seat)
    reveals = _reveal_choices(state, attack, seat, questions)
    counted = move.reveal if move.reveal in reveals else reveals[-1]
    most = max_defence_dice(state, attack, counted)
    if move.dice not in _dice_choices(state, attack, seat, most):
        if 1 <= move.dice < most:
            raise IllegalMove("ORD-1", "Your standing orders always roll as many dice as possible.")
        if most < move.dice <= max_defence_dice(state, attack, reveals[-1]):
            raise IllegalMove("ATT-4", "Reveal hidden armies to roll {dice} dice.", dice=move.dice)
        raise IllegalMove(
            "ATT-4",
            "You can roll 1 to {most} dice here." if most > 1 else "You can roll 1 die here.",
            most=most,
        )
    if move.fortification not in _fortification_choices(state, attack, seat, questions):
        if policy(state, seat, DefenceQuestion.FORTIFICATION) != "ask":
            raise IllegalMove("ORD-1", "Your standing orders decide about your {Fortifications}.")
        if attack.fortification:
            raise IllegalMove("FOR-1", "A {Fortification} is already in play: only one at a time.")
        raise IllegalMove("FOR-1", "You have no {Fortification}.")
    if move.reveal not in reveals:
        verify_in_defence(state)
        if policy(state, seat, DefenceQuestion.HIDDEN) != "ask":
            raise IllegalMove("ORD-1", "Your standing orders decide about your hidden armies.")
        if not state.track:
            raise IllegalMove("HID-2", "Hidden armies unlock once someone plays {Mercenaries}.")
        _refuse_reveal(state, count_unrevealed(state, seat, attack.target), attack.target)


def _refuse_reveal(state: State, held: int, territory: str) -> NoReturn:
    name = state.board.territories[territory].name
    if not held:
        raise IllegalMove("HID-1", "You have no hidden armies left in {name}.", name=name)
    raise IllegalMove(
        "HID-1",
        "You have only 1 group of hidden armies in {name}."
        if held == 1
        else "You have only {held} groups of hidden armies in {name}.",
        held=held,
        name=name,
    )


def defend(state: State, seat: int, move: Defend, chance: Chance, emit: Emit) -> None:
    """Apply the defender's answer, and store it if it covers later battles (ORD-3)."""
    attack = state.open_attack
    dice = dice_to_keep(state, attack, move.dice, move.reveal)
    _defend(state, attack, move.fortification, move.reveal, move.dice, emit)
    state.this_turn.answers.pop(seat, None)
    if move.scope is not Scope.BATTLE:
        answer = DefenceAnswer(move.scope, dice, attack.number, 0, 0)
        _renew(state, attack, answer, attack.changes)
        state.this_turn.answers[seat] = answer


def dice_to_keep(state: State, attack: Attack, dice: int, reveals: int = 0) -> int:
    """Return the dice to store for later battles; a choice of the most stays the most (ORD-3)."""
    is_most = dice == max_defence_dice(state, attack, reveals)
    return state.ruleset.defence_dice if is_most else dice
