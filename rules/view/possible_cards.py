"""Random battle cards, territory cards and hidden armies that fit a view; see `possible`."""

from collections import Counter
from collections.abc import Mapping

from rules.cards import BattleCard
from rules.chance import Chance
from rules.moves import Pass
from rules.state import State
from rules.state.invariants_cards import is_hand_to_take
from rules.state.players import Decision, Player
from rules.turn.answers import ANSWERS

Known = Mapping[int, Counter[BattleCard]]
"""The battle cards that a viewer knows to be in hands, by the seat of the hand."""

PLAYABLE = {
    kind: move.plays
    for kind, answers in ANSWERS.items()
    for move in answers.moves
    if move.plays and Pass in answers.moves
}
"""The card needed to act on a decision; with `only_playable`, only players with it are asked."""


def redraw_battle_cards(
    state: State, viewer: int | None, hiding: list[Player], known: Known, chance: Chance
) -> None:
    """Deal the unseen battle cards to the hands and the deck."""
    kept = {player.seat: _known_cards(state, viewer, player, known) for player in hiding}
    pool = list(state.deck)
    for player in hiding:
        pool += (Counter(player.hand) - kept[player.seat]).elements()
    pool = chance.shuffle(sorted(pool), "unseen battle cards")
    if _are_ambassadors_gone(state):
        # Hands contain no Ambassadors any more, so deal them last: into the deck (AMB-4).
        pool.sort(key=lambda card: card is BattleCard.AMBASSADOR)
    for player in hiding:
        missing = len(player.hand) - kept[player.seat].total()
        player.hand = sorted([*kept[player.seat].elements(), *pool[:missing]])
        del pool[:missing]
    state.deck = sorted(pool)
    if viewer != state.turn:
        _redraw_spied_hands(state, hiding, chance)


def _known_cards(
    state: State, viewer: int | None, player: Player, known: Known
) -> Counter[BattleCard]:
    """Return the cards of a hand that the viewer knows: traded, laid, named, spied, remembered."""
    seat, hand = player.seat, Counter(player.hand)
    found = (Counter(state.this_turn.received.get(seat, ())) | known.get(seat, Counter())) & hand
    for trade in [*state.trades, *([state.bound.trade] if state.bound else [])]:
        if seat in trade.seats:
            found |= Counter(trade.laid_by(seat))
    if viewer == state.turn:
        found |= Counter(state.this_turn.seen.get(seat, ()))
    sent = state.assassination
    if sent is not None and sent.opponent == seat and sent.card is not None:
        found |= Counter((sent.card,)) & hand
    if state.options.only_playable:
        found |= Counter(_cards_to_act_with(state, seat)) & hand
    return found


def _cards_to_act_with(state: State, seat: int) -> list[BattleCard]:
    decisions: tuple[Decision, ...] = (*state.decisions, *state.suspended)
    return [
        PLAYABLE[item.kind] for item in decisions if item.seat == seat and item.kind in PLAYABLE
    ]


def _are_ambassadors_gone(state: State) -> bool:
    """Return whether two players are left and have given up their Ambassadors (AMB-4)."""
    if state.round == 0 or state.is_over or is_hand_to_take(state):
        return False
    return len(state.living()) == 2


def _redraw_spied_hands(state: State, hiding: list[Player], chance: Chance) -> None:
    """Redraw which cards the player on turn has seen in the hands of others."""
    seen = state.this_turn.seen
    for player in hiding:
        if player.seat in seen:
            shown = chance.shuffle(player.hand, "cards seen by another player")
            seen[player.seat] = sorted(shown[: len(seen[player.seat])])


def redraw_territory_cards(state: State, hiding: list[Player], chance: Chance) -> None:
    """Deal the unseen territory cards to the hands and the deck."""
    cards = state.territory_cards
    if cards is None:
        return
    pool = [*cards.deck, *(card for player in hiding for card in cards.hands[player.seat])]
    pool = chance.shuffle(sorted(pool), "unseen territory cards")
    for player in hiding:
        number = len(cards.hands[player.seat])
        cards.hands[player.seat] = sorted(pool[:number])
        del pool[:number]
    cards.deck = sorted(pool)


def redraw_hidden_armies(state: State, viewer: int | None, chance: Chance) -> None:
    """Redraw the territories of hidden armies that the viewer neither made nor holds."""
    if state.is_over:
        return
    territories = [name for name in state.holdings if not state.is_stronghold_site(name)]
    for item in state.hidden:
        if item.revealed or viewer in (item.maker, item.holder):
            continue
        item.territory = territories[chance.pick(territories, "unseen hidden armies")]
        item.salt = chance.salt("unseen hidden armies").hex()
        muster = state.players[item.maker].muster
        if muster is not None:
            muster.hidden = item.territory
