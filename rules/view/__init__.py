"""What a player, or a spectator, may know of a position; nothing else leaves the engine.

A view is a window on a state, not a copy: it shows the position as it is when looked through.
`to_json` is what a page, a socket or a bot in another process gets. What all may know stands in
`view/open_view.py`; here is what one sees as the player of a seat.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rules import turn
from rules.battle_cards.hidden_armies import unused
from rules.cards import BattleCard
from rules.diplomacy import pacts, trades
from rules.errors import IllegalMove
from rules.event_cards.choices import losses_at_stake
from rules.event_cards.in_force import closures, fleet_crossings
from rules.json import to_plain
from rules.moves import Move
from rules.moves.options import Option
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.state import State
from rules.state.players import Decision, DecisionKind, HiddenArmies
from rules.state.treaties import Pact, Trade
from rules.turn.declarations import declaration_forms
from rules.view.open_view import OpenView


class View(OpenView):
    """A state as one seat may see it; seat None is a spectator."""

    __slots__ = ("seat",)

    def __init__(self, state: State, seat: int | None) -> None:
        super().__init__(state)
        self.seat = seat

    def __repr__(self) -> str:
        return f"<View of {self._state.game} for seat {self.seat}>"

    # One's own

    @property
    def hand(self) -> tuple[BattleCard, ...]:
        """One's own battle cards, sorted."""
        return tuple(self._state.players[self.seat].hand) if self.seat is not None else ()

    @property
    def hidden(self) -> tuple[str, ...]:
        """The territories of the hidden armies one may still reveal."""
        if self.seat is None:
            return ()
        return tuple(item.territory for item in unused(self._state, self.seat))

    @property
    def territory_cards(self) -> tuple[str, ...]:
        """One's own territory cards, sorted (CLA-4)."""
        cards = self._state.territory_cards
        return tuple(cards.hands[self.seat]) if cards and self.seat is not None else ()

    @property
    def unseen_headquarters(self) -> str | None:
        """One’s own headquarters as long as nobody else may see them (CLA-6)."""
        return None if self.seat is None else self._state.unseen_headquarters.get(self.seat)

    @property
    def orders(self) -> Orders | None:
        """One's own standing orders."""
        return self._state.players[self.seat].orders if self.seat is not None else None

    @property
    def wishes(self) -> Wishes | None:
        """One's own wish list."""
        return self._state.players[self.seat].wishes if self.seat is not None else None

    @property
    def seen(self) -> dict[int, tuple[BattleCard, ...]]:
        """The cards one knows in hands one's Assassins saw this turn (ASN-1)."""
        if self.seat is None or self.seat != self._state.turn:
            return {}
        return {seat: tuple(cards) for seat, cards in self._state.seen.items()}

    @property
    def mustered(self) -> dict[str, int]:
        """What one has placed unseen so far (SET-9)."""
        muster = self._state.players[self.seat].muster if self.seat is not None else None
        return dict(muster.placed) if muster else {}

    def voyages(self, source: str) -> Mapping[str, tuple[str, ...]]:
        """Return what a Fleet of one’s own could strike from a territory (FLT-2, FLT-6).

        Coastal territories, one’s own among them, each with the sea zones sailed through.
        """
        if self.seat is None:
            return {}
        crossings = fleet_crossings(self._state, self.seat)
        return self._state.board.voyages(source, crossings, closures(self._state).zones)

    # Trades and pacts with oneself (chapter 9)

    @property
    def tradable(self) -> tuple[BattleCard, ...]:
        """One’s own cards that may be laid for a trade, sorted: not what came by one (DIP-2)."""
        if self.seat is None:
            return ()
        return tuple(sorted(trades.tradable(self._state, self.seat).elements()))

    @property
    def offered_trades(self) -> tuple[Trade, ...]:
        """The trades in which cards lie for oneself that one has not accepted (DIP-3)."""
        return () if self.seat is None else trades.offered_to(self._state, self.seat)

    @property
    def offered_pacts(self) -> tuple[Pact, ...]:
        """The pacts that wait for one’s own answer (DIP-1)."""
        return () if self.seat is None else pacts.offered_to(self._state, self.seat)

    def pacts_broken_by(self, target: str) -> tuple[Pact, ...]:
        """Return the pacts that an attack of one’s own on a territory would break (DIP-1)."""
        if self.seat is None:
            return ()
        owner = self._state.holdings[target].owner
        return tuple(
            pact
            for pact in self._state.pacts
            if pacts.is_broken_by(self.board, pact, self.seat, owner, target)
        )

    # Decisions

    @property
    def decision(self) -> Decision | None:
        """One's own open decision."""
        return self._state.decision_of(self.seat) if self.seat is not None else None

    @property
    def at_stake(self) -> dict[str, int]:
        """The armies one loses by territory unless one blocks the event one is asked about."""
        decision = self.decision
        if decision is None or decision.kind is not DecisionKind.BLOCK_EVENT:
            return {}
        return losses_at_stake(self._state, self._state.event.card, self.seat)

    def offer(self) -> tuple[Option, ...]:
        """Return all one may answer now."""
        return turn.offer(self._state, self.seat) if self.seat is not None else ()

    def offer_parts(self) -> tuple[Callable[[], Iterator[Option]], ...]:
        """Return the offer in parts that are listed only when called; any may be empty."""
        if self.seat is None:
            return ()
        parts = turn.offer_parts(self._state, self.seat)
        return tuple(partial(part, self._state, self.seat) for part in parts)

    def legal_moves(self) -> Iterator[Move]:
        """Yield all one may answer now, move by move."""
        for option in self.offer():
            yield from option.moves()

    def declarations(self) -> dict[str, Any]:
        """Return what one may say outside a decision, by name, with the form of each."""
        return declaration_forms(self._state, self.seat) if self.seat is not None else {}

    def why_not(self, move: Move) -> IllegalMove | None:
        """Return why a move would be refused now, None where it would be played.

        Raises InvalidMove for a move that cannot be understood.
        """
        if self.seat is None:
            return IllegalMove("ORD-2", "Spectators are not asked anything.")
        try:
            turn.verify(self._state, self.seat, move)
        except IllegalMove as refusal:
            return refusal
        return None

    # The whole

    def to_json(self) -> dict[str, Any]:
        """Return all of the view as JSON-ready data; keys are the properties’ names."""
        return {
            **super().to_json(),
            "seat": self.seat,
            "hidden_armies": self.sealed,
            "mine": self._mine() if self.seat is not None else None,
        }

    @property
    def sealed(self) -> list[dict[str, Any]]:
        """Every choice of hidden armies; territory and salt only where they are known (HID-3)."""
        return [self._sealed_choice(item) for item in self._state.hidden]

    def _sealed_choice(self, item: HiddenArmies) -> dict[str, Any]:
        published = item.revealed or self._state.outcome is not None
        known = published or (self.seat is not None and self.seat in (item.maker, item.holder))
        return {
            "maker": item.maker,
            "holder": item.holder,
            "commitment": item.commitment,
            "revealed": item.revealed,
            "territory": item.territory if known else None,
            "salt": item.salt if known else None,
        }

    def _mine(self) -> dict[str, Any]:
        return {
            "hand": to_plain(self.hand),
            "hidden": list(self.hidden),
            "orders": to_plain(self.orders),
            "wishes": to_plain(self.wishes),
            "seen": to_plain(self.seen),
            "mustered": self.mustered,
            "unseen_stronghold": self._state.players[self.seat].unseen_stronghold,
            "decision": to_plain(self.decision),
            "offer": [option.to_json() for option in self.offer()],
            "declarations": self.declarations(),
            **self._mine_of_this_game(),
        }

    def _mine_of_this_game(self) -> dict[str, Any]:
        mine: dict[str, Any] = {}
        if self.sets is not None:
            mine["territory_cards"] = list(self.territory_cards)
        if self.ruleset.headquarters:
            mine["unseen_headquarters"] = self.unseen_headquarters
        return mine


def view(state: State, seat: int | None) -> View:
    """Return a position as a player, or a spectator (None), may see it."""
    return View(state, seat)
