"""The panels for standing orders, their limits, and turn plans.

Imported by `games.panel` and `games.page`. Built on `games.panel.widgets`, `games.plans`, `rules`.
"""
