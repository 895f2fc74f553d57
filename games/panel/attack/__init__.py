"""The panels of attacks: choosing an attack, its form and odds, and the defender's answers.

Imported by `games.panel` only. Built on `games.panel.widgets`, `games.display`, `rules`.
"""
