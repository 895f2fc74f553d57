"""Webhooks of tables: what happens in a game, posted to the channel of a group's chat service.

A channel has readers without a seat, so it gets only what spectators may see. `hooks` sets them up,
`kinds` lists what they post, `lines` takes it from the log, `messages` stores and sends it.
"""
