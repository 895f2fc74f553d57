"""Tuning the weights of the bot “general” with games that it plays.

`positions` collects positions of games with their winners, `fit` fits the evaluation to them,
`matches` measures weights in games on common seeds, `spsa` improves the weights by such
measurements, and `command` is `python -m rules tune`.
"""
