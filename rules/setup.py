"""Chapter 2: set-up, in full and quick.

Hiding armies, the muster of the quick set-up and wish lists stand in `muster.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.cards import BattleCard
from rules.chance import Chance
from rules.errors import IllegalMove, InvalidMove
from rules.events_agreements import OrderDisarmed
from rules.events_setup import (
    Claimed,
    FirstRolled,
    SeatsOrdered,
    StrongholdChosen,
    StrongholdDrawn,
    StrongholdPlaced,
)
from rules.hands import draw_battle_cards
from rules.moves import Claim, Control, PlaceStronghold
from rules.offers import Option
from rules.orders import PACES, first_orders, tell_order
from rules.players import DecisionKind, Holding, Player
from rules.ruleset import Ruleset
from rules.rulesets import OWN_OPTIONS
from rules.state import Options, State
from rules.telling import Tell
from rules.territory_cards import new_territory_cards
from rules.under_way import Placing

MOST_ROUNDS = 1000
ROUNDS_OF_BOTS = 500
"""A game of bots alone always ends after a number of rounds: this one unless told (TRN-9)."""


def new_state(ruleset: Ruleset, persons: Sequence[bool], options: Options, game: str) -> State:
    """Return a game before its first roll; `persons` says of each seat whether a person sits.

    Raises IllegalMove for a number of seats the ruleset has no armies for (SET-1) and for
    options the rules forbid, InvalidMove for options there are not.
    """
    if len(persons) not in ruleset.starting_armies:
        raise IllegalMove("SET-1", f"{ruleset.title} is played by 2 to 6 players.")
    verify_options(persons, options)
    verify_game_options(ruleset, options, len(persons))
    if not any(persons) and not options.rounds:
        options = replace(options, rounds=ROUNDS_OF_BOTS)
    players = [
        Player(
            seat=seat,
            person=person,
            control=Control.PLAYER if person else Control.BOT,
            orders=first_orders(options.pace),
            unplaced=ruleset.starting_armies[len(persons)],
        )
        for seat, person in enumerate(persons)
    ]
    return State(
        ruleset=ruleset,
        board=ruleset.board,
        game=game,
        options=options,
        players=players,
        holdings={name: Holding() for name in ruleset.board.territories},
        deck=sorted(card for card, count in ruleset.battle_cards.items() for _ in range(count)),
        event_deck=sorted(
            card for card, count in ruleset.event_cards.items() for _ in range(count)
        ),
        undrawn_empires=list(ruleset.board.empires),
        territory_cards=new_territory_cards(ruleset, len(persons)),
    )


def verify_options(persons: Sequence[bool], options: Options) -> None:
    """Refuse options there are not (InvalidMove) and those the rules forbid (IllegalMove)."""
    if not all(type(person) is bool for person in persons):
        raise InvalidMove("Of every seat it is said whether a person sits there: yes or no.")
    if type(options.rounds) is not int:
        raise InvalidMove("The number of rounds is a whole number.")
    if options.pace not in PACES:
        raise InvalidMove(f"There is no pace “{options.pace}”.")
    if options.on_resign not in (Control.BOT, Control.STEWARD):
        raise InvalidMove(f"“{options.on_resign}” cannot take a seat that was left.")
    if not 0 <= options.rounds <= MOST_ROUNDS:
        raise IllegalMove(
            "TRN-9", f"A game is for 1 to {MOST_ROUNDS} rounds, or for as many as it takes."
        )
    if options.only_playable and sum(persons) > 1:
        raise IllegalMove("ORD-2", "More than one person plays here.")


def verify_game_options(ruleset: Ruleset, options: Options, players: int) -> None:
    """Refuse what the game does not let so many players choose.

    Raises InvalidMove for what is no choice at all, IllegalMove where there are too few players.
    """
    offered = {option.name: option for option in ruleset.options}
    for name in OWN_OPTIONS:
        value, option = getattr(options, name), offered.get(name)
        choices = [choice[0] for choice in option.choices] if option else [getattr(Options(), name)]
        if not _is_one_of(value, choices):
            raise InvalidMove(f"“{value}” is no choice for “{name}” in {ruleset.title}.")
        if option and not _is_one_of(value, option.choices_of(players)):
            raise IllegalMove(
                option.rule, f"“{option.title}” cannot be {value} with {players} players."
            )


def _is_one_of(value: Any, choices: Iterable[Any]) -> bool:
    """Say whether a value is one of these, of the same type: True is not 1."""
    return any(value == one and type(value) is type(one) for one in choices)


def seat_players(state: State, chance: Chance, tell: Tell) -> None:
    """Order the seats and roll for who goes first (SET-2)."""
    seats = list(range(len(state.players)))
    state.order = tuple(seats if state.options.fixed_seats else chance.shuffle(seats, "seats"))
    tell(SeatsOrdered(state.order))
    state.first = roll_first(state, "set-up", chance, tell)


def roll_first(state: State, purpose: str, chance: Chance, tell: Tell) -> int:
    """Roll one die each, ties among the highest again; return the highest roller (SET-2)."""
    rolling = state.living()
    rolls = []
    while True:
        dice = chance.roll(len(rolling), f"who goes first: {purpose}")
        rolls.append(tuple(zip(rolling, dice, strict=True)))
        rolling = [seat for seat, die in rolls[-1] if die == max(dice)]
        if len(rolling) == 1:
            tell(FirstRolled(tuple(rolls), rolling[0], purpose))
            return rolling[0]


def in_order(state: State) -> list[int]:
    """Return the seats from the one that goes first (SET-2)."""
    return [state.first, *state.after(state.first)]


# Strongholds (SET-3, SET-9)


def enter_strongholds(state: State, chance: Chance, tell: Tell) -> bool:
    """Let the next player draw and place a stronghold; True when all have (SET-3)."""
    for seat in in_order(state):
        player = state.players[seat]
        if player.stronghold is None:
            state.turn = seat
            if player.empire is None:
                _draw_empire(state, seat, chance, tell)
            wish = _stronghold_wish(state, seat)
            if wish:
                _place_stronghold(state, seat, wish, tell)
                tell_order(seat, "stronghold", wish, tell)
            else:
                state.ask(seat, DecisionKind.STRONGHOLD)
            return False
    return True


def enter_strongholds_unseen(state: State, chance: Chance, tell: Tell) -> bool:
    """Let all draw at once and place unseen; show all when all have (SET-9)."""
    for seat in in_order(state):
        player = state.players[seat]
        if player.empire is None:
            _draw_empire(state, seat, chance, tell)
            state.ask(seat, DecisionKind.STRONGHOLD)
            choose_wished(state, seat, tell)
    if state.decisions:
        return False
    for seat in in_order(state):
        _place_stronghold(state, seat, state.players[seat].unseen_stronghold, tell)
        state.players[seat].unseen_stronghold = None
    return True


def choose_wished(state: State, seat: int, tell: Tell) -> None:
    """Place a stronghold unseen where the player wished, if they did (SET-9, SET-10)."""
    wish = _stronghold_wish(state, seat)
    if wish:
        state.answered(seat)
        _choose_unseen(state, seat, wish, tell)
        tell_order(seat, "stronghold", wish, tell)


def _draw_empire(state: State, seat: int, chance: Chance, tell: Tell) -> None:
    index = chance.pick(state.undrawn_empires, "stronghold")
    state.players[seat].empire = state.undrawn_empires.pop(index)
    tell(StrongholdDrawn(seat, state.players[seat].empire))


def _stronghold_wish(state: State, seat: int) -> str | None:
    player = state.players[seat]
    wish = player.wishes.strongholds.get(player.empire)
    return wish if wish in state.board.empires[player.empire].territories else None


def stronghold_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the territories of the empire drawn (SET-3)."""
    empire = state.board.empires[state.players[seat].empire]
    yield Option(PlaceStronghold, {"territory": empire.territories})


def verify_stronghold(state: State, seat: int, move: PlaceStronghold) -> None:
    """Refuse a territory of another empire (SET-3)."""
    empire = state.board.empires[state.players[seat].empire]
    if move.territory not in empire.territories:
        name = state.board.territories[move.territory].name
        raise IllegalMove("SET-3", f"{name} does not belong to your empire, {empire.name}.")


def place_stronghold(
    state: State, seat: int, move: PlaceStronghold, chance: Chance, tell: Tell
) -> None:
    """Place a stronghold with one army, unseen in a quick set-up."""
    if state.options.quick:
        _choose_unseen(state, seat, move.territory, tell)
    else:
        _place_stronghold(state, seat, move.territory, tell)


def _choose_unseen(state: State, seat: int, territory: str, tell: Tell) -> None:
    state.players[seat].unseen_stronghold = territory
    tell(StrongholdChosen(seat, territory))


def _place_stronghold(state: State, seat: int, territory: str, tell: Tell) -> None:
    player = state.players[seat]
    player.stronghold = territory
    player.banners.append(player.empire)
    _occupy(state, seat, territory)
    tell(StrongholdPlaced(seat, territory))


def _occupy(state: State, seat: int, territory: str) -> None:
    state.holdings[territory] = Holding(seat, 1)
    state.players[seat].unplaced -= 1


# Claiming and dealing (SET-4, SET-9)


def unclaimed(state: State) -> tuple[str, ...]:
    """Return the territories nobody holds, in board order."""
    return tuple(name for name, holding in state.holdings.items() if holding.owner is None)


def enter_claim(state: State, chance: Chance, tell: Tell) -> bool:
    """Let the next player claim a territory; True when all are held (SET-4)."""
    free = unclaimed(state)
    if not free:
        state.turn = None
        return True
    claimed = len(state.holdings) - len(free) - len(state.players)
    state.turn = in_order(state)[claimed % len(state.players)]
    wish = _claim_wish(state, state.turn, tell)
    if wish:
        claim_for(state, state.turn, wish, tell)
        tell_order(state.turn, "claim", wish, tell)
    elif len(free) == 1:
        claim_for(state, state.turn, free[0], tell)
    else:
        state.ask(state.turn, DecisionKind.CLAIM)
    return False


def _claim_wish(state: State, seat: int, tell: Tell) -> str | None:
    player = state.players[seat]
    while player.wishes.claims:
        wish, *rest = player.wishes.claims
        player.wishes = player.wishes.with_claims(tuple(rest))
        if state.holdings[wish].owner is None:
            return wish
        name = state.board.territories[wish].name
        tell(OrderDisarmed(seat, "claims", f"{name} is held already."))
    return None


def claim_for(state: State, seat: int, territory: str, tell: Tell) -> None:
    """Put a player's first army on a territory nobody holds."""
    _occupy(state, seat, territory)
    tell(Claimed(seat, territory))


def claim_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every territory nobody holds (SET-4)."""
    yield Option(Claim, {"territory": unclaimed(state)})


def verify_claim(state: State, seat: int, move: Claim) -> None:
    """Refuse a territory somebody holds (SET-4)."""
    if state.holdings[move.territory].owner is not None:
        name = state.board.territories[move.territory].name
        raise IllegalMove("SET-4", f"{name} is held already.")


def claim(state: State, seat: int, move: Claim, chance: Chance, tell: Tell) -> None:
    """Put one army on a territory nobody holds."""
    claim_for(state, seat, move.territory, tell)


def enter_dealt(state: State, chance: Chance, tell: Tell) -> bool:
    """Deal the territories without a stronghold (SET-9)."""
    seats = in_order(state)
    for index, territory in enumerate(chance.shuffle(unclaimed(state), "dealt territories")):
        claim_for(state, seats[index % len(seats)], territory, tell)
    return True


# Placing the rest (SET-5)


def enter_deploy(state: State, chance: Chance, tell: Tell) -> bool:
    """Let the next player place a batch of armies; True when none are left (SET-5)."""
    seats = in_order(state)
    after = seats.index(state.turn) + 1 if state.turn is not None else _first_to_deploy(state)
    for seat in seats[after:] + seats[:after]:
        if state.players[seat].unplaced:
            state.turn = seat
            armies = min(state.ruleset.deploy_batch, state.players[seat].unplaced)
            state.placings.append(Placing(seat, armies, "deploy"))
            return False
    return True


def _first_to_deploy(state: State) -> int:
    """Return the place of whoever begins: the first, or who would claim next (SET-5, CLA-2)."""
    return len(state.holdings) % len(state.players) if state.ruleset.deploy_goes_on else 0


# Cards and the first turn (SET-7, SET-8)


def enter_deal_cards(state: State, chance: Chance, tell: Tell) -> bool:
    """Deal the battle cards; two players play without Ambassadors (SET-7, AMB-4)."""
    if len(state.players) == 2:
        ambassadors = [card for card in state.deck if card is BattleCard.AMBASSADOR]
        state.removed += ambassadors
        state.deck = [card for card in state.deck if card is not BattleCard.AMBASSADOR]
    for seat in in_order(state):
        draw_battle_cards(state, seat, state.ruleset.dealt_cards, chance, tell)
    return True


def enter_first_turn(state: State, chance: Chance, tell: Tell) -> bool:
    """Roll for who takes the first turn (SET-8)."""
    state.first = roll_first(state, "first turn", chance, tell)
    state.turn = state.first
    state.round = 1
    return True


def enter_first_begins(state: State, chance: Chance, tell: Tell) -> bool:
    """Give the first turn to whoever placed first (CLA-2)."""
    state.turn = state.first
    state.round = 1
    return True
