"""Armies outside battle: income, placing, moving in, fortifying (chapters 2, 3, 4 and 11).

Below: `state`, `event_cards`, `diplomacy`, `battle_cards`.
"""
