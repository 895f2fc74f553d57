"""What the site sends: notices and their deliveries, other mail, posts to webhooks."""
