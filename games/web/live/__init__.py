"""WebSockets: the hub that pushes frames, pub/sub over Redis, and the Daphne server.

Each process has one hub, which polls the database and pushes changes to open pages.
Built on `page`, `processes`.
"""
