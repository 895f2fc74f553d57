"""Views for chapter 12: the evidence of a game in `game`, that of the whole site in `site`."""
