"""Accounts, profiles and preferences, and the adapters for allauth.

Below: `lobby`, `display`, `trust`.
"""
