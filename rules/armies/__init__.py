"""Armies outside battle: income, placing, moving in and fortifying (chapters 2, 3, 4 and 11).

Below: `state`, `event_cards`, `diplomacy`, `battle_cards`.
"""
