"""What differs between the games, as data: board, decks, numbers, order of play, names.

The chapters ask a ruleset, never for a game's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache

from rules.board import Board, check_named, load_board
from rules.cards import NAMED, BattleCard, EventCard


class Phase(StrEnum):
    """Where in the order of play a game is; `turn.py` knows what each one does."""

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
    `standing_orders` are those there is anything to order with. `words` say what this game calls
    what the shared chapters name (see `vocabulary.py`). `summary` tells players in two lines how
    it differs from the other games.

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


GREYHAWK = Ruleset(
    name="greyhawk",
    title="Greyhawk Castle Risk",
    version=1,
    board_name="flanaess",
    starting_armies={2: 40, 3: 35, 4: 30, 5: 25, 6: 20},
    setup=(
        Phase.STRONGHOLDS,
        Phase.CLAIM,
        Phase.DEPLOY,
        Phase.HIDE,
        Phase.DEAL_CARDS,
        Phase.FIRST_TURN,
    ),
    quick_setup=(
        Phase.STRONGHOLDS_UNSEEN,
        Phase.DEALT,
        Phase.MUSTER,
        Phase.DEAL_CARDS,
        Phase.FIRST_TURN,
    ),
    order_of_play=(
        Phase.DRAW_TO_HAND,
        Phase.ATTACKS,
        Phase.EVENT,
        Phase.DRAW_ONE,
        Phase.SPOILS,
        Phase.END_OF_TURN,
    ),
    battle_cards={
        BattleCard.MERCENARIES: 12,
        BattleCard.FORTIFICATION: 8,
        BattleCard.HERO: 8,
        BattleCard.AMBASSADOR: 7,
        BattleCard.ASSASSIN: 7,
        BattleCard.FLEET: 6,
    },
    card_names={
        BattleCard.MERCENARIES: "Mercenaries",
        BattleCard.FORTIFICATION: "Fortification",
        BattleCard.HERO: "Hero",
        BattleCard.AMBASSADOR: "Ambassador",
        BattleCard.ASSASSIN: "Assassin",
        BattleCard.FLEET: "Admiral’s Fleet",
    },
    event_cards={
        EventCard.AMBASSADOR_BLUNDERS: 2,
        EventCard.PLAGUE_FROM_THE_GNATMARSH: 1,
        EventCard.SAVAGES_ATTACK: 1,
        EventCard.MINIONS_OF_WASTRI: 1,
        EventCard.GIANTS_ATTACK_FLINTY_HILLS: 1,
        EventCard.RAIDERS_FROM_THE_BONEWOOD: 1,
        EventCard.FROST_BARBARIAN_RAIDERS: 1,
        EventCard.PEASANTS_REVOLT: 4,
        EventCard.AZURE_STORMS: 2,
        EventCard.SOLNOR_STORMS: 2,
        EventCard.AERDI_STORMS: 2,
        EventCard.FAVORABLE_WINDS: 4,
        EventCard.MAD_OVERKING: 1,
        EventCard.FALL_OF_THE_LORDSHIP: 1,
        EventCard.OSSONS_RAIDERS: 1,
        EventCard.AID_FOR_THE_IRON_LEAGUE: 1,
        EventCard.GIANTS_FROM_THE_RAKERS: 1,
        EventCard.FALL_OF_MEDEGIA: 1,
        EventCard.GRAYFLOOD_OVERFLOWS: 1,
        EventCard.MOUNTAIN_STORMS: 1,
        EventCard.DEMONS_UNLEASHED: 1,
        EventCard.WOODLAND_DEFENDERS: 2,
        EventCard.MUSTER_TROOPS: 3,
        EventCard.DRAGON_UNLEASHED: 4,
        EventCard.ANCIENT_CURSE: 3,
        EventCard.ARMY_DESERTERS: 4,
        EventCard.PIRATES_ATTACK: 4,
        EventCard.FAVOUR_OF_THE_GODS: 2,
        EventCard.SPY_REVEALED: 3,
        EventCard.MOVE_BY_NIGHT: 4,
    },
    hand_size=3,
    dealt_cards=3,
    deploy_batch=5,
    track=tuple(range(3, 15)),
    attack_dice=3,
    stronghold_dice=2,
    defence_dice=2,
    hero_survives_tie=False,
    fleet_crossings=2,
    spoils=(4, 6, 8),
    summary=(
        "Strongholds and assassins on the map of the Eastern Flanaess. Each turn ends with one of "
        "60 event cards: storms close the seas, peasants rise, a dragon comes."
    ),
    standing_orders=(
        *("dice", "fortification", "hidden", "block", "strike"),
        *("counter", "block_event", "ruin", "fill"),
    ),
)

CASTLE = Ruleset(
    name="castle",
    title="Castle Risk",
    version=1,
    board_name="europe",
    starting_armies=GREYHAWK.starting_armies,
    setup=GREYHAWK.setup,
    quick_setup=GREYHAWK.quick_setup,
    order_of_play=(
        Phase.DRAW_TO_HAND,
        Phase.DRAW_ONE,
        Phase.ATTACKS,
        Phase.SPOILS,
        Phase.END_OF_TURN,
    ),
    battle_cards=GREYHAWK.battle_cards,
    card_names={
        BattleCard.MERCENARIES: "Reinforcements",
        BattleCard.FORTIFICATION: "Marshall",
        BattleCard.HERO: "General",
        BattleCard.AMBASSADOR: "Diplomat",
        BattleCard.ASSASSIN: "Spy",
        BattleCard.FLEET: "Admiral",
    },
    event_cards={},
    hand_size=3,
    dealt_cards=3,
    deploy_batch=5,
    track=GREYHAWK.track,
    attack_dice=3,
    stronghold_dice=2,
    defence_dice=2,
    hero_survives_tie=False,
    fleet_crossings=0,
    spoils=GREYHAWK.spoils,
    has_assassins=False,
    has_spies=True,
    fortification_lasts_turn=True,
    region_spoils=2,
    standing_orders=("dice", "fortification", "hidden", "counter", "fill"),
    options=(
        GameOption(
            "hidden_at_start",
            "Hidden armies",
            "CAS-7",
            (
                (
                    False,
                    "At any time",
                    "Hidden armies come out at any time in your turn, or when you defend.",
                ),
                (
                    True,
                    "Before the attacks",
                    "Hidden armies come out only in your own turn, before your first attack.",
                ),
            ),
        ),
        GameOption(
            "regions",
            "Independent regions",
            "CAS-8",
            (
                (
                    "none",
                    "Worth 6 together",
                    "All 11 independent territories together are worth 6 armies.",
                ),
                (
                    "beside",
                    "Worth 2 each, and 6",
                    "Each independent region is worth 2 armies, beside the 6 for all.",
                ),
                (
                    "instead",
                    "Worth 2 each",
                    "Each independent region is worth 2 armies, instead of 6 for all.",
                ),
            ),
        ),
    ),
    words={
        "stronghold": "castle",
        "strongholds": "castles",
        "fortification": "Marshall",
        "Mercenaries": "Reinforcements",
        "Fortification": "Marshall",
        "Fortifications": "Marshalls",
        "a Hero": "a General",
        "Hero": "General",
        "Heroes": "Generals",
        "an Ambassador": "a Diplomat",
        "An Ambassador": "A Diplomat",
        "Ambassador": "Diplomat",
        "Ambassadors": "Diplomats",
        "an Assassin": "a Spy",
        "An Assassin": "A Spy",
        "Assassin": "Spy",
        "Assassins": "Spies",
        "Fleet": "Admiral",
        "a Fleet": "an Admiral",
        "A Fleet": "An Admiral",
    },
    summary=(
        "The older game, on the map of Europe: no events, no storms, no dice for a Spy. Generals "
        "and Marshalls serve a whole turn, and an Admiral sails as far as the sea goes."
    ),
)

CLASSIC = Ruleset(
    name="classic",
    title="Classic Risk",
    version=1,
    board_name="world",
    starting_armies={2: 40, 3: 35, 4: 30, 5: 25, 6: 20},
    setup=(Phase.CLAIM, Phase.DEPLOY, Phase.FIRST_BEGINS),
    quick_setup=(Phase.DEALT, Phase.MUSTER, Phase.FIRST_BEGINS),
    order_of_play=(
        Phase.REINFORCE,
        Phase.ATTACKS,
        Phase.FORTIFY,
        Phase.TERRITORY_CARD,
        Phase.END_OF_TURN,
    ),
    battle_cards={},
    card_names={},
    event_cards={},
    hand_size=0,
    dealt_cards=0,
    deploy_batch=1,
    track=(),
    attack_dice=3,
    stronghold_dice=3,
    defence_dice=2,
    hero_survives_tie=False,
    fleet_crossings=0,
    spoils=(0, 0, 0),
    hidden_armies=False,
    strongholds=False,
    has_assassins=False,
    standing_orders=("dice", "sets"),
    deploy_goes_on=True,
    wild_cards=2,
    set_values=(4, 6, 8, 10, 12, 15),
    set_step=5,
    symbol_bonus=2,
    territories_for_army=3,
    least_reinforcements=3,
    neutral_armies=40,
    setup_of_two=(Phase.NEUTRAL_DEALT, Phase.DEPLOY_NEUTRAL, Phase.FIRST_BEGINS),
    quick_setup_of_two=(Phase.NEUTRAL_DEALT, Phase.MUSTER, Phase.FIRST_BEGINS),
    summary=(
        "The game both others come from, on the map of the world: continents bring armies, and "
        "so do sets of territory cards, ever more of them. Nothing is hidden but the cards."
    ),
)


def _marking(phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
    """Return a set-up in which headquarters are marked when all armies stand (CLA-6)."""
    return (*phases[:-1], Phase.HEADQUARTERS, phases[-1])


HEADQUARTERS = replace(
    CLASSIC,
    name="headquarters",
    title="Classic Risk with headquarters",
    setup=_marking(CLASSIC.setup),
    quick_setup=_marking(CLASSIC.quick_setup),
    setup_of_two=_marking(CLASSIC.setup_of_two),
    quick_setup_of_two=_marking(CLASSIC.quick_setup_of_two),
    set_values=(4,),
    set_step=0,
    headquarters=4,
    options=(
        GameOption(
            "headquarters",
            "Headquarters that win",
            "CLA-6",
            (
                (
                    0,
                    "As the rules say",
                    "Four headquarters win, with two or three players all of them.",
                ),
                *(
                    (number, called, f"{called} headquarters win, the own one among them.")
                    for number, called in enumerate(("Two", "Three", "Four", "Five", "Six"), 2)
                ),
            ),
            within_seats=True,
        ),
    ),
    summary=(
        "Classic Risk, but each marks headquarters in secret when all armies stand. Sets are "
        "always worth 4; whoever holds enough headquarters wins at once."
    ),
)

RULESETS: dict[str, Ruleset] = {
    rules.name: rules for rules in (GREYHAWK, CASTLE, CLASSIC, HEADQUARTERS)
}

OWN_OPTIONS = tuple(
    dict.fromkeys(option.name for rules in RULESETS.values() for option in rules.options)
)
"""The fields of `state.Options` that only some games have."""
