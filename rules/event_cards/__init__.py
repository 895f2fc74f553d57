"""Event cards: drawing them, players' choices, immediate and lasting effects.

Below: `battle_cards`, `state`, `events`.
"""
