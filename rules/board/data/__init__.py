"""The boards: for each, a JSON document with its topology and drawing."""
