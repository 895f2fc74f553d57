"""The chapters of the rulebook: for each move, what is offered, what is legal and what it does."""
