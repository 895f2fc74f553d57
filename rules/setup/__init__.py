"""Set-up: territories, strongholds and first armies (chapter 2).

Below: `battle_cards`, `state`, `events`.
"""
