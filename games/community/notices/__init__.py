"""Notices to users, their delivery by mail, push and webhook, and the outbox for all other mail.

`sources` create notices and `notices` stores them; `sending` has their deliveries and the outbox,
which go through `channels`; `letters` writes what they say. All HTTP requests to addresses given
by users go through `outbound`.
Built on `display`, `events`, `pictures`, `clocks`.
"""
