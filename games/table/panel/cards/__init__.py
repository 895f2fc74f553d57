"""The panels of cards: playing and trading them, and answering the cards of others.

Imported by `panel` only. Built on `widgets`, `display`, `rules`.
"""
