"""Views for chapter 12.

`game` has the evidence of a game, `site` that of the whole site, `checking` what browsers check.
"""
