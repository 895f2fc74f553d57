"""Greyhawk Castle Risk: chapters 1 to 9, on the map of the Flanaess."""

from rules.cards import BATTLE_CARDS, EVENT_CARDS
from rules.rulesets.ruleset import Phase, Ruleset

_SUMMARY = (
    "Strongholds and assassins on a map of the Eastern Flanaess. Each turn ends with one of "
    "{count} event cards: storms close the seas, peasants revolt, a dragon strikes."
)

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
    battle_cards={card: row.count for card, row in BATTLE_CARDS.items()},
    card_texts={card: row.greyhawk for card, row in BATTLE_CARDS.items()},
    event_cards={card: row.count for card, row in EVENT_CARDS.items()},
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
    own_rules={
        "CAS": "SET-7",
        "CAS-4": "ASN-1",
        "CAS-5": "FOR-1",
        "CAS-6": "FLT-2",
        "CAS-7": "HID-1",
        "CLA": "TRN-5",
        "CLA-6": "SET-3",
    },
    summary=_SUMMARY.format(count=sum(row.count for row in EVENT_CARDS.values())),
    standing_orders=(
        "dice",
        "fortification",
        "hidden",
        "block",
        "strike",
        "counter",
        "block_event",
        "ruin",
        "fill",
    ),
)
