"""The public part of a position, which spectators see too."""

from typing import Any

from rules.board import Board
from rules.cards import EventCard
from rules.chapters.armies.headquarters import winning_number
from rules.chapters.armies.neutral import neutral_territories
from rules.chapters.armies.reinforcements import reinforcements_of
from rules.chapters.armies.spoils import spoils_due, spoils_of
from rules.chapters.battle_cards.hidden_armies import armies_per_reveal
from rules.chapters.event_cards.in_force import attack_modifiers, defence_modifiers, why_closed
from rules.errors import required
from rules.json import to_plain
from rules.rulesets.ruleset import Phase, Ruleset
from rules.state import Options, Outcome, State
from rules.state.treaties import Pact, Trade, Truce
from rules.state.under_way import CapturedTerritory, InForce
from rules.view.public_records import (
    AttackView,
    PlacingView,
    PlayerView,
    SetsView,
    attack_view,
    deck_counts,
    placing_view,
    player_view,
    sets_view,
)
from rules.view.vacated_land import VacatedLand, vacated_land


class PublicView:
    """A state as everybody may see it; see `view.View`."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    # The game

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self._state.ruleset

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._state.board

    @property
    def options(self) -> Options:
        """The options chosen when the game was created."""
        return self._state.options

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self._state.phase

    @property
    def turn(self) -> int | None:
        """The seat on turn; None while all players act at once in set-up."""
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
        """How the game ended; None while it runs."""
        return self._state.outcome

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """What everyone may know of each player, by seat."""
        state = self._state
        return tuple(player_view(state, seat) for seat in range(len(state.players)))

    def player(self, seat: int) -> PlayerView:
        """Return what everyone may know of a player."""
        return player_view(self._state, seat)

    def living(self) -> list[int]:
        """Return the seats still in the game, in turn order."""
        return self._state.living()

    @property
    def asked(self) -> tuple[tuple[int, str], ...]:
        """The open decisions as (seat, kind), in turn order."""
        asked = {item.seat: item.kind.value for item in self._state.decisions}
        return tuple((seat, asked[seat]) for seat in self._state.order if seat in asked)

    # The board

    def owner(self, territory: str) -> int | None:
        """Return the seat that holds a territory; None if it is unclaimed, vacant or neutral."""
        return self._state.holdings[territory].owner

    def armies(self, territory: str) -> int:
        """Return the armies on a territory."""
        return self._state.holdings[territory].armies

    def held_by(self, seat: int) -> list[str]:
        """Return the territories of a player in board order."""
        return self._state.held_by(seat)

    def stronghold_on(self, territory: str) -> int | None:
        """Return the seat with a standing stronghold on a territory, or None."""
        return self._state.stronghold_on(territory)

    def spoils(self, seat: int) -> list[tuple[str, int]]:
        """Return what a player would collect now, itemised (TRN-6, CLA-3)."""
        if self._state.ruleset.territories_for_army:
            return reinforcements_of(self._state, seat)
        return spoils_of(self._state, seat)

    def spoils_due(self, seat: int) -> list[tuple[str, int]]:
        """Return what a player collects this turn: `spoils`, halved by Peasants Revolt."""
        if self._state.ruleset.territories_for_army:
            return reinforcements_of(self._state, seat)
        return spoils_due(self._state, seat)

    @property
    def neutral_territories(self) -> tuple[str, ...] | None:
        """The territories of the neutral army in board order; None if there is none (CLA-2)."""
        return neutral_territories(self._state) if self._state.has_neutral_army else None

    def is_closed(self, source: str, target: str) -> bool:
        """Return whether an event in force closes the way between two territories."""
        return why_closed(self._state, source, target) is not None

    def attack_bonus(self, seat: int) -> int:
        """Return what events in force add to a player's high die total in attack (ATT-8)."""
        return sum(item.value for item in attack_modifiers(self._state, seat))

    def defence_bonus(self, territory: str) -> int:
        """Return what events in force add to the high die total of a territory's holder."""
        owner = self._state.holdings[territory].owner
        if owner is None:
            return 0
        return sum(item.value for item in defence_modifiers(self._state, owner, territory))

    # Public cards and agreements

    @property
    def track(self) -> int:
        """The number of Mercenaries played so far (MRC-1)."""
        return self._state.track

    @property
    def hidden_size(self) -> int:
        """The number of armies that hidden armies would bring now (HID-2)."""
        return armies_per_reveal(self._state)

    @property
    def in_force(self) -> tuple[InForce, ...]:
        """The event cards in force."""
        return tuple(self._state.in_force)

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
        """The trade accepted by both sides that waits for the player on turn (DIP-4)."""
        return self._state.bound.trade if self._state.bound else None

    @property
    def agreed(self) -> dict[int, tuple[int, ...]]:
        """The winners that players have voted for, by the voter's seat (TRN-9)."""
        return dict(self._state.agreed)

    @property
    def pacts(self) -> tuple[Pact, ...]:
        """Alliances and truces: offered, in force and past (DIP-1)."""
        return tuple(self._state.pacts)

    # What is under way

    @property
    def attack(self) -> AttackView | None:
        """The open attack."""
        return attack_view(self._state)

    @property
    def hero(self) -> bool:
        """Whether a Hero of the player on turn is in play (HRO-2)."""
        return self._state.this_turn.hero

    @property
    def fortified(self) -> tuple[int, ...]:
        """The seats whose Marshall counts in all their defences this turn (CAS-5)."""
        return tuple(self._state.this_turn.fortified)

    @property
    def spying(self) -> tuple[int, int] | None:
        """The seat using a Spy and its opponent (CAS-4)."""
        spying = self._state.spying
        return (spying.seat, spying.opponent) if spying else None

    @property
    def landing(self) -> CapturedTerritory | None:
        """The captured territory that armies must move into (ATT-9)."""
        return self._state.landing

    @property
    def vacated_land(self) -> VacatedLand | None:
        """The territories of an eliminated player while they are filled (ELM-3, ELM-4)."""
        return vacated_land(self._state)

    @property
    def has_attacked(self) -> bool:
        """Whether the player on turn has declared an attack this turn (TRN-2)."""
        return self._state.this_turn.attacked

    @property
    def event(self) -> EventCard | None:
        """The event card being carried out."""
        return self._state.event.card if self._state.event else None

    @property
    def night_moves(self) -> int:
        """The number of night moves the player on turn may still make (EVT-30)."""
        return self._state.event.moves if self._state.event else 0

    @property
    def placing(self) -> PlacingView | None:
        """The armies waiting to be placed."""
        return placing_view(self._state)

    # The same parts where they must exist; each raises LookupError if it is missing.

    @property
    def open_attack(self) -> AttackView:
        """The open attack; raises LookupError if there is none."""
        return required(self.attack, "attack")

    @property
    def open_landing(self) -> CapturedTerritory:
        """The captured territory that armies must move into."""
        return required(self.landing, "captured territory to move into")

    @property
    def open_placing(self) -> PlacingView:
        """The armies waiting to be placed; raises LookupError if there are none."""
        return required(self.placing, "armies to place")

    @property
    def open_spying(self) -> tuple[int, int]:
        """The seat using a Spy and its opponent (CAS-4); raises LookupError if no Spy is used."""
        return required(self.spying, "Spy in play")

    @property
    def open_event(self) -> EventCard:
        """The event card being carried out; raises LookupError if there is none."""
        return required(self.event, "event card being carried out")

    @property
    def open_vacated_land(self) -> VacatedLand:
        """The vacated territories being filled; raises LookupError if there are none."""
        return required(self.vacated_land, "vacated territories")

    @property
    def open_sets(self) -> SetsView:
        """The territory cards of a game that has them."""
        return required(self.sets, "territory cards")

    # Territory cards and headquarters

    @property
    def sets(self) -> SetsView | None:
        """What everyone may know of the territory cards; None in a game without them."""
        return sets_view(self._state)

    @property
    def headquarters(self) -> dict[int, str]:
        """The headquarters by the seat that marked them, once revealed (CLA-6)."""
        return dict(self._state.headquarters)

    @property
    def winning_number(self) -> int:
        """How many headquarters a player needs to win, their own included; 0 if unused (CLA-6)."""
        return winning_number(self._state)

    # The whole view

    def to_json(self) -> dict[str, Any]:
        """Return the public view as JSON-ready data."""
        state = self._state
        return {
            "game": state.game,
            "ruleset": state.ruleset.name,
            "version": state.ruleset.version,
            "options": to_plain(state.options),
            "phase": self.phase.value,
            "round": self.round,
            "turn": self.turn,
            "order": list(self.order),
            "players": to_plain(self.players),
            "holdings": to_plain(state.holdings),
            "track": self.track,
            "decks": deck_counts(state),
            "in_force": to_plain(self.in_force),
            "truces": to_plain(self.truces),
            "trades": to_plain(self.trades),
            "bound_trade": to_plain(self.bound_trade),
            "pacts": to_plain(self.pacts),
            "agreed": to_plain(self.agreed),
            "has_attacked": self.has_attacked,
            "hero": self.hero,
            "attack": to_plain(self.attack),
            "event": to_plain(self.event),
            "placing": to_plain(self.placing),
            "landing": to_plain(state.landing),
            "vacated": list(state.fall.vacated) if state.fall else [],
            "asked": to_plain(self.asked),
            "outcome": to_plain(self.outcome),
            **self._of_this_game(),
        }

    def _of_this_game(self) -> dict[str, Any]:
        """Return the parts that only some games have; other games omit them."""
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
