"""Report data other than figures: regulatory clauses, published figures, common errors."""
