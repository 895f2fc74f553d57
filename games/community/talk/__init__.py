"""Table talk: messages and mentions.

Built on `trust`, `notices`, `display`.
"""
