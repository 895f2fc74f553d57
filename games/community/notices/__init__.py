"""Notices to users, their delivery by mail, push and webhook, and the outbox for all other mail.

`from_log` and the other modules `from_…` create notices; `notices` stores them; `deliveries` sends
and retries those that are still `wanted`, through `channels`;
`letters` writes what they say. All HTTP requests to addresses given by users go through `outbound`.
Built on `display`, `events`, `pictures`, `clocks`.
"""
