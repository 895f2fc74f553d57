"""What a player, or a spectator, may know of a position; nothing else leaves the engine.

A view is a window on a state, not a copy: it shows the position as it is when looked through.
`to_json` is what a page, a socket or a bot in another process gets.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules import pacts, trades, turn
from rules.board import Board
from rules.cards import BattleCard, EventCard
from rules.declarations import declaration_forms
from rules.errors import IllegalMove
from rules.forms import Orders, Wishes
from rules.headquarters import winning_number
from rules.hidden import size, unused
from rules.in_force import (
    attack_modifiers,
    closures,
    defence_modifiers,
    fleet_crossings,
    why_closed,
)
from rules.moves import Control, Move
from rules.neutral import neutral_territories
from rules.offers import Option
from rules.plain import to_plain
from rules.players import Decision, HiddenArmies
from rules.reinforcements import reinforcements_of
from rules.ruleset import Phase, Ruleset
from rules.spoils import placeable, spoils_of
from rules.state import Options, Outcome, State
from rules.territory_cards import set_value
from rules.treaties import Pact, Trade, Truce
from rules.under_way import InForce, Landing


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What all may know of a player; `hidden` counts unused choices of hidden armies."""

    seat: int
    person: bool
    control: Control
    own: bool
    empire: str | None
    stronghold: str | None
    banners: tuple[str, ...]
    cards: int
    hidden: int
    unplaced: int
    eliminated: int


@dataclass(frozen=True, slots=True)
class AttackView:
    """What all may know of the open attack; see `under_way.Attack`."""

    attacker: int
    defender: int
    source: str
    target: str
    fleet: bool
    aboard: int
    dice: int
    defence_dice: int
    battles: int
    fortification: bool
    hero: bool


@dataclass(frozen=True, slots=True)
class SetsView:
    """What all may know of the territory cards (CLA-4); see `state.TerritoryCards`.

    `counts` are the cards in hands by seat, `value` the armies for the next set, before a bonus.
    """

    counts: tuple[int, ...]
    deck: int
    pile: tuple[str, ...]
    traded: int
    value: int
    captured: bool
    trading: bool


class View:
    """A state as one seat may see it; seat None is a spectator."""

    __slots__ = ("_state", "seat")

    def __init__(self, state: State, seat: int | None) -> None:
        self._state = state
        self.seat = seat

    def __repr__(self) -> str:
        return f"<View of {self._state.game} for seat {self.seat}>"

    # The game

    @property
    def ruleset(self) -> Ruleset:
        """The rules the game is played by."""
        return self._state.ruleset

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self._state.board

    @property
    def options(self) -> Options:
        """What was chosen when the game was made."""
        return self._state.options

    @property
    def phase(self) -> Phase:
        """Where in the order of play the game is."""
        return self._state.phase

    @property
    def turn(self) -> int | None:
        """The seat on turn; None while all act at once in set-up."""
        return self._state.turn

    @property
    def round(self) -> int:
        """The round, from 1; 0 during set-up."""
        return self._state.round

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in turn order."""
        return self._state.order

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self._state.outcome

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """What all may know of each player, by seat."""
        return tuple(self.player(seat) for seat in range(len(self._state.players)))

    def player(self, seat: int) -> PlayerView:
        """Return what all may know of a player."""
        player = self._state.players[seat]
        return PlayerView(
            seat=seat,
            person=player.person,
            control=player.control,
            own=player.own,
            empire=player.empire,
            stronghold=player.stronghold,
            banners=tuple(player.banners),
            cards=len(player.hand),
            hidden=len(unused(self._state, seat)),
            unplaced=player.unplaced,
            eliminated=player.eliminated,
        )

    def living(self) -> list[int]:
        """Return the seats still in the game, in turn order."""
        return self._state.living()

    # The board

    def owner(self, territory: str) -> int | None:
        """Return who holds a territory; None while nobody does."""
        return self._state.holdings[territory].owner

    def armies(self, territory: str) -> int:
        """Return the armies on a territory."""
        return self._state.holdings[territory].armies

    def held_by(self, seat: int) -> list[str]:
        """Return the territories of a player in board order."""
        return self._state.held_by(seat)

    def stronghold_on(self, territory: str) -> int | None:
        """Return whose standing stronghold is on a territory."""
        return self._state.stronghold_on(territory)

    def spoils(self, seat: int) -> list[tuple[str, int]]:
        """Return what a player would collect now, itemised (TRN-6, CLA-3)."""
        if self._state.ruleset.territories_for_army:
            return reinforcements_of(self._state, seat)
        return spoils_of(self._state, seat)

    @property
    def neutral_territories(self) -> tuple[str, ...] | None:
        """The territories of the neutral army in board order; None where there is none (CLA-2)."""
        return neutral_territories(self._state) if self._state.has_neutral_army else None

    # Cards and agreements in the open

    @property
    def track(self) -> int:
        """How many Mercenaries have been played (MRC-1)."""
        return self._state.track

    @property
    def hidden_size(self) -> int:
        """How many armies hidden armies would be now (HID-2)."""
        return size(self._state)

    @property
    def in_force(self) -> tuple[InForce, ...]:
        """The event cards in force."""
        return tuple(self._state.in_force)

    def is_closed(self, source: str, target: str) -> bool:
        """Say whether an event in force bars the way between two territories."""
        return why_closed(self._state, source, target) is not None

    def voyages(self, source: str) -> Mapping[str, tuple[str, ...]]:
        """Return what a Fleet of one’s own could strike from a territory (FLT-2, FLT-6).

        Coastal territories, one’s own among them, each with the sea zones sailed through.
        """
        if self.seat is None:
            return {}
        crossings = fleet_crossings(self._state, self.seat)
        return self._state.board.voyages(source, crossings, closures(self._state).zones)

    def attack_bonus(self, seat: int) -> int:
        """Return what events in force add to a player's high die total in attack (ATT-8)."""
        return sum(item.value for item in attack_modifiers(self._state, seat))

    def defence_bonus(self, territory: str) -> int:
        """Return what events in force add to the high die total of a territory's holder."""
        owner = self._state.holdings[territory].owner
        if owner is None:
            return 0
        return sum(item.value for item in defence_modifiers(self._state, owner, territory))

    @property
    def truces(self) -> tuple[Truce, ...]:
        """The forced truces (AMB-2)."""
        return tuple(self._state.truces)

    @property
    def trades(self) -> tuple[Trade, ...]:
        """The cards laid face up for trades (DIP-3)."""
        return tuple(self._state.trades)

    @property
    def bound_trade(self) -> Trade | None:
        """The trade that both accepted and that waits for the player on turn (DIP-4)."""
        return self._state.bound.trade if self._state.bound else None

    @property
    def pacts(self) -> tuple[Pact, ...]:
        """Alliances and truces offered, in force and past (DIP-1)."""
        return tuple(self._state.pacts)

    @property
    def offered_pacts(self) -> tuple[Pact, ...]:
        """The pacts that wait for one’s own answer (DIP-1)."""
        return () if self.seat is None else pacts.offered_to(self._state, self.seat)

    @property
    def offered_trades(self) -> tuple[Trade, ...]:
        """The trades in which cards lie for oneself that one has not accepted (DIP-3)."""
        return () if self.seat is None else trades.offered_to(self._state, self.seat)

    @property
    def tradable(self) -> tuple[BattleCard, ...]:
        """One’s own cards that may be laid for a trade, sorted: not what came by one (DIP-2)."""
        if self.seat is None:
            return ()
        return tuple(sorted(trades.tradable(self._state, self.seat).elements()))

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

    @property
    def attack(self) -> AttackView | None:
        """The open attack."""
        attack = self._state.attack
        if attack is None:
            return None
        return AttackView(
            attacker=attack.attacker,
            defender=attack.defender,
            source=attack.source,
            target=attack.target,
            fleet=attack.fleet,
            aboard=attack.aboard,
            dice=attack.dice,
            defence_dice=attack.defence_dice,
            battles=attack.battles,
            fortification=attack.fortification,
            hero=self._state.hero,
        )

    @property
    def hero(self) -> bool:
        """Whether a Hero of the player on turn is in play (HRO-2)."""
        return self._state.hero

    @property
    def fortified(self) -> tuple[int, ...]:
        """The seats whose Marshall stands in their next defences of this turn (CAS-5)."""
        return tuple(self._state.fortified)

    @property
    def spying(self) -> tuple[int, int] | None:
        """Whose Spy is under way, and against whom (CAS-4)."""
        spying = self._state.spying
        return (spying.seat, spying.opponent) if spying else None

    @property
    def landing(self) -> Landing | None:
        """The captured territory into which armies are about to move (ATT-9)."""
        return self._state.landing

    @property
    def has_attacked(self) -> bool:
        """Whether the player on turn has made the first attack (TRN-2)."""
        return self._state.attacked

    @property
    def event(self) -> EventCard | None:
        """The event card being carried out."""
        return self._state.event.card if self._state.event else None

    @property
    def sets(self) -> SetsView | None:
        """What all may know of the territory cards; None in a game without them."""
        cards = self._state.territory_cards
        if cards is None:
            return None
        return SetsView(
            counts=tuple(map(len, cards.hands)),
            deck=len(cards.deck),
            pile=tuple(cards.pile),
            traded=cards.traded,
            value=set_value(self._state.ruleset, cards.traded + 1),
            captured=cards.captured,
            trading=cards.trading,
        )

    @property
    def headquarters(self) -> dict[int, str]:
        """The headquarters by the seat that marked them, once all have been shown (CLA-6)."""
        return dict(self._state.headquarters)

    @property
    def unseen_headquarters(self) -> str | None:
        """One’s own headquarters as long as nobody else may see them (CLA-6)."""
        return None if self.seat is None else self._state.unseen_headquarters.get(self.seat)

    @property
    def winning_number(self) -> int:
        """How many headquarters win, the own one among them; 0 in a game without (CLA-6)."""
        return winning_number(self._state)

    @property
    def placing(self) -> dict[str, Any] | None:
        """The armies waiting to be placed: seat, left, purpose and the territories allowed."""
        if not self._state.placings:
            return None
        placing = self._state.placings[0]
        return {
            "seat": placing.seat,
            "left": placing.left,
            "purpose": placing.purpose,
            "territories": list(placeable(self._state, placing)),
        }

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

    # Decisions

    @property
    def asked(self) -> tuple[tuple[int, str], ...]:
        """Who must decide what now: (seat, kind), in turn order."""
        asked = {item.seat: item.kind.value for item in self._state.decisions}
        return tuple((seat, asked[seat]) for seat in self._state.order if seat in asked)

    @property
    def decision(self) -> Decision | None:
        """One's own open decision."""
        return self._state.decision_of(self.seat) if self.seat is not None else None

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
        state = self._state
        return {
            "game": state.game,
            "ruleset": state.ruleset.name,
            "version": state.ruleset.version,
            "seat": self.seat,
            "options": to_plain(state.options),
            "phase": self.phase.value,
            "round": self.round,
            "turn": self.turn,
            "order": list(self.order),
            "players": to_plain(self.players),
            "holdings": to_plain(state.holdings),
            "track": self.track,
            "decks": self._decks(),
            "in_force": to_plain(self.in_force),
            "truces": to_plain(self.truces),
            "trades": to_plain(self.trades),
            "bound_trade": to_plain(self.bound_trade),
            "pacts": to_plain(self.pacts),
            "agreed": to_plain(state.agreed),
            "hidden_armies": self.sealed,
            "has_attacked": self.has_attacked,
            "hero": self.hero,
            "attack": to_plain(self.attack),
            "event": to_plain(self.event),
            "placing": self.placing,
            "landing": to_plain(state.landing),
            "vacated": list(state.fall.vacated) if state.fall else [],
            "asked": to_plain(self.asked),
            "mine": self._mine() if self.seat is not None else None,
            "outcome": to_plain(self.outcome),
            **self._of_this_game(),
        }

    def _of_this_game(self) -> dict[str, Any]:
        """Return what only some games have: a page of another is not told of it."""
        rules = self._state.ruleset
        shown: dict[str, Any] = {}
        if rules.fortification_lasts_turn:
            shown["fortified"] = list(self.fortified)
        if rules.has_spies:
            shown["spying"] = to_plain(self.spying)
        if self.sets is not None:
            shown["sets"] = to_plain(self.sets)
        if rules.headquarters:
            shown["headquarters"] = to_plain(self.headquarters)
            shown["winning_number"] = self.winning_number
        return shown

    def _decks(self) -> dict[str, Any]:
        state = self._state
        return {
            "battle": len(state.deck),
            "event": len(state.event_deck),
            "battle_discards": dict(sorted(Counter(card.value for card in state.discard).items())),
            "event_discards": dict(
                sorted(Counter(card.value for card in state.event_discard).items())
            ),
            "removed": len(state.removed),
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
