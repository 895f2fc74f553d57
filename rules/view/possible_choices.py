"""Random set-up choices and standing orders that fit a view; see `possible`."""

from collections import Counter
from dataclasses import replace
from typing import Any

from rules.chance import Chance
from rules.chapters.attack.defence import open_questions
from rules.chapters.orders.standing_orders import first_orders
from rules.errors import required
from rules.moves.orders_and_wishes import ORDER_CHOICES, Orders, Wishes
from rules.questions import DecisionKind
from rules.state import State
from rules.state.players import Decision, Muster, Player
from rules.state.under_way import Attack, BattleStep

ORDER_OF = {
    DecisionKind.COUNTER: "counter",
    DecisionKind.COUNTER_SPY: "counter",
    DecisionKind.STRIKE: "strike",
    DecisionKind.RUIN: "ruin",
    DecisionKind.FILL: "fill",
    DecisionKind.BLOCK_EVENT: "block_event",
    DecisionKind.SETS: "sets",
    DecisionKind.DICE: "dice",
}
"""The order that must be “ask” for a decision to be open; DEFEND depends on several."""


# Set-up


def redraw_set_up(state: State, hiding: list[Player], chance: Chance) -> None:
    """Redraw the choices of set-up that are still secret."""
    for player in hiding:
        if player.unseen_stronghold:
            sites = state.board.empires[player.drawn_empire].territories
            player.unseen_stronghold = sites[chance.pick(sites, "unseen stronghold")]
        if player.seat in state.unseen_headquarters:
            own = state.held_by(player.seat)
            place = own[chance.pick(own, "unseen headquarters")]
            state.unseen_headquarters[player.seat] = place
        if player.muster is not None:
            player.muster = _any_muster(state, player, player.muster, chance)


def _any_muster(state: State, player: Player, muster: Muster, chance: Chance) -> Muster:
    """Return a random muster, with all armies placed if the player has finished."""
    neutral = [name for name, held in state.holdings.items() if held.owner is None]
    share = muster.neutral + sum(muster.placed.get(name, 0) for name in neutral)
    left = neutral_left = 0
    if state.decision_of(player.seat) is not None:
        neutral_left = chance.pick(range(share + 1), "neutral armies left")
        is_hidden = muster.hidden is not None or not state.ruleset.hidden_armies
        least = 1 if is_hidden and not neutral_left else 0
        left = least + chance.pick(range(player.unplaced + 1 - least), "armies left")
    own = state.held_by(player.seat)
    placed = [
        *(own[chance.pick(own, "armies placed")] for _ in range(player.unplaced - left)),
        *(neutral[chance.pick(neutral, "armies placed")] for _ in range(share - neutral_left)),
    ]
    return Muster(left, dict(Counter(placed)), muster.hidden, neutral_left)


# Orders, wishes and answers


def redraw_orders(state: State, viewer: int | None, hiding: list[Player], chance: Chance) -> None:
    """Draw standing orders that leave the open decisions open; forget wishes and answers.

    A seat that no person has played gets the initial orders of the pace.
    """
    for player in hiding:
        orders = first_orders(state.options.pace)
        if player.person:
            orders = _any_orders(state.ruleset.standing_orders, chance)
        player.orders, player.wishes = _asking(state, player.seat, orders, chance), Wishes()
        _renumber_decisions(state, player)
    answers = state.this_turn.answers
    state.this_turn.answers = {seat: answers[seat] for seat in answers if seat == viewer}
    if state.fall is not None:
        wishes = state.fall.wishes
        state.fall.wishes = {seat: wishes[seat] for seat in wishes if seat == viewer}
    if state.attack is not None:
        _redraw_attack(state, state.attack, viewer, chance)


def _any_orders(names: tuple[str, ...], chance: Chance) -> Orders:
    choices = {name: ORDER_CHOICES[name] for name in names}
    chosen: dict[str, Any] = {
        name: values[chance.pick(values, "unseen order")] for name, values in choices.items()
    }
    return Orders(**chosen)


def _asking(state: State, seat: int, orders: Orders, chance: Chance) -> Orders:
    """Return the orders with “ask” where the player's open decisions need it."""
    asked = [item.kind for item in (*state.decisions, *state.suspended) if item.seat == seat]
    names = {ORDER_OF[kind] for kind in asked if kind in ORDER_OF}
    if DecisionKind.DEFEND in asked:
        attack = required(state.attack, "attack to defend against")
        questions = sorted(open_questions(state, attack, seat))
        if questions and not any(getattr(orders, name) == "ask" for name in questions):
            names.add(questions[chance.pick(questions, "unseen order")])
    changes: dict[str, Any] = dict.fromkeys(sorted(names), "ask")
    return replace(orders, **changes)


def _renumber_decisions(state: State, player: Player) -> None:
    """Renumber a player's decisions from 1: others do not know how often the player was asked."""
    player.asked = 0

    def renumbered(decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        renewed = []
        for item in decisions:
            if item.seat == player.seat:
                player.asked += 1
                item = replace(item, number=player.asked)
            renewed.append(item)
        return tuple(renewed)

    state.suspended = renumbered(state.suspended)
    state.decisions = renumbered(state.decisions)


def _redraw_attack(state: State, attack: Attack, viewer: int | None, chance: Chance) -> None:
    """Redraw where another attacker's press stops; forget declined and missed windows."""
    attack.absent = [seat for seat in attack.absent if seat == viewer]
    if attack.attacker == viewer:
        return
    attack.declined, attack.press = -1, None
    is_pressing = attack.step is not BattleStep.BETWEEN and not attack.changed
    if is_pressing and state.awaiting_counter is None:
        armies = state.holdings[attack.source].armies
        stops = (None, 0) if attack.fleet else (None, *range(1, armies))
        attack.press = stops[chance.pick(stops, "unseen press")]
