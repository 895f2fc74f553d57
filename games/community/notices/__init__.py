"""Notices to users, their delivery by mail, push and webhook, and the outbox for all other mail.

`from_log` and the other modules `from_…` create notices; `notices` stores them; `deliveries` sends
and retries them through `channels`. All HTTP requests to addresses given by users go through
`outbound`. Built on `display`, `clocks`.
"""
