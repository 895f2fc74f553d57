"""Chapter 3: the order of play, and the single door by which every move comes in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rules import (
    assassins,
    attack,
    battle,
    battle_cards,
    elimination,
    event_cards,
    hidden,
    orders,
    pacts,
    results,
    seats,
    setup,
    spoils,
    trades,
)
from rules import moves as m
from rules.cards import BattleCard
from rules.chance import Chance
from rules.defaults import default_answer
from rules.errors import IllegalMove, InvalidMove
from rules.events import Answered, Event, TurnBegan, TurnEnded
from rules.forms import Wishes
from rules.hands import draw_battle_cards, return_card
from rules.offers import Option
from rules.reading import check_fields
from rules.ruleset import Phase, Ruleset
from rules.state import DecisionKind, Options, State, Step
from rules.telling import Tell

Verify = Callable[[State, int, Any], None]
Do = Callable[[State, int, Any, Chance, Tell], None]


# The door


def new_game(
    ruleset: Ruleset,
    persons: Sequence[bool],
    options: Options,
    game: str,
    chance: Chance,
) -> tuple[State, tuple[Event, ...]]:
    """Begin a game: seat the players, roll for who is first, and ask the first decision.

    `persons` says of each seat whether a person or a bot sits there; `game` identifies the
    game in chance and commitments. Raises IllegalMove (SET-1) for a wrong number of seats.
    """
    state = setup.new_state(ruleset, persons, options, game)
    events: list[Event] = []
    chance.begin(state.epoch, state.draws)
    state.phase = _phases(state)[0]
    setup.seat_players(state, chance, events.append)
    proceed(state, chance, events.append)
    state.draws = chance.number
    return state, tuple(events)


def play(
    state: State, seat: int, move: m.Move, chance: Chance, by: str = "player"
) -> tuple[Event, ...]:
    """Play a move and return what happened.

    `by` is who made it: "player", "bot", "clock" or "moderator". Raises InvalidMove or
    IllegalMove, and then leaves state and chance as they were.
    """
    verify(state, seat, move, by)
    events: list[Event] = []
    tell = events.append
    chance.begin(state.epoch, state.draws)
    if move.kind is m.Kind.ANSWER:
        _answer(state, seat, move, chance, tell, by)
    elif type(move) is m.Default:
        _default(state, seat, chance, tell, by)
    else:
        DECLARATIONS[type(move)][1](state, seat, move, chance, tell)
    proceed(state, chance, tell)
    state.draws = chance.number
    return tuple(events)


def _answer(state: State, seat: int, move: m.Move, chance: Chance, tell: Tell, by: str) -> None:
    kind = state.decision_of(seat).kind
    state.answered(seat)
    if by != "player":
        tell(Answered(seat, kind.value, move.name, by))
    ANSWERS[kind].moves[type(move)][1](state, seat, move, chance, tell)


def _default(state: State, seat: int, chance: Chance, tell: Tell, by: str) -> None:
    move = default_answer(state, seat, chance)
    if move is not None:
        _answer(state, seat, move, chance, tell, by)
    else:
        tell(Answered(seat, state.decision_of(seat).kind.value, "default", by))
        state.answered(seat)


def verify(state: State, seat: int, move: m.Move, by: str = "player") -> None:
    """Raise InvalidMove or IllegalMove where `play` would refuse the move."""
    _understand(state, seat, move)
    if state.outcome is not None:
        raise IllegalMove("TRN-8", "The game is over.")
    if move.kind is m.Kind.ANSWER:
        decision = state.decision_of(seat)
        rules = ANSWERS[decision.kind].moves.get(type(move)) if decision else None
        if rules is None:
            raise IllegalMove(move.rule, _why_not_now(state, seat))
        rules[0](state, seat, move)
        return
    _verify_door(state, seat, move, by)
    if type(move) is not m.Default:
        DECLARATIONS[type(move)][0](state, seat, move)
    elif state.decision_of(seat) is None:
        raise IllegalMove(move.rule, "This player is not asked anything.")


def _verify_door(state: State, seat: int, move: m.Move, by: str) -> None:
    if move.kind is m.Kind.HOUSE:
        if by not in ("clock", "moderator"):
            raise IllegalMove(move.rule, "Only the clock or a moderator may do this.")
    elif state.players[seat].eliminated:
        raise IllegalMove("ELM-1", "You have been eliminated from this game.")


def _why_not_now(state: State, seat: int) -> str:
    if state.players[seat].eliminated:
        return "You have been eliminated from this game."
    if state.decision_of(seat) is not None:
        return "You are asked something else now."
    if seat == state.turn:
        return "The game waits for another player’s answer."
    return "It is not your turn."


def _understand(state: State, seat: int, move: m.Move) -> None:
    """Raise InvalidMove for a move that names what this game has not."""
    if not isinstance(move, m.Move) or type(move) not in _NAMES:
        raise InvalidMove("That is no move.")
    if type(seat) is not int or not 0 <= seat < len(state.players):
        raise InvalidMove("There is no such seat.")
    check_fields(move)
    for name in _NAMES[type(move)]:
        value = getattr(move, name)
        for item in value if isinstance(value, tuple) else (value,):
            if item is not None:
                _KNOWN[name](state, item)


def _know_territory(state: State, name: Any) -> None:
    if name not in state.holdings:
        raise InvalidMove(f"There is no territory “{name}” on this board.")


def _know_seat(state: State, seat: int) -> None:
    if seat >= len(state.players):
        raise InvalidMove(f"There is no seat {seat} in this game.")


def _know_card(state: State, card: BattleCard) -> None:
    if card not in state.ruleset.battle_cards:
        raise InvalidMove(f"There is no card “{card}” in this game.")


def _know_term(state: State, term: str) -> None:
    if not pacts.is_term(state.board, term):
        raise InvalidMove(f"“{term}” is no term of a pact.")


def _know_wishes(state: State, wishes: Wishes) -> None:
    for empire in wishes.strongholds:
        if empire not in state.board.empires:
            raise InvalidMove(f"There is no empire “{empire}” on this board.")
    placed = (territory for territory, _ in wishes.placements)
    for name in (*wishes.claims, *wishes.strongholds.values(), *placed):
        _know_territory(state, name)


_KNOWN: dict[str, Callable[[State, Any], None]] = {
    **dict.fromkeys(("territory", "source", "target", "prefer", "sources"), _know_territory),
    **dict.fromkeys(("opponent", "partner", "partners", "winners"), _know_seat),
    **dict.fromkeys(("card", "cards", "give", "get"), _know_card),
    "terms": _know_term,
    "wishes": _know_wishes,
}
_NAMES: dict[type, tuple[str, ...]] = {
    cls: tuple(item.name for item in fields(cls) if item.name in _KNOWN) for cls in m.MOVES.values()
}


# What may be chosen


def offer(state: State, seat: int) -> tuple[Option, ...]:
    """Return all a player may answer to their open decision; empty where they have none."""
    decision = state.decision_of(seat)
    return tuple(ANSWERS[decision.kind].options(state, seat)) if decision else ()


def legal_moves(state: State, seat: int) -> Iterator[m.Move]:
    """Yield the answers a player may give now; of free sequences only the shortest."""
    for option in offer(state, seat):
        yield from option.moves()


# The order of play


def proceed(state: State, chance: Chance, tell: Tell) -> None:
    """Go on until somebody must decide or the game is over."""
    while not state.decisions and state.outcome is None:
        if state.bound is not None:
            trades.settle_bound(state, chance, tell)
        elif state.assassination is not None:
            assassins.settle(state, chance, tell)
        elif state.landing is not None:
            attack.ask_landing(state, chance, tell)
        elif state.fall is not None:
            elimination.carry_on(state, chance, tell)
        elif state.attack is not None and state.attack.step is not Step.BETWEEN:
            battle.fight(state, chance, tell)
        elif state.placings:
            spoils.ask_place(state, chance, tell)
        elif PHASES[state.phase](state, chance, tell):
            _next_phase(state)


def _phases(state: State) -> tuple[Phase, ...]:
    return state.ruleset.quick_setup if state.options.quick else state.ruleset.setup


def _next_phase(state: State) -> None:
    phases = _phases(state) + state.ruleset.order_of_play
    after = phases.index(state.phase) + 1
    state.phase = phases[after] if after < len(phases) else state.ruleset.order_of_play[0]


def _enter_draw_to_hand(state: State, chance: Chance, tell: Tell) -> bool:
    """Begin a turn and fill the hand (TRN-1)."""
    tell(TurnBegan(state.turn, state.round))
    player = state.players[state.turn]
    _draw(state, state.ruleset.hand_size - len(player.hand), chance, tell)
    return True


def _enter_draw_one(state: State, chance: Chance, tell: Tell) -> bool:
    """Draw one battle card (TRN-4)."""
    _draw(state, 1, chance, tell)
    return True


def _draw(state: State, count: int, chance: Chance, tell: Tell) -> None:
    steward = state.players[state.turn].control is m.Control.STEWARD
    if count > 0 and not steward:
        draw_battle_cards(state, state.turn, count, chance, tell)


def _enter_attacks(state: State, chance: Chance, tell: Tell) -> bool:
    """Give the player on turn the move (TRN-2, TRN-3)."""
    state.ask(state.turn, DecisionKind.ATTACKS)
    return False


def _attacks_options(state: State, seat: int) -> Iterator[Option]:
    for options in (
        attack.battle_options,
        attack.attack_options,
        attack.fleet_options,
        battle_cards.mercenaries_options,
        battle_cards.ambassador_options,
        hidden.reveal_options,
        assassins.assassin_options,
    ):
        yield from options(state, seat)
    if state.attack is None or not state.attack.fleet:
        yield Option(m.EndAttacks, {})


def _end_attacks(state: State, seat: int, move: m.EndAttacks, chance: Chance, tell: Tell) -> None:
    attack.end_attack(state, "stopped", tell)
    _next_phase(state)


def _spoils_options(state: State, seat: int) -> Iterator[Option]:
    yield from spoils.place_options(state, seat)
    yield from hidden.reveal_options(state, seat)
    yield from assassins.assassin_options(state, seat)


def _enter_end_of_turn(state: State, chance: Chance, tell: Tell) -> bool:
    """End the turn and pass it on (TRN-5); the game may end with its rounds (TRN-9)."""
    seat = state.turn
    if state.hero:
        return_card(state, seat, BattleCard.HERO, "HRO-2", tell)
    over = [truce for truce in state.truces if truce.other == seat]
    battle_cards.end_truces(state, over, tell)
    event_cards.end_events(state, tell)
    state.attacked = state.hero = state.halved = state.collected = False
    state.spied = 0
    for by_seat in (state.seen, state.received, state.answers):
        by_seat.clear()
    tell(TurnEnded(seat))
    _pass_turn(state, tell)
    return True


def _pass_turn(state: State, tell: Tell) -> None:
    old, state.turn = state.turn, state.after(state.turn)[0]
    if _place(state, state.turn) <= _place(state, old):
        state.round += 1
        pacts.end_old_pacts(state, tell)
        if 0 < state.options.rounds < state.round:
            results.end_by_rounds(state, tell)


def _place(state: State, seat: int) -> int:
    """Return how far a seat sits from the one that took the first turn."""
    return (state.order.index(seat) - state.order.index(state.first)) % len(state.order)


PHASES: dict[Phase, Callable[[State, Chance, Tell], bool]] = {
    Phase.STRONGHOLDS: setup.enter_strongholds,
    Phase.CLAIM: setup.enter_claim,
    Phase.DEPLOY: setup.enter_deploy,
    Phase.HIDE: setup.enter_hide,
    Phase.STRONGHOLDS_UNSEEN: setup.enter_strongholds_unseen,
    Phase.DEALT: setup.enter_dealt,
    Phase.MUSTER: setup.enter_muster,
    Phase.DEAL_CARDS: setup.enter_deal_cards,
    Phase.FIRST_TURN: setup.enter_first_turn,
    Phase.DRAW_TO_HAND: _enter_draw_to_hand,
    Phase.ATTACKS: _enter_attacks,
    Phase.EVENT: event_cards.enter_event,
    Phase.DRAW_ONE: _enter_draw_one,
    Phase.SPOILS: spoils.enter_spoils,
    Phase.END_OF_TURN: _enter_end_of_turn,
}
"""What each phase does; True when the next one begins."""


# The tables: which moves answer which decision, and what may be declared at any time


@dataclass(frozen=True, slots=True)
class Answers:
    """How one kind of decision is answered: its offer, and (verify, do) for each move."""

    options: Callable[[State, int], Iterator[Option]]
    moves: Mapping[type[m.Move], tuple[Verify, Do]]


def _anything(state: State, seat: int, move: m.Move) -> None:
    """Nothing speaks against the move where it is offered."""


def _nothing(state: State, seat: int, move: m.Move, chance: Chance, tell: Tell) -> None:
    """The answer is no; what it was about goes on by itself."""


def _let_stand(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
    battle.let_stand(state, tell)


def _stop_occupying(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
    state.fall.occupied = True


def _stop_moving(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
    event_cards.stop_moving(state)


_ASSASSINS: dict[type[m.Move], tuple[Verify, Do]] = {
    m.Spy: (assassins.verify_spy, assassins.spy),
    m.AssassinateHand: (assassins.verify_assassinate_hand, assassins.assassinate_hand),
    m.AssassinateAmbassador: (
        assassins.verify_assassinate_ambassador,
        assassins.assassinate_ambassador,
    ),
    m.AssassinateFortification: (
        assassins.verify_assassinate_fortification,
        assassins.assassinate_fortification,
    ),
    m.Reveal: (hidden.verify_reveal, hidden.play_reveal),
}
"""What the player on turn may do whenever they have the move."""

ANSWERS: dict[DecisionKind, Answers] = {
    DecisionKind.STRONGHOLD: Answers(
        setup.stronghold_options,
        {m.PlaceStronghold: (setup.verify_stronghold, setup.place_stronghold)},
    ),
    DecisionKind.CLAIM: Answers(setup.claim_options, {m.Claim: (setup.verify_claim, setup.claim)}),
    DecisionKind.PLACE: Answers(
        spoils.place_options, {m.Place: (spoils.verify_place, spoils.place)}
    ),
    DecisionKind.HIDE: Answers(
        hidden.hide_options, {m.Hide: (setup.verify_choose_hidden, setup.choose_hidden)}
    ),
    DecisionKind.MUSTER: Answers(
        setup.muster_options,
        {
            m.Place: (setup.verify_muster, setup.muster_armies),
            m.Hide: (setup.verify_choose_hidden, setup.choose_hidden),
        },
    ),
    DecisionKind.ATTACKS: Answers(
        _attacks_options,
        {
            m.DeclareAttack: (attack.verify_attack, attack.declare_attack),
            m.SailFleet: (attack.verify_fleet, attack.sail_fleet),
            m.Battle: (attack.verify_battle, attack.go_on),
            m.StopAttack: (attack.verify_stop, attack.stop_attack),
            m.EndAttacks: (attack.verify_end_attacks, _end_attacks),
            m.PlayMercenaries: (
                battle_cards.verify_mercenaries,
                battle_cards.play_mercenaries,
            ),
            m.PlayAmbassador: (battle_cards.verify_ambassador, battle_cards.play_ambassador),
            **_ASSASSINS,
        },
    ),
    DecisionKind.SPOILS: Answers(
        _spoils_options, {m.Place: (spoils.verify_place, spoils.place), **_ASSASSINS}
    ),
    DecisionKind.DEFEND: Answers(
        battle.defend_options,
        {
            m.Defend: (battle.verify_defend, battle.defend),
            m.BlockHero: (assassins.verify_block, assassins.block),
        },
    ),
    DecisionKind.STRIKE: Answers(
        battle.strike_options,
        {
            m.AssassinateFortification: _ASSASSINS[m.AssassinateFortification],
            m.Pass: (_anything, _let_stand),
        },
    ),
    DecisionKind.DICE: Answers(
        battle.dice_options, {m.NameDice: (battle.verify_name_dice, battle.name_dice)}
    ),
    DecisionKind.COUNTER: Answers(
        assassins.counter_options,
        {
            m.Counter: (assassins.verify_counter, assassins.counter),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.MOVE_IN: Answers(
        attack.move_in_options, {m.MoveIn: (attack.verify_move_in, attack.move_in)}
    ),
    DecisionKind.OCCUPY: Answers(
        elimination.occupy_options,
        {
            m.Occupy: (elimination.verify_occupy, elimination.occupy),
            m.Pass: (_anything, _stop_occupying),
        },
    ),
    DecisionKind.FILL: Answers(
        elimination.fill_options, {m.Fill: (elimination.verify_fill, elimination.fill)}
    ),
    DecisionKind.BLOCK_EVENT: Answers(
        event_cards.block_options,
        {
            m.BlockEvent: (event_cards.verify_block_event, event_cards.block_event),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.DRAGON: Answers(
        event_cards.dragon_options,
        {m.ChooseDragonTarget: (event_cards.verify_dragon, event_cards.dragon)},
    ),
    DecisionKind.MOVE_BY_NIGHT: Answers(
        event_cards.move_by_night_options,
        {
            m.MoveArmies: (event_cards.verify_move_armies, event_cards.move_armies),
            m.Pass: (_anything, _stop_moving),
        },
    ),
    DecisionKind.RUIN: Answers(
        trades.ruin_options,
        {
            m.RuinTrade: (trades.verify_ruin, trades.ruin),
            m.Pass: (_anything, _nothing),
        },
    ),
}

DECLARATIONS: dict[type[m.Move], tuple[Verify, Do]] = {
    m.SetOrders: (orders.verify_orders, orders.set_orders),
    m.SetWishes: (setup.verify_wishes, setup.set_wishes),
    m.LayCards: (trades.verify_lay, trades.lay),
    m.AcceptTrade: (trades.verify_accept, trades.accept),
    m.WithdrawTrade: (trades.verify_withdraw, trades.withdraw),
    m.OfferPact: (pacts.verify_offer_pact, pacts.offer_pact),
    m.AnswerPact: (pacts.verify_answer_pact, pacts.answer_pact),
    m.EndPact: (pacts.verify_end_pact, pacts.end_pact),
    m.Resign: (seats.verify_resign, seats.resign),
    m.AgreeResult: (seats.verify_agree, seats.agree),
    m.ClaimWin: (seats.verify_claim_win, seats.claim_win),
    m.TakeSeat: (seats.verify_take_seat, seats.take_seat),
    m.EndGame: (seats.verify_end_game, seats.end_game),
    m.AskOnlyPlayable: (seats.verify_only_playable, seats.ask_only_playable),
}
"""(verify, do) for what may be said at any time, and for what the house does."""
