"""The forms for standing orders, their limits, wish lists, turn plans, and leaving.

Imported by `panel` and `page`. Built on `widgets`, `plans`, `rules`.
"""
