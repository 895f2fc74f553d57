"""The site: its settings, its addresses and its door to the server."""
