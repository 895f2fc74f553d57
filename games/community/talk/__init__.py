"""Table talk: messages, mentions and muted users.

Built on `trust`, `notices`, `display`.
"""
