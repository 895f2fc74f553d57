"""Standing orders and their limits (chapter 8).

Below: `state`, `moves`.
"""
