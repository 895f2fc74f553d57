"""Pages and the doors behind their forms. Each checks access before it fetches what it shows."""
