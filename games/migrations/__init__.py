"""The schema: one migration squashed from the first nineteen, and those added since."""
