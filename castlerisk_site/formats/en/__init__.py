"""How dates are written in English."""
