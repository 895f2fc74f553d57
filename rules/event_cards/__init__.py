"""Event cards: drawing, choices, effects and what stays in force.

Below: `battle_cards`, `state`, `events`.
"""
