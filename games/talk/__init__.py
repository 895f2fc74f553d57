"""Table talk: messages, mentions and whom a player has muted.

Below: `trust`, `notices`, `display`.
"""
