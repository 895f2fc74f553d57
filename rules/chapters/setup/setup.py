"""Chapter 2: the full and the quick set-up.

`turn/game_options.py` checks the options before the first roll, `claims` and `strongholds` have the
players' choices, and `armies/muster.py` has hidden armies, wish lists and the placing of armies in
the quick set-up.
"""

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards.hands import draw_battle_cards
from rules.events.base import Emit
from rules.events.setup import FirstChosen, FirstRolled, SeatsOrdered
from rules.state import State
from rules.state.players import Holding
from rules.state.under_way import Placing, PlacingPurpose


def seat_players(state: State, chance: Chance, emit: Emit) -> None:
    """Order the seats, and roll for the first player unless one was chosen (SET-2)."""
    seats = list(range(len(state.players)))
    state.order = tuple(seats if state.options.fixed_seats else chance.shuffle(seats, "seats"))
    emit(SeatsOrdered(state.order))
    chosen = state.options.first_seat
    if chosen is None:
        state.first = roll_first(state, "set-up", chance, emit)
    else:
        state.first = chosen
        emit(FirstChosen(chosen))


def roll_first(state: State, purpose: str, chance: Chance, emit: Emit) -> int:
    """Roll one die per player, again on a tie for highest; return the winner's seat (SET-2)."""
    rolling = state.living()
    rolls = []
    while True:
        dice = chance.roll(len(rolling), f"who goes first: {purpose}")
        rolls.append(tuple(zip(rolling, dice, strict=True)))
        rolling = [seat for seat, die in rolls[-1] if die == max(dice)]
        if len(rolling) == 1:
            emit(FirstRolled(tuple(rolls), rolling[0], purpose))
            return rolling[0]


def in_order(state: State) -> list[int]:
    """Return the seats in turn order, starting with the first player (SET-2)."""
    return [state.first, *state.after(state.first)]


def put_first_army(state: State, seat: int, territory: str) -> None:
    """Give a player an unclaimed territory with one army."""
    state.holdings[territory] = Holding(seat, 1)
    state.players[seat].unplaced -= 1


# Claiming or dealing territories (SET-4, SET-9)


def unclaimed(state: State) -> tuple[str, ...]:
    """Return the territories without an owner, in board order."""
    return tuple([name for name, holding in state.holdings.items() if holding.owner is None])


# Placing the rest (SET-5)


def enter_deploy(state: State, chance: Chance, emit: Emit) -> bool:
    """Let the next player place a batch of armies. Returns True when none are left (SET-5)."""
    seats = in_order(state)
    after = seats.index(state.turn) + 1 if state.turn is not None else _first_to_deploy(state)
    for seat in seats[after:] + seats[:after]:
        if state.players[seat].unplaced:
            state.turn = seat
            armies = min(state.ruleset.deploy_batch, state.players[seat].unplaced)
            state.placings.append(Placing(seat, armies, PlacingPurpose.DEPLOY))
            return False
    return True


def _first_to_deploy(state: State) -> int:
    """Return the index in turn order of the first player to place armies (SET-5).

    It is the first player or, with `deploy_goes_on`, the player after the last claim.
    """
    return len(state.holdings) % len(state.players) if state.ruleset.deploy_goes_on else 0


# Cards and the first turn (SET-7, SET-8)


def enter_deal_cards(state: State, chance: Chance, emit: Emit) -> bool:
    """Deal the battle cards; with two players, remove the Ambassadors first (SET-7, AMB-4)."""
    if len(state.players) == 2:
        ambassadors = [card for card in state.deck if card is BattleCard.AMBASSADOR]
        state.removed += ambassadors
        state.deck = [card for card in state.deck if card is not BattleCard.AMBASSADOR]
    for seat in in_order(state):
        draw_battle_cards(state, seat, state.ruleset.dealt_cards, chance, emit)
    return True


def enter_first_turn(state: State, chance: Chance, emit: Emit) -> bool:
    """Roll for the first turn, unless the first player was chosen (SET-2, SET-8)."""
    if state.options.first_seat is None:
        state.first = roll_first(state, "first turn", chance, emit)
    state.turn = state.first
    state.round = 1
    return True


def enter_first_begins(state: State, chance: Chance, emit: Emit) -> bool:
    """Give the first turn to the player who placed first (CLA-2)."""
    state.turn = state.first
    state.round = 1
    return True
