"""Beat the Dealer as an environment for research: what a seat sees, and the compiled steps."""
