"""Animations: what the last moves did, as the browser plays it."""
