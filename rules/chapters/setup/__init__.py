"""Set-up: territories, strongholds and first armies (chapter 2).

Built on `battle_cards`, `state`, `events`.
"""
