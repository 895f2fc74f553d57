"""Sending by workers: notices through the channels a player chose, and all other mail.

`deliveries` sends notices that are still `wanted`, `outbox` mail; `attempts` schedules retries, and
`lanes` keep slow destinations apart.
"""
