"""Castlerisk's rules: the rulebook in Python."""
