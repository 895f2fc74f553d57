"""Pacts and trades (chapter 9).

Below: `battle_cards`, `state`, `events`.
"""
