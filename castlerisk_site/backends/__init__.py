"""Replacements for parts of Django: cache, sessions, messages, static files, templates.

Only the settings name them. Built on `games.storage.processes` and Django.
"""
