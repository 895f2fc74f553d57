"""Views of statistics: the dice of the site, and people's profiles."""
