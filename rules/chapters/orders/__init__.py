"""Standing orders and their limits (chapter 8).

Built on `state`, `moves`.
"""
