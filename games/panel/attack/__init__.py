"""The panel of an attack: choose, odds, the form, and the defender's answers.

Imported by `games.panel` only. Below: `games.panel.widgets`, `games.display`, `rules`.
"""
