"""Armies outside battle: income, placing, moving in and fortifying (chapters 2, 3, 4 and 11).

Built on `state`, `event_cards`, `diplomacy`, `battle_cards`.
"""
