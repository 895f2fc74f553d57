"""Set-up: territories, strongholds, first armies (chapter 2).

Below: `battle_cards`, `state`, `events`.
"""
