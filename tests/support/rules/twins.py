"""Twins of a position: indistinguishable for one player, with all secrets of the others changed."""

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from rules.cards import BattleCard
from rules.moves import Scope
from rules.state import State
from rules.state.players import Muster, Player
from rules.state.under_way import AssassinUse
from tests.support.rules.strategies import any_orders, any_wishes, copy_of


def twin_of(
    state: State,
    viewer: int | None,
    source: random.Random,
    *,
    same_orders: bool = False,
    keeping: Collection[int] = (),
    hot: str | None = None,
) -> State:
    """Return a position that `viewer` (None: a spectator) cannot tell from this one.

    With `same_orders`, the others' orders, answers and wishes are unchanged; `keeping` lists seats
    whose secrets are all unchanged. Hidden armies go to the territory `hot` more often than
    elsewhere. Commitments are unchanged, as they reveal nothing.
    """
    twin = copy_of(state)
    hiding = [item for item in twin.players if item.seat not in (viewer, *keeping)]
    _redeal(twin, viewer, hiding, source)
    _rehide(twin, viewer, [player.seat for player in hiding], hot, source)
    _redeal_territory_cards(twin, hiding, source)
    for player in hiding:
        if player.seat in twin.unseen_headquarters:
            twin.unseen_headquarters[player.seat] = source.choice(twin.held_by(player.seat))
        _redo_set_up(twin, player, source)
    if not same_orders:
        _redraw_orders(twin, hiding, source)
        if twin.attack is not None:
            _redraw_press(twin, viewer, source)
    return twin


def _redeal(twin: State, viewer: int | None, hiding: list[Player], source: random.Random) -> None:
    """Redeal the deck and, in the hands of `hiding`, the cards unknown to the viewer."""
    known = {player.seat: _known_to(twin, viewer, player) for player in hiding}
    pool = list(twin.deck)
    for player in hiding:
        pool += (Counter(player.hand) - known[player.seat]).elements()
    source.shuffle(pool)
    if len(twin.living()) == 2:
        # Two players have no Ambassadors (AMB-4): these cards stay in the deck.
        pool.sort(key=lambda card: card is BattleCard.AMBASSADOR)
    for player in hiding:
        kept = list(known[player.seat].elements())
        number = len(player.hand) - len(kept)
        player.hand = sorted(kept + pool[:number])
        del pool[:number]
    twin.deck = sorted(pool)
    if viewer != twin.turn:
        for player in hiding:
            if player.seat in twin.this_turn.seen:
                number = len(twin.this_turn.seen[player.seat])
                twin.this_turn.seen[player.seat] = sorted(source.sample(player.hand, number))


def _known_to(twin: State, viewer: int | None, player: Player) -> Counter[BattleCard]:
    """Return the cards in a hand that the viewer knows: open, received openly, or seen."""
    hand = Counter(player.hand)
    known = Counter(twin.this_turn.received.get(player.seat, ())) & hand
    for trade in [*twin.trades, *([twin.bound.trade] if twin.bound else [])]:
        if player.seat in trade.seats:
            known |= Counter(trade.laid[trade.seats.index(player.seat)])
    if viewer == twin.turn:
        known |= Counter(twin.this_turn.seen.get(player.seat, ()))
    used = twin.assassination
    if (
        used is not None
        and used.use is AssassinUse.HAND
        and used.opponent == player.seat
        and used.card
    ):
        known |= Counter((used.card,))
    return known


def _redeal_territory_cards(twin: State, hiding: list[Player], source: random.Random) -> None:
    """Redeal the territory cards in some hands and the deck; each hand keeps its size."""
    cards = twin.territory_cards
    if cards is None:
        return
    pool = list(cards.deck)
    for player in hiding:
        pool += cards.hands[player.seat]
    source.shuffle(pool)
    for player in hiding:
        number = len(cards.hands[player.seat])
        cards.hands[player.seat] = sorted(pool[:number])
        del pool[:number]
    cards.deck = sorted(pool)


def _rehide(
    twin: State,
    viewer: int | None,
    seats: list[int],
    hot: str | None,
    source: random.Random,
) -> None:
    territories = [name for name in twin.holdings if not twin.is_stronghold_site(name)]
    if hot in territories:
        territories += [hot] * len(territories)
    for item in twin.hidden:
        if not item.revealed and item.holder in seats and item.maker != viewer:
            item.territory = source.choice(territories)
            item.salt = source.randbytes(32).hex()
            muster = twin.players[item.maker].muster
            if muster is not None:
                muster.hidden = item.territory


def _redo_set_up(twin: State, player: Player, source: random.Random) -> None:
    """Change a player's secret placements, and how often the player was asked."""
    if player.unseen_stronghold:
        territories = twin.board.empires[player.empire].territories
        player.unseen_stronghold = source.choice(territories)
    if player.muster:
        is_open = twin.decision_of(player.seat) is not None
        neutral, beside = _redo_neutral(twin, player.muster, is_open, source)
        is_hidden = player.muster.hidden or not twin.ruleset.hidden_armies
        least = 1 if is_open and is_hidden and not neutral else 0
        left = source.randrange(least, player.unplaced + 1) if is_open else 0
        places = source.choices(twin.held_by(player.seat), k=player.unplaced - left)
        placed = dict(Counter([*places, *beside]))
        player.muster = Muster(left, placed, player.muster.hidden, neutral)
    more = source.randrange(9)
    player.asked += more
    twin.decisions, twin.suspended = (
        tuple(
            replace(item, number=item.number + more) if item.seat == player.seat else item
            for item in decisions
        )
        for decisions in (twin.decisions, twin.suspended)
    )


def _redo_neutral(
    twin: State, muster: Muster, is_open: bool, source: random.Random
) -> tuple[int, list[str]]:
    """Return how many neutral armies are left to place, and a territory for each placed one."""
    nobodys = [name for name, held in twin.holdings.items() if held.owner is None]
    number = muster.neutral + sum(muster.placed.get(name, 0) for name in nobodys)
    left = source.randrange(number + 1) if is_open else 0
    return left, source.choices(nobodys, k=number - left) if number > left else []


def _redraw_orders(twin: State, hiding: list[Player], source: random.Random) -> None:
    for player in hiding:
        player.orders = any_orders(source)
        player.wishes = any_wishes(twin, source)
        if player.seat in twin.this_turn.answers:
            answer = twin.this_turn.answers[player.seat]
            answer.scope = source.choice(list(Scope))
            answer.dice = source.randrange(1, 3)
            answer.defenders += source.randrange(5)
        if twin.fall and player.seat in twin.fall.wishes:
            listed = tuple(source.sample(list(twin.holdings), 3))
            twin.fall.wishes[player.seat] = (listed, (), source.random() < 0.5)


def _redraw_press(twin: State, viewer: int | None, source: random.Random) -> None:
    """Change how far the attacker presses, what it declined, and who let a decision time out."""
    attack = twin.attack
    if viewer != attack.attacker:
        attack.press = source.choice((None, 0 if attack.fleet else 1))
        attack.declined = source.choice((-1, attack.changes))
    others = [player.seat for player in twin.players if player.seat != viewer]
    own = [seat for seat in attack.absent if seat == viewer]
    attack.absent = own + [seat for seat in others if source.random() < 0.3]
