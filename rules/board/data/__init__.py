"""The boards as data: topology and drawing of each in one JSON document."""
