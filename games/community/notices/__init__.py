"""Notices to users, their delivery by mail, push and webhook, and the outbox for all other mail.

`from_log`, `from_absence`, `from_requests` and `from_waiting_rooms` create notices; `notices`
stores them; `deliveries` sends and retries them through `channels`. All HTTP requests to addresses
given by users go through `outbound`. Built on `display`, `clocks`.
"""
