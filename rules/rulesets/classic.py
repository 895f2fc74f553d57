"""Chapter 11: classic Risk, on the map of the world."""

from rules.cards import BATTLE_CARDS
from rules.rulesets.ruleset import Phase, Ruleset

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
    card_texts={},
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
    own_rules={
        **dict.fromkeys(("SET-3", "SET-6", "SET-7", "SET-8", "CLA-6"), "CLA-2"),
        **dict.fromkeys((f"TRN-{number}" for number in range(1, 8)), "CLA-3"),
        **dict.fromkeys(("ATT-3", "ATT-7", "ATT-8", "DIP-2", "DIP-3", "DIP-4"), "CLA-5"),
        "ELM-1": "CLA-1",
        **dict.fromkeys((f"ELM-{number}" for number in range(2, 7)), "CLA-5"),
        **{row.greyhawk.rule.partition("-")[0]: "CLA-5" for row in BATTLE_CARDS.values()},
        **dict.fromkeys(("HID", "EVT", "CAS"), "CLA-5"),
    },
    summary=(
        "Hold continents and trade in sets of territory cards for more and more "
        "armies. Only the cards are secret."
    ),
)
