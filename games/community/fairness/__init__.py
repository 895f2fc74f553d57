"""Proof that the dice are fair: seals, downloadable records, and the audit.

`audit` replays a stored game and compares it with its rows. Built on `play`, `display`, `store`.
"""
