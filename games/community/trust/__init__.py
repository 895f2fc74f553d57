"""Roles, restrictions, linked accounts, soft play, rate-limited networks and email owners.

Any package may call it to check whether a user may talk, join or moderate; `moderation` imposes
the restrictions. Built on `clocks`, `store`, `models`.
"""
