"""The forms for standing orders, their limits, wish lists, turn plans, and leaving.

Imported by `games.panel` and `games.page`. Built on `games.panel.widgets`, `games.plans`, `rules`.
"""
