"""Chapter 10: Castle Risk, on the map of Europe."""

from rules.cards import BATTLE_CARDS
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.ruleset import GameOption, Phase, Ruleset

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
    card_texts={card: row.castle for card, row in BATTLE_CARDS.items()},
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
                    "Any time",
                    "Reveal hidden armies at any time during your turn, or when you defend.",
                ),
                (
                    True,
                    "Before attacking",
                    "Reveal hidden armies only during your own turn, before your first attack.",
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
                    "Holding all 11 independent territories is worth 6 armies.",
                ),
                (
                    "beside",
                    "Worth 2 each, plus 6",
                    "Italy, Spain and Scandinavia are worth 2 armies each, plus 6 for all 11.",
                ),
                (
                    "instead",
                    "Worth 2 each",
                    "Italy, Spain and Scandinavia are worth 2 armies each. There is no bonus for "
                    "all 11.",
                ),
            ),
        ),
    ),
    words={
        "stronghold": "castle",
        "strongholds": "castles",
        **{term: word for row in BATTLE_CARDS.values() for term, word in row.castle_words.items()},
    },
    own_rules={
        "TRN-4": "CAS-3",
        "ASN": "CAS-4",
        "FOR-3": "CAS-2",
        "FLT-5": "CAS-6",
        "FLT-6": "CAS-6",
        "DIP-4": "CAS-9",
        "EVT": "CAS-2",
        "CLA": "CAS-2",
    },
    summary=(
        "The original, on a map of Europe. No event cards. Generals and Marshalls serve a whole "
        "turn, and an Admiral can sail to any coast of the same sea."
    ),
)
