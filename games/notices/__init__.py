"""Notices: what people are notified about, by which channel, and whether it arrived.

`from_log` and `from_absence` derive notices from events, `notices` stores them, `deliveries`
retries, `channels` sends. `outbound` is the only way to post to a foreign address. Below:
`display`, `clocks`.
"""
