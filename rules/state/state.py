"""The state of a game, its options and its outcome."""

from dataclasses import dataclass, field

from rules.board import Board
from rules.cards import BattleCard, EventCard
from rules.errors import required
from rules.json import LATER
from rules.questions import DecisionKind
from rules.reasons import GameEnd
from rules.rulesets.ruleset import Phase, Ruleset
from rules.state.copying import copier_of
from rules.state.players import Decision, HiddenArmies, Holding, Player
from rules.state.this_turn import ThisTurn
from rules.state.treaties import BoundTrade, Pact, Trade, Truce
from rules.state.under_way import (
    Assassination,
    Attack,
    CapturedTerritory,
    Elimination,
    InForce,
    OpenEvent,
    Placing,
    Spying,
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options chosen when a game is created.

    `quick`: quick set-up (SET-9). `pace`: "live", "guarded" or "correspondence" (ORD-4).
    `on_resign`: "bot" or "steward" (ELM-7). `rounds`: the round limit, 0 for none (TRN-9).
    `fixed_seats`: seats are not shuffled (SET-2). `only_playable`: players are asked only when they
    can play something (ORD-2). `first_seat`: the seat that goes first, None for a roll (SET-2).
    `tutorial`: the game is its ruleset's tutorial (FAIR-8). Only some games use the other fields;
    see `Ruleset.options`.
    """

    quick: bool = False
    pace: str = "live"
    on_resign: str = "bot"
    rounds: int = 0
    fixed_seats: bool = False
    only_playable: bool = False
    hidden_at_start: bool = field(default=False, metadata=LATER)
    regions: str = field(default="none", metadata=LATER)
    headquarters: int = field(default=0, metadata=LATER)
    first_seat: int | None = field(default=None, metadata=LATER)
    tutorial: bool = field(default=False, metadata=LATER)


@dataclass(slots=True)
class TerritoryCards:
    """The territory cards (CLA-4), each as the id of its territory or `cards.WILD`.

    `hands` are by seat; they and the `deck` are kept sorted. `traded` counts the sets traded by all
    players. `trading`: the player on turn must trade until at most four cards are left.
    """

    deck: list[str]
    hands: list[list[str]]
    pile: list[str] = field(default_factory=list)
    traded: int = 0
    trading: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    `winners` is empty if there is no result. `places` groups the seats by place, best first.
    """

    winners: tuple[int, ...]
    reason: GameEnd
    places: tuple[tuple[int, ...], ...]


@dataclass(slots=True, repr=False)
class State:
    """The complete state of a game.

    `turn` is the seat on turn, `first` the seat that begins the set-up and later each round.
    `epoch` and `draws` number the next random draw (FAIR-1). `attacks` counts the attacks of the
    game. `suspended` are decisions on hold while a bound trade is answered (DIP-4).
    `territory_cards` is None in games without them. `headquarters` are territories by seat, and
    `unseen_headquarters` those still secret because other players have yet to mark theirs (CLA-6).
    """

    ruleset: Ruleset
    board: Board
    game: str
    options: Options
    players: list[Player]
    holdings: dict[str, Holding]
    order: tuple[int, ...] = ()
    phase: Phase = Phase.STRONGHOLDS
    turn: int | None = None
    first: int = 0
    round: int = 0
    epoch: int = 0
    draws: int = 0
    deck: list[BattleCard] = field(default_factory=list)
    discard: list[BattleCard] = field(default_factory=list)
    removed: list[BattleCard] = field(default_factory=list)
    track: int = 0
    event_deck: list[EventCard] = field(default_factory=list)
    event_discard: list[EventCard] = field(default_factory=list)
    in_force: list[InForce] = field(default_factory=list)
    undrawn_empires: list[str] = field(default_factory=list)
    hidden: list[HiddenArmies] = field(default_factory=list)
    this_turn: ThisTurn = field(default_factory=ThisTurn)
    attacks: int = 0
    truces: list[Truce] = field(default_factory=list)
    trades: list[Trade] = field(default_factory=list)
    bound: BoundTrade | None = None
    pacts: list[Pact] = field(default_factory=list)
    agreed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    attack: Attack | None = None
    assassination: Assassination | None = None
    landing: CapturedTerritory | None = None
    fall: Elimination | None = None
    placings: list[Placing] = field(default_factory=list)
    event: OpenEvent | None = None
    decisions: tuple[Decision, ...] = ()
    suspended: tuple[Decision, ...] = ()
    outcome: Outcome | None = None
    spying: Spying | None = field(default=None, metadata=LATER)
    territory_cards: TerritoryCards | None = field(default=None, metadata=LATER)
    headquarters: dict[int, str] = field(default_factory=dict, metadata=LATER)
    unseen_headquarters: dict[int, str] = field(default_factory=dict, metadata=LATER)

    def copy(self) -> "State":
        """Return an independent copy: playing on it does not change this state."""
        copy: State = copier_of(State)(self)
        return copy

    def __repr__(self) -> str:
        return f"<State {self.game} draw {self.epoch}/{self.draws}>"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def has_neutral_army(self) -> bool:
        """Whether the game has a neutral army, as Classic has with two players (CLA-2)."""
        return len(self.players) == 2 and self.ruleset.neutral_armies > 0

    # Parts that exist only at some points of the game; each raises LookupError if it is missing.
    # The most frequently used properties check this inline, to save the call of `required`.

    @property
    def on_turn(self) -> int:
        """The seat on turn."""
        if self.turn is None:
            raise LookupError("No player is on turn in this position.")
        return self.turn

    @property
    def open_attack(self) -> Attack:
        """The open attack."""
        if self.attack is None:
            raise LookupError("There is no attack in this position.")
        return self.attack

    @property
    def open_spying(self) -> Spying:
        """The Spy in play, while it is resolved."""
        return required(self.spying, "Spy in play")

    @property
    def open_landing(self) -> CapturedTerritory:
        """The captured territory that armies must move into."""
        return required(self.landing, "captured territory to move into")

    @property
    def open_elimination(self) -> Elimination:
        """The elimination being carried out."""
        return required(self.fall, "unfinished elimination")

    @property
    def open_event(self) -> OpenEvent:
        """The event card being carried out."""
        return required(self.event, "event card being carried out")

    @property
    def accepted_trade(self) -> BoundTrade:
        """The trade that both sides accepted, while it waits for the player on turn."""
        return required(self.bound, "accepted trade")

    def open_decision(self, seat: int) -> Decision:
        """Return the open decision of a player; raise LookupError if there is none."""
        decision = self.decision_of(seat)
        if decision is None:
            raise LookupError("This player has no open decision.")
        return decision

    # Queries

    def living(self) -> list[int]:
        """Return the seats not eliminated, in turn order."""
        return [seat for seat in self.order if not self.players[seat].eliminated]

    def after(self, seat: int) -> list[int]:
        """Return the other seats not eliminated, in turn order after this one."""
        place = self.order.index(seat)
        round_the_table = self.order[place + 1 :] + self.order[:place]
        return [other for other in round_the_table if not self.players[other].eliminated]

    def ruler_of(self, empire: str) -> int | None:
        """Return the seat still in the game that drew an empire, or None (chapter 1)."""
        for player in self.players:
            if player.empire == empire and not player.eliminated:
                return player.seat
        return None

    def stronghold_on(self, territory: str) -> int | None:
        """Return the seat with a standing stronghold on a territory, or None."""
        for player in self.players:
            if player.stronghold == territory and not player.eliminated:
                return player.seat
        return None

    def is_stronghold_site(self, territory: str) -> bool:
        """Return whether a territory received a stronghold in set-up, even if captured since."""
        return territory in [player.stronghold for player in self.players]

    def held_by(self, seat: int) -> list[str]:
        """Return the territories of a player in board order."""
        return [name for name, holding in self.holdings.items() if holding.owner == seat]

    def decision_of(self, seat: int) -> Decision | None:
        """Return the open decision of a player, or None."""
        for decision in self.decisions:
            if decision.seat == seat:
                return decision
        return None

    def ask(self, seat: int, kind: DecisionKind) -> None:
        """Open a decision for a player, in addition to those already open."""
        player = self.players[seat]
        player.asked += 1
        self.decisions += (Decision(seat, kind, player.asked),)

    @property
    def awaiting_counter(self) -> Assassination | None:
        """The Assassin waiting for a counter; one against a bound trade comes first (ASN-3)."""
        if self.bound is not None and self.bound.assassination is not None:
            return self.bound.assassination
        return self.assassination

    def answered(self, seat: int) -> None:
        """Close the open decision of a player."""
        if self.decisions and self.decisions[0].seat == seat:
            self.decisions = self.decisions[1:]
        else:
            self.decisions = tuple(item for item in self.decisions if item.seat != seat)
