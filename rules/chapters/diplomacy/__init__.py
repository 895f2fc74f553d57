"""Pacts and trades (chapter 9).

Built on `battle_cards`, `state`, `events`.
"""
