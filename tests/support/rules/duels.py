"""A position in which one player may attack another, for tests that need exact armies."""

from rules import moves as m
from rules import turn
from rules.cards import BattleCard
from rules.chance import FastChance
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind
from rules.rulesets.greyhawk import GREYHAWK
from rules.state import Options, State
from rules.state.players import Holding

SOURCE, TARGET = "rel_mord", "nyrond"
NEVER = Orders(
    dice="most",
    fortification="never",
    hidden="never",
    block="never",
    strike="never",
    counter="never",
    block_event="never",
    ruin="never",
    fill="auto",
)


def duel(hand: tuple[BattleCard, ...] = (), others: tuple[BattleCard, ...] = ()) -> State:
    """Return a position with seat 0 on turn and 20 armies beside 20 of seat 1.

    Neither territory has a stronghold. The hands are as given, whatever the deck contains. All
    standing orders say “never”, except to roll the most dice.
    """
    chance = FastChance(1)
    options = Options(quick=True, fixed_seats=True)
    state, _ = turn.new_game(GREYHAWK, (True,) * 3, options, "duel", chance)
    while not (state.round and state.turn == 0):
        decision = state.decisions[0]
        if decision.kind is DecisionKind.STRONGHOLD:
            (offered,) = turn.offer(state, decision.seat)
            free = [name for name in offered.choices["territory"] if name not in (SOURCE, TARGET)]
            turn.play(state, decision.seat, m.PlaceStronghold(free[0]), chance)
        else:
            turn.play(state, decision.seat, m.Default(), chance, "clock")
    state.in_force.clear()
    state.holdings[SOURCE], state.holdings[TARGET] = Holding(0, 20), Holding(1, 20)
    for player in state.players:
        player.orders = NEVER
    state.players[0].hand, state.players[1].hand = sorted(hand), sorted(others)
    return state
