"""The panels of attacks: choosing an attack, its form and odds, and the defender's answers.

Imported by `panel` only. Built on `widgets`, `display`, `rules`.
"""
