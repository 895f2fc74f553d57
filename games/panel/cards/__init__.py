"""The panels of cards: playing and trading them, and answering the cards of others.

Imported by `games.panel` only. Built on `games.panel.widgets`, `games.display`, `rules`.
"""
