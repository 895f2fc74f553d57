"""WebSockets: the hub that pushes frames, pub/sub over Redis, and the Daphne server.

Each process has one hub, which reads the log and pushes what changed. Below: `page`, `processes`.
"""
