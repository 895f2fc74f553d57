"""Webhooks of tables and circles: what happens in games, posted to a channel of a chat service.

A channel has readers without a seat, so it gets only what spectators may see. `places` has what
differs between a table and a circle, `hooks` sets webhooks up, `kinds` lists what they post,
`lines` takes it from the log, `messages` stores and sends it.
"""
