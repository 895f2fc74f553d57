"""Accounts, profiles, preferences and a person's list of games; forms and backend for allauth.

Below: `lobby`, `display`, `trust`.
"""
