"""The boards, one JSON document each with topology and drawing."""
