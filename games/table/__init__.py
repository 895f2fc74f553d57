"""What one viewer sees of a game: the page, its panel, its animations and the sidebar."""
