"""Accounts, profiles, preferences, a person's games and requests; forms and backend for allauth.

Built on `lobby`, `display`, `trust`.
"""
