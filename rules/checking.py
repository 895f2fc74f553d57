"""What is true of every position of a game, whatever was played: `check` says what is not."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from rules.cards import BattleCard, EventCard
from rules.chance import hidden_commitment
from rules.checking_chapter_11 import (
    headquarters,
    neutral_army,
    territory_cards,
    without_strongholds,
)
from rules.errors import RulesError
from rules.players import Decision, DecisionKind, Holding, Player
from rules.ruleset import Phase
from rules.state import State
from rules.under_way import Step

Complaints = Iterator[str]


class BrokenPosition(RulesError):
    """A position that no game can reach: `BrokenPosition(message)`."""


def check(state: State) -> None:
    """Raise BrokenPosition, with a sentence, where a position breaks what always holds."""
    for complaint in complaints(state):
        raise BrokenPosition(complaint)


def complaints(state: State) -> Complaints:
    """Yield a sentence for everything that is wrong with a position."""
    return chain.from_iterable(find(state) for find in CHECKS)


# Armies and territories (chapter 1, SET-1)


def _territories(state: State) -> Complaints:
    if list(state.holdings) != list(state.board.territories):
        yield "The territories held are not those of the board."
        return
    vacated = state.fall.vacated if state.fall else ()
    captured = state.landing.target if state.landing else None
    for name, holding in state.holdings.items():
        called = state.board.territories[name].name
        nobodys = holding.owner is None and holding.armies and not state.has_neutral_army
        if holding.armies < 0 or nobodys:
            yield f"{called} has {holding.armies} armies."
        elif name in vacated and holding.owner is not None:
            yield f"{called} is listed as vacated, but is held."
        elif state.round and not state.is_over and name not in vacated:
            yield from _held_territory(state, called, holding, is_captured=name == captured)


def _held_territory(
    state: State, called: str, holding: Holding, *, is_captured: bool
) -> Complaints:
    if holding.owner is None and state.has_neutral_army and holding.armies:
        return
    if holding.owner is None:
        yield f"{called} is held by nobody."
    elif state.players[holding.owner].eliminated:
        yield f"{called} is held by a player who is out."
    elif holding.armies < 1 and not is_captured:
        yield f"{called} has no army."


def _starting_armies(state: State) -> Complaints:
    starting = state.ruleset.starting_armies[len(state.players)]
    for player in state.players:
        if state.round:
            if player.unplaced or player.muster or player.unseen_stronghold:
                yield f"Seat {player.seat} has something left from set-up."
            continue
        placed = sum(state.holdings[name].armies for name in state.held_by(player.seat))
        if placed + player.unplaced != starting:
            yield f"Seat {player.seat} has not {starting} starting armies."
        muster = player.muster
        if muster and muster.left + sum(_own_placed(state, player)) != player.unplaced:
            yield f"Seat {player.seat} musters more or less than its unplaced armies."


def _own_placed(state: State, player: Player) -> Iterator[int]:
    for name, armies in player.muster.placed.items():
        if state.holdings[name].owner == player.seat:
            yield armies


def _placings(state: State) -> Complaints:
    for placing in state.placings:
        if placing.left < 1:
            yield f"Seat {placing.seat} has {placing.left} armies to place."
        held = state.held_by(placing.seat)
        if placing.purpose == "neutral":
            held = [name for name, item in state.holdings.items() if item.owner is None]
        if not held or not set(placing.allowed or held) <= set(held) or placing.allowed == ():
            yield f"Seat {placing.seat} has armies to place where it holds nothing."


# Cards (chapter 6, the event cards, TRN-7)


def _battle_cards(state: State) -> Complaints:
    """Count the cards of every kind wherever they can be."""
    found = Counter(chain(state.deck, state.discard, state.removed, _in_play(state)))
    for player in state.players:
        found.update(player.hand)
    for card, number in state.ruleset.battle_cards.items():
        if found[card] != number:
            yield f"There are {found[card]} cards “{card}”, not {number}."
    if set(state.removed) - {BattleCard.AMBASSADOR}:
        yield "A card other than an Ambassador left the game."
    if state.deck != sorted(state.deck):
        yield "The battle deck keeps an order."


def _in_play(state: State) -> Iterator[BattleCard]:
    yield from [BattleCard.MERCENARIES] * state.track
    yield from [BattleCard.AMBASSADOR] * len(state.truces)
    yield from [BattleCard.HERO] * state.hero
    if state.attack:
        yield from [BattleCard.FLEET] * state.attack.fleet
        yield from [BattleCard.FORTIFICATION] * state.attack.fortification
    if state.assassination:
        yield BattleCard.ASSASSIN
    if state.bound and state.bound.assassination:
        yield BattleCard.ASSASSIN
    yield from [BattleCard.FORTIFICATION] * len(state.fortified)
    if state.spying and not state.spying.looked:
        yield BattleCard.ASSASSIN


def _hands(state: State) -> Complaints:
    is_settled = not state.is_over and not _is_hand_to_take(state)
    no_ambassadors = is_settled and state.round > 0 and len(state.living()) == 2
    for player in state.players:
        if player.hand != sorted(player.hand):
            yield f"The hand of seat {player.seat} is not sorted."
        if no_ambassadors and BattleCard.AMBASSADOR in player.hand:
            yield f"Seat {player.seat} holds an Ambassador, with two players left."
    for seat, cards in state.seen.items():
        if Counter(cards) - Counter(state.players[seat].hand):
            yield f"A spy knows cards of seat {seat} that it does not hold."


def _is_hand_to_take(state: State) -> bool:
    """Say whether a captor has still to take over from a player just eliminated (ELM-1)."""
    return state.fall is not None and not state.fall.hand_taken


def _event_cards(state: State) -> Complaints:
    found: Counter[EventCard] = Counter(chain(state.event_deck, state.event_discard))
    found.update(item.card for item in state.in_force)
    if state.event:
        found[state.event.card] += 1
    for card, number in state.ruleset.event_cards.items():
        if found[card] != number:
            yield f"There are {found[card]} event cards “{card}”, not {number}."
    if state.event_deck != sorted(state.event_deck):
        yield "The event deck keeps an order."
    for item in state.in_force:
        is_without_drawer = state.players[item.drawer].eliminated and not state.is_over
        if not 1 <= item.turn_ends <= 2 or is_without_drawer:
            yield f"The event card “{item.card}” is in force too long."


def _agreements(state: State) -> Complaints:
    trades = [*state.trades, *([state.bound.trade] if state.bound else [])]
    for trade in trades:
        for seat, laid in zip(trade.seats, trade.laid, strict=True):
            if Counter(laid) - Counter(state.players[seat].hand):
                yield f"Seat {seat} has laid cards it does not hold."
    pairs = Counter(frozenset(trade.seats) for trade in state.trades)
    if any(number > 1 or len(pair) != 2 for pair, number in pairs.items()):
        yield "Two players have more than one open trade."
    truces = [(truce.seat, truce.other) for truce in state.truces]
    for seat in chain(*truces, *(trade.seats for trade in trades)):
        if state.players[seat].eliminated and not state.is_over:
            yield f"Seat {seat} is out, but has a truce or a trade."
    if len(set(truces)) < len(truces):
        yield "An Ambassador lies on the same player twice."
    if len(set(state.fortified)) < len(state.fortified):
        yield "Two Fortifications of one player stand."
    for seat in state.fortified:
        if state.players[seat].eliminated and not state.is_over:
            yield f"Seat {seat} is out, but its Fortification stands."


# Players (chapter 5, SET-3, HID-3)


def _seats(state: State) -> Complaints:
    everybody = list(range(len(state.players)))
    if sorted(state.order) != everybody:
        yield "The order of seats is not one of all seats."
    out = sorted(player.eliminated for player in state.players if player.eliminated)
    if out != list(range(1, len(out) + 1)):
        yield "The eliminations are not numbered one by one."
    if state.is_over:
        if sorted(chain(*state.outcome.places)) != everybody:
            yield "The places are not those of all seats."
    elif len(state.living()) < 2:
        yield "One player alone is left, and the game goes on."
    elif (state.turn is None and state.round) or state.turn not in (None, *state.living()):
        yield "The player on turn is not in the game."


def _strongholds(state: State) -> Complaints:
    if not state.ruleset.strongholds:
        yield from without_strongholds(state)
        return
    drawn = [player.empire for player in state.players if player.empire]
    if sorted(drawn + state.undrawn_empires) != sorted(state.board.empires):
        yield "The empires drawn and undrawn are not those of the board."
    placed = [player for player in state.players if player.stronghold]
    banners = sorted(banner for player in state.players for banner in player.banners)
    if banners != sorted(player.empire for player in placed):
        yield "The banners are not one for every stronghold."
    for player in placed:
        yield from _stronghold(state, player)


def _stronghold(state: State, player: Player) -> Complaints:
    if player.stronghold not in state.board.empires[player.empire].territories:
        yield f"The stronghold of seat {player.seat} is not in its empire."
    if player.eliminated:
        if player.banners:
            yield f"Seat {player.seat} is out, but has a banner."
        if player.hand and not state.is_over and not _is_hand_to_take(state):
            yield f"Seat {player.seat} is out, but has a hand."
    elif state.holdings[player.stronghold].owner != player.seat:
        yield f"Seat {player.seat} has lost its stronghold, but is not out."


def _hidden_armies(state: State) -> Complaints:
    makers = [item.maker for item in state.hidden]
    if not state.ruleset.hidden_armies:
        if makers:
            yield "There are hidden armies in a game without them."
        return
    if len(set(makers)) < len(makers) or (state.round and len(makers) < len(state.players)):
        yield "The choices of hidden armies are not one for every player."
    for item in state.hidden:
        if state.is_stronghold_site(item.territory):
            yield f"Hidden armies lie on the stronghold territory “{item.territory}”."
        salt = bytes.fromhex(item.salt)
        if item.commitment != hidden_commitment(state.game, item.maker, item.territory, salt):
            yield f"The commitment of seat {item.maker} does not open."
        is_left_over = state.players[item.holder].eliminated and not item.revealed
        if is_left_over and not state.is_over and not _is_hand_to_take(state):
            yield f"Seat {item.holder} is out, but has hidden armies."


# The attack and the decisions (chapter 4)


def _attack(state: State) -> Complaints:
    attack = state.attack
    if attack is None:
        return
    source, target = state.holdings[attack.source], state.holdings[attack.target]
    if attack.attacker != state.turn or source.owner != attack.attacker:
        yield "The attack is not one of the player on turn."
    if target.owner != attack.defender or attack.defender == attack.attacker:
        yield "The territory attacked is not the defender’s."
    if (attack.aboard if attack.fleet else source.armies - 1) < 1:
        yield "There is nothing left to attack with."
    if attack.aboard and not attack.fleet:
        yield "Armies are aboard of no fleet."


def _decisions(state: State) -> Complaints:
    if state.is_over:
        if state.decisions or state.suspended:
            yield "The game is over, but somebody must decide."
        if state.trades or state.attack or state.landing:
            yield "The game is over, but something goes on."
        return
    if not state.decisions:
        yield "The game is not over, but nobody must decide."
    if (state.bound is None) == bool(state.suspended):
        yield "Decisions wait only, and always, for a bound trade."
    for decisions in (state.decisions, state.suspended):
        if len({item.seat for item in decisions}) < len(decisions):
            yield "A player is asked two things at once."
        for item in decisions:
            player = state.players[item.seat]
            if player.eliminated or not 1 <= item.number <= player.asked:
                yield f"Seat {item.seat} cannot be asked anything."
            elif not _DUE[item.kind](state, item):
                yield f"Seat {item.seat} is asked “{item.kind}” out of time."


def _is_countering(state: State, decision: Decision) -> bool:
    used = state.bound.assassination if state.bound else state.assassination
    # A counter asked before a trade was bound waits suspended with the rest.
    waiting = state.assassination if decision in state.suspended else used
    return waiting is not None and waiting.opponent == decision.seat


def _is_naming_dice(state: State, decision: Decision) -> bool:
    if state.attack is None:
        return False
    turns = {state.attack.attacker: Step.DEFENCE_DICE, state.attack.defender: Step.ROLL}
    return turns.get(decision.seat) is state.attack.step


def _in_phase(*phases: Phase) -> Callable[[State, Decision], bool]:
    return lambda state, decision: state.phase in phases


def _is_to_place(state: State, decision: Decision) -> bool:
    return bool(state.placings) and state.placings[0].seat == decision.seat


_DUE: dict[DecisionKind, Callable[[State, Decision], bool]] = {
    DecisionKind.STRONGHOLD: _in_phase(Phase.STRONGHOLDS, Phase.STRONGHOLDS_UNSEEN),
    DecisionKind.CLAIM: lambda state, item: state.phase is Phase.CLAIM and item.seat == state.turn,
    DecisionKind.PLACE: _is_to_place,
    DecisionKind.HIDE: _in_phase(Phase.HIDE),
    DecisionKind.MUSTER: _in_phase(Phase.MUSTER),
    DecisionKind.ATTACKS: lambda state, item: (
        state.phase is Phase.ATTACKS and item.seat == state.turn
    ),
    DecisionKind.DEFEND: lambda state, item: (
        state.attack is not None
        and (state.attack.step, state.attack.defender) == (Step.DEFENDER, item.seat)
    ),
    DecisionKind.STRIKE: lambda state, item: (
        state.attack is not None
        and (state.attack.step, state.attack.attacker) == (Step.STRIKE, item.seat)
    ),
    DecisionKind.DICE: _is_naming_dice,
    DecisionKind.COUNTER: _is_countering,
    DecisionKind.MOVE_IN: lambda state, item: (
        state.landing is not None and state.landing.seat == item.seat
    ),
    DecisionKind.OCCUPY: lambda state, item: (
        state.fall is not None and state.fall.captor == item.seat
    ),
    DecisionKind.FILL: lambda state, item: (
        state.fall is not None and state.fall.captor != item.seat
    ),
    DecisionKind.BLOCK_EVENT: lambda state, item: state.event is not None,
    DecisionKind.DRAGON: lambda state, item: state.event is not None and item.seat == state.turn,
    DecisionKind.MOVE_BY_NIGHT: lambda state, item: (
        state.event is not None and item.seat == state.turn
    ),
    DecisionKind.SPOILS: _is_to_place,
    DecisionKind.RUIN: lambda state, item: state.bound is not None and item.seat == state.turn,
    DecisionKind.COUNTER_SPY: lambda state, item: (
        state.spying is not None and state.spying.opponent == item.seat
    ),
    DecisionKind.DISCARD_SPIED: lambda state, item: (
        state.spying is not None and state.spying.looked and state.spying.seat == item.seat
    ),
    DecisionKind.HEADQUARTERS: _in_phase(Phase.HEADQUARTERS),
    DecisionKind.SETS: lambda state, item: (
        state.territory_cards is not None
        and state.territory_cards.trading
        and item.seat == state.turn
    ),
    DecisionKind.REINFORCE: _is_to_place,
    DecisionKind.FORTIFY: lambda state, item: (
        state.phase is Phase.FORTIFY and item.seat == state.turn
    ),
}
"""Whether a position is one in which a decision of each kind can be open."""

CHECKS: tuple[Callable[[State], Complaints], ...] = (
    _territories,
    _starting_armies,
    neutral_army,
    _placings,
    _battle_cards,
    _hands,
    _event_cards,
    territory_cards,
    headquarters,
    _agreements,
    _seats,
    _strongholds,
    _hidden_armies,
    _attack,
    _decisions,
)
