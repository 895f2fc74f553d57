"""The site: its settings, its addresses, its cache and its door to the server."""
