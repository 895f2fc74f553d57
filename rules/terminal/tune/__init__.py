"""Tuning the weights of the general from games that it plays.

`positions` collects positions of games with their winners, `fit` fits the evaluation to them,
`matches` measures weights in games on common seeds, `spsa` climbs by such measurements, and
`command` is `python -m rules tune`.
"""
