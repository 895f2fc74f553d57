"""The pages of circles, and what their members do there."""
