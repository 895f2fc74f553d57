"""Letters: what mail, push and webhooks say about a game when they are sent.

`letter_for` in `writing` makes the letter to a player. It reads public events and the position as
spectators see it, so a letter has no secrets, not even the reader's own. `happened` says what
happened, `asked` what is asked and until when, `waits` what waits for an answer, `picture` has the
map, and `letter` the record.
"""
