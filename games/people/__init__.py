"""Accounts, profiles, preferences and a person's list of games; forms and backend for allauth.

Built on `lobby`, `display`, `trust`.
"""
