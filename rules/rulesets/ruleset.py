"""The `Ruleset` class: everything that differs between the games, as data.

The packages that implement the rulebook's chapters read its fields and never test for a game's
name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from rules.board import Board, check_named, load_board
from rules.cards import EVENT_CARDS, BattleCard, CardText, EventCard
from rules.terms import TERMS


class Phase(StrEnum):
    """A phase of the order of play; `turn/order_of_play.py` implements them."""

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
    """A field of `state.Options` that only some games offer when a table is opened.

    `choices` are (value, name, sentence for players); the first is the default. `within_seats`: the
    value may not exceed the number of players.
    """

    name: str
    title: str
    rule: str
    choices: tuple[tuple[bool | int | str, str, str], ...]
    within_seats: bool = False

    def choices_of(self, players: int) -> tuple[bool | int | str, ...]:
        """Return the values available in a game with this number of players."""
        values = tuple(value for value, _, _ in self.choices)
        if not self.within_seats:
            return values
        return tuple(value for value in values if isinstance(value, int) and value <= players)


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One game's rules as data.

    `starting_armies` is keyed by number of players. `setup` and `quick_setup` list the phases of
    set-up in order, `order_of_play` those of each turn. `track` has the numbers that Mercenaries
    cover. `fleet_crossings` is the maximum number of borders between sea zones that a fleet may
    cross. `spoils` has the armies for an empire, for all independents and for a banner.

    `has_assassins`: ASN and DIP-4 apply; `has_spies`: CAS-4 applies. `fortification_lasts_turn`:
    CAS-5 applies. `region_spoils` are the armies for an independent region, if the options grant
    them (CAS-8). `standing_orders` are the orders that make sense in this game. `words` has this
    game's words for the terms of `rules.terms`. `summary` tells players in two lines how this game
    differs from the others.

    `own_rules` maps rules that this game lacks, by id or prefix (“EVT”), to the rule of this game
    that refusals and pages cite instead.

    `hidden_armies`, `strongholds`: whether the game has them; without strongholds, losing the last
    territory eliminates a player. `deploy_goes_on`: placing armies in set-up continues from the
    seat after the last claim. `set_values` are the armies for the first sets traded, and each later
    set is worth `set_step` more than the one before; without `set_values` there are no territory
    cards. `symbol_bonus` armies go on a territory shown in a set. A player gets one army a turn for
    every `territories_for_army` territories, but at least `least_reinforcements`. A game for two
    has `neutral_armies` and the set-ups `setup_of_two` and `quick_setup_of_two`. `headquarters` is
    how many headquarters a player needs to win, 0 in a game without them.
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
    card_texts: Mapping[BattleCard, CardText]
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
    words: Mapping[str, str] = field(default_factory=lambda: TERMS)
    own_rules: Mapping[str, str] = field(default_factory=dict)
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

    def rule(self, cited: str) -> str:
        """Return the rule to cite in this game: `cited`, or this game's own rule in its place."""
        of_its_kind = self.own_rules.get(cited.partition("-")[0], cited)
        return self.own_rules.get(cited, of_its_kind)

    @property
    def board(self) -> Board:
        """The board of the game.

        Raises BoardError if one of the game's event cards names a territory that the board lacks.
        """
        return _checked_board(self)


@cache
def _checked_board(ruleset: Ruleset) -> Board:
    board = load_board(ruleset.board_name)
    check_named(board, {card: EVENT_CARDS[card].places for card in ruleset.event_cards})
    return board
