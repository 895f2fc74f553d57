"""What differs between the games, as data: board, decks, numbers, order of play, names.

The chapters ask a ruleset, never for a game's name. What each game says to it stands in
`rulesets/`, a file for each game; whatever can differ is a field of `Ruleset`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from rules.board import Board, check_named, load_board
from rules.cards import NAMED, BattleCard, EventCard


class Phase(StrEnum):
    """Where in the order of play a game is; `turn/order_of_play.py` knows what each one does."""

    STRONGHOLDS = "strongholds"
    CLAIM = "claim"
    DEPLOY = "deploy"
    HIDE = "hide"
    STRONGHOLDS_UNSEEN = "strongholds_unseen"
    DEALT = "dealt"
    MUSTER = "muster"
    DEAL_CARDS = "deal_cards"
    FIRST_TURN = "first_turn"
    DRAW_TO_HAND = "draw_to_hand"
    ATTACKS = "attacks"
    EVENT = "event"
    DRAW_ONE = "draw_one"
    SPOILS = "spoils"
    END_OF_TURN = "end_of_turn"
    NEUTRAL_DEALT = "neutral_dealt"
    DEPLOY_NEUTRAL = "deploy_neutral"
    HEADQUARTERS = "headquarters"
    FIRST_BEGINS = "first_begins"
    REINFORCE = "reinforce"
    FORTIFY = "fortify"
    TERRITORY_CARD = "territory_card"


@dataclass(frozen=True, slots=True)
class GameOption:
    """What only some games let one choose when a table is opened: a field of `state.Options`.

    `choices` are its values, each with a name and a sentence for players; the first is the default.
    Where it is `within_seats`, it counts players, and a number is no larger than theirs.
    """

    name: str
    title: str
    rule: str
    choices: tuple[tuple[bool | int | str, str, str], ...]
    within_seats: bool = False

    def choices_of(self, players: int) -> tuple[bool | int | str, ...]:
        """Return the values that so many players may choose."""
        values = tuple(value for value, _, _ in self.choices)
        return tuple(value for value in values if not self.within_seats or value <= players)


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One game's rules as data.

    `setup`, `quick_setup` and `order_of_play` list the phases in order; the last goes round for
    every turn. `track` are the numbers Mercenaries cover. `fleet_crossings` counts border
    crossings between sea zones. `spoils` are armies for an empire, all independents, a banner.

    `has_assassins`: ASN and DIP-4 are played; `has_spies`: CAS-4 is. `fortification_lasts_turn`:
    CAS-5. `region_spoils` are armies for an independent region, where the options say so (CAS-8).
    `standing_orders` are those there is anything to order with. `words` are this game's own
    terms for what the shared chapters name (see `words.py`). `summary` tells players in two lines
    how it differs from the other games.

    `hidden_armies`, `strongholds`: whether the game has them; without strongholds a player is
    out with the last territory. `deploy_goes_on`: armies of set-up are placed on from where
    claiming stopped. `set_values` are armies for sets in order, each further one worth `set_step`
    more than the one before; a game without them has no territory cards. `symbol_bonus` goes on a
    territory shown in a set. `territories_for_army` of those held bring an army each turn, all
    together at least `least_reinforcements`. `neutral_armies` stand between two players, whose
    set-ups are `setup_of_two` and `quick_setup_of_two`. `headquarters` is how many of them win, 0
    where there are none.
    """

    name: str
    title: str
    version: int
    board_name: str
    starting_armies: Mapping[int, int]
    setup: tuple[Phase, ...]
    quick_setup: tuple[Phase, ...]
    order_of_play: tuple[Phase, ...]
    battle_cards: Mapping[BattleCard, int]
    card_names: Mapping[BattleCard, str]
    event_cards: Mapping[EventCard, int]
    hand_size: int
    dealt_cards: int
    deploy_batch: int
    track: tuple[int, ...]
    attack_dice: int
    stronghold_dice: int
    defence_dice: int
    hero_survives_tie: bool
    fleet_crossings: int
    spoils: tuple[int, int, int]
    has_assassins: bool = True
    has_spies: bool = False
    fortification_lasts_turn: bool = False
    region_spoils: int = 0
    standing_orders: tuple[str, ...] = ()
    options: tuple[GameOption, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    summary: str = ""
    hidden_armies: bool = True
    strongholds: bool = True
    deploy_goes_on: bool = False
    wild_cards: int = 0
    set_values: tuple[int, ...] = ()
    set_step: int = 0
    symbol_bonus: int = 0
    territories_for_army: int = 0
    least_reinforcements: int = 0
    neutral_armies: int = 0
    setup_of_two: tuple[Phase, ...] = ()
    quick_setup_of_two: tuple[Phase, ...] = ()
    headquarters: int = 0

    @property
    def board(self) -> Board:
        """Return the board the game is played on.

        BoardError where one of the game's event cards names a territory that the board lacks.
        """
        return _checked_board(self)


@cache
def _checked_board(ruleset: Ruleset) -> Board:
    board = load_board(ruleset.board_name)
    check_named(board, {card: NAMED[card] for card in ruleset.event_cards if card in NAMED})
    return board
