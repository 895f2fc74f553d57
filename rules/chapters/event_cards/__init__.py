"""Event cards: drawing them, players' choices, immediate and lasting effects.

Built on `battle_cards`, `state`, `events`.
"""
