"""Table talk: messages, mentions and muted users.

Below: `trust`, `notices`, `display`.
"""
