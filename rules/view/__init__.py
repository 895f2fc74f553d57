"""What a player or a spectator may know of a position; nothing else leaves the engine.

A view reads a state and copies nothing: it always shows the current position. Pages, sockets and
bots in other processes get its `to_json`. `view/public_view.py` has the public part; this module
adds what only the player of a seat may know. Bots and everything that draws a table import from
here. Built on `turn`, `state`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from rules import turn
from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.attack.defence import reopening
from rules.chapters.battle_cards.hidden_armies import unrevealed
from rules.chapters.diplomacy import pacts, trades
from rules.chapters.event_cards.choices import losses_at_stake
from rules.chapters.event_cards.in_force import closures, fleet_crossings
from rules.errors import IllegalMove, required
from rules.json import to_plain
from rules.moves import Move
from rules.moves.options import Option
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.questions import DecisionKind, Reopening
from rules.state import State
from rules.state.players import Decision, HiddenArmies
from rules.state.treaties import Pact, Trade
from rules.turn.declarations import declaration_forms
from rules.tutorials.script import step_of
from rules.tutorials.steps import Step
from rules.view.possible import determinise
from rules.view.possible_cards import Known
from rules.view.public_records import PlayerView
from rules.view.public_view import PublicView

NOTHING_KNOWN: Known = {}


class View(PublicView):
    """A state as the player of a seat may see it; seat None is a spectator."""

    __slots__ = ("seat",)

    def __init__(self, state: State, seat: int | None) -> None:
        super().__init__(state)
        self.seat = seat

    def __repr__(self) -> str:
        return f"<View of {self._state.game} for seat {self.seat}>"

    @property
    def own_seat(self) -> int:
        """The seat of a player's view; raises LookupError for a spectator."""
        return required(self.seat, "seat for a spectator")

    # The player's own secrets

    @property
    def hand(self) -> tuple[BattleCard, ...]:
        """The player's battle cards, sorted."""
        return tuple(self._state.players[self.seat].hand) if self.seat is not None else ()

    @property
    def hidden(self) -> tuple[str, ...]:
        """The territories of the hidden armies that the player may still reveal."""
        if self.seat is None:
            return ()
        return tuple(item.territory for item in unrevealed(self._state, self.seat))

    @property
    def territory_cards(self) -> tuple[str, ...]:
        """The player's territory cards, sorted (CLA-4)."""
        cards = self._state.territory_cards
        return tuple(cards.hands[self.seat]) if cards and self.seat is not None else ()

    @property
    def unseen_headquarters(self) -> str | None:
        """The player's own headquarters while they are secret, otherwise None (CLA-6)."""
        return None if self.seat is None else self._state.unseen_headquarters.get(self.seat)

    @property
    def orders(self) -> Orders | None:
        """The player's standing orders; None for a spectator."""
        return self._state.players[self.seat].orders if self.seat is not None else None

    @property
    def own_orders(self) -> Orders:
        """The player's standing orders; raises LookupError for a spectator."""
        return required(self.orders, "orders of a spectator")

    @property
    def wishes(self) -> Wishes | None:
        """The player's wish list; None for a spectator."""
        return self._state.players[self.seat].wishes if self.seat is not None else None

    @property
    def own_wishes(self) -> Wishes:
        """The player's wish list; raises LookupError for a spectator."""
        return required(self.wishes, "wish list of a spectator")

    @property
    def seen(self) -> dict[int, tuple[BattleCard, ...]]:
        """The hands that the player's Assassins saw this turn, by seat (ASN-1)."""
        if self.seat is None or self.seat != self._state.turn:
            return {}
        return {seat: tuple(cards) for seat, cards in self._state.this_turn.seen.items()}

    @property
    def mustered(self) -> dict[str, int]:
        """The armies the player has placed in secret so far (SET-9)."""
        muster = self._state.players[self.seat].muster if self.seat is not None else None
        return dict(muster.placed) if muster else {}

    def voyages(self, source: str) -> Mapping[str, tuple[str, ...]]:
        """Return where a Fleet of the player could sail from a territory (FLT-2, FLT-6).

        The keys are coastal territories, including the player's own; the values are the sea zones
        on the way.
        """
        if self.seat is None:
            return {}
        crossings = fleet_crossings(self._state, self.seat)
        return self._state.board.voyages(source, crossings, closures(self._state).zones)

    # The player's trades and pacts (chapter 9)

    @property
    def tradable(self) -> tuple[BattleCard, ...]:
        """The cards the player may trade, sorted: those not received by trade this turn (DIP-2)."""
        if self.seat is None:
            return ()
        return tuple(sorted(trades.tradable(self._state, self.seat).elements()))

    @property
    def offered_trades(self) -> tuple[Trade, ...]:
        """The trades with cards laid by the partner and not yet accepted by the player (DIP-3)."""
        return () if self.seat is None else trades.offered_to(self._state, self.seat)

    @property
    def offered_pacts(self) -> tuple[Pact, ...]:
        """The pacts that wait for the player's answer (DIP-1)."""
        return () if self.seat is None else pacts.offered_to(self._state, self.seat)

    def pacts_broken_by(self, target: str) -> tuple[Pact, ...]:
        """Return the pacts that the player would break by attacking a territory (DIP-1)."""
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
        """The player's open decision, or None."""
        return self._state.decision_of(self.seat) if self.seat is not None else None

    @property
    def open_decision(self) -> Decision:
        """The player's open decision; raises LookupError if there is none."""
        return required(self.decision, "open decision of this player")

    @property
    def tutorial_step(self) -> Step | None:
        """The step of a tutorial that the player's open decision belongs to (FAIR-8)."""
        return None if self.seat is None else step_of(self._state, self.seat)

    @property
    def at_stake(self) -> dict[str, int]:
        """The armies, by territory, that an event takes from the player unless they block it."""
        decision = self.decision
        if decision is None or decision.kind is not DecisionKind.BLOCK_EVENT:
            return {}
        return losses_at_stake(self._state, self._state.open_event.card, decision.seat)

    @property
    def reopening(self) -> Reopening | None:
        """What ended the player's last answer as defender in the open attack, if it did (ORD-3)."""
        attack = self._state.attack
        if attack is None or attack.defending_seat != self.seat:
            return None
        return reopening(self._state, attack)

    def offer(self) -> tuple[Option, ...]:
        """Return every answer that the player may give now."""
        return turn.offer(self._state, self.seat) if self.seat is not None else ()

    def offer_parts(self) -> tuple[Callable[[], Iterator[Option]], ...]:
        """Return functions that each yield one part of the offer; a part may be empty."""
        if self.seat is None:
            return ()
        parts = turn.offer_parts(self._state, self.seat)
        return tuple(partial(part, self._state, self.seat) for part in parts)

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal answer as a single move."""
        for option in self.offer():
            yield from option.moves()

    def declarations(self) -> dict[str, Any]:
        """Return the forms of the declarations that the player may make now, by name."""
        return declaration_forms(self._state, self.seat) if self.seat is not None else {}

    def why_not(self, move: Move) -> IllegalMove | None:
        """Return why a move would be refused now, or None if it is legal.

        Raises InvalidMove for a malformed move.
        """
        if self.seat is None:
            return IllegalMove("ORD-2", "Spectators can’t move.")
        try:
            turn.verify(self._state, self.seat, move)
        except IllegalMove as refusal:
            return refusal
        return None

    # Thinking ahead

    def determinise(self, chance: Chance, known: Known = NOTHING_KNOWN) -> State:
        """Return a position that fits this view, with all unseen secrets drawn at random.

        `known` has battle cards that the player remembers to be in others' hands, including those
        that the view does not show.
        """
        return determinise(self._state, self.seat, chance, known)

    # The whole view

    def to_json(self) -> dict[str, Any]:
        """Return the whole view as JSON-ready data; “mine” has the player's secrets."""
        return {
            **super().to_json(),
            "seat": self.seat,
            "hidden_armies": self.sealed,
            "mine": self._mine(self.seat) if self.seat is not None else None,
        }

    @property
    def sealed(self) -> list[dict[str, Any]]:
        """All choices of hidden armies (HID-3).

        Territory and salt are included if published, or if the viewer made or holds the choice.
        """
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

    def _mine(self, seat: int) -> dict[str, Any]:
        return {
            "hand": to_plain(self.hand),
            "hidden": list(self.hidden),
            "orders": to_plain(self.orders),
            "wishes": to_plain(self.wishes),
            "seen": to_plain(self.seen),
            "mustered": self.mustered,
            "unseen_stronghold": self._state.players[seat].unseen_stronghold,
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


class ChangedView(View):
    """A view of the same position for the same seat; its subclasses change what it shows."""

    __slots__ = ()

    def __init__(self, view: View) -> None:
        super().__init__(view._state, view.seat)


class SettledView(View):
    """A view of a position that no longer changes, which describes each player only once."""

    @cached_property
    def _described(self) -> tuple[PlayerView, ...]:
        return super().players

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """What everyone may know of each player, by seat."""
        return self._described

    def player(self, seat: int) -> PlayerView:
        """Return what everyone may know of a player."""
        return self._described[seat]


def view(state: State, seat: int | None) -> View:
    """Return a position as a player, or a spectator (None), may see it."""
    return View(state, seat)
