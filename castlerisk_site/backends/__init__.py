"""What the settings replace of Django's: cache, sessions, messages, static files, templates."""
