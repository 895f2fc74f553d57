"""Replacements for parts of Django: cache, sessions, messages, templates.

Only the settings and `middleware` name them. Built on `games.models`, `games.storage` and Django.
"""
