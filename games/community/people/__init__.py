"""Accounts, profiles, preferences, deletion; forms and backend for allauth.

Built on `lobby`, `display`, `trust`.
"""
