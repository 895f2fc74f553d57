"""Views of notices: the list and its settings, answers by link, webhooks of a table."""
