"""Views of a table: its page, moves and plans, table talk, agreements, hints."""
