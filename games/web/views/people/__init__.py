"""Views of a person’s account, log-in, list of games and times of absence; adapters for allauth."""
