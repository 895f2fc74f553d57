"""Sockets: the hub that pushes frames, Redis announcements, and the Daphne server.

One hub per process; it reads the log and pushes what changed. Below: `page`, `processes`.
"""
