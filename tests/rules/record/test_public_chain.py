"""Chapter 12: twin games that differ only in orders and wishes have equal chains (FAIR-9)."""

import random

from rules import moves as m
from rules.chance import CommittedChance, SeededSalts, seed_commitment
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.record.document import RecordedSeat
from rules.record.game import GameRecord
from rules.record.public_chain import first_step, public_events, steps_after
from rules.rulesets.classic import CLASSIC
from rules.state import Options
from rules.turn import legal_moves
from tests.support.rules.recorded_games import GAME, NAMES
from tests.support.rules.records_begun import SEED

VALUES = ("", "", "")


def game_with(orders, wishes=False):
    """Return the record of a game; defenders roll the most dice, by hand if they are asked."""
    record = GameRecord.begin(
        CLASSIC,
        [RecordedSeat(seat, NAMES[seat]) for seat in range(3)],
        Options(quick=True, rounds=3),
        GAME,
        CommittedChance(SEED, VALUES, GAME, SeededSalts(SEED)),
        seed_commitment=seed_commitment(SEED),
        values=VALUES,
    )
    for seat in range(3):
        record.play(seat, m.SetOrders(orders))
    chosen = random.Random(4)
    while not record.state.is_over:
        if record.state.round and wishes:
            # Before, a wish would place armies, which everybody sees.
            record.play(0, m.SetWishes(Wishes(("alaska",))))
            wishes = False
        seat = record.state.decisions[0].seat
        moves = list(legal_moves(record.state, seat))
        answers = [move for move in moves if isinstance(move, m.Defend)]
        most = max(answers, key=lambda move: move.dice) if answers else chosen.choice(moves)
        record.play(seat, most)
    return record


def chain(record):
    steps = [first_step(record.head)]
    for entry in record.entries:
        steps += steps_after(steps[-1], public_events(entry))
    return steps


def answers(record):
    moves = [entry["move"]["move"] for entry in record.entries if entry["kind"] == "move"]
    return moves.count("defend")


def test_answers_by_hand_and_by_order_make_the_same_chain():
    by_hand = game_with(Orders(dice="ask"))
    by_order = game_with(Orders(dice="most"), wishes=True)
    assert answers(by_hand) > 5 and answers(by_order) == 0
    steps = chain(by_hand)
    assert steps == chain(by_order) and len(steps) > 100
    # So the same steps are signed, too: whether one is depends on its number alone.
