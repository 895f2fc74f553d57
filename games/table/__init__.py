"""What one viewer sees of a game: the page, its panel, its scenes and the sidebar."""
