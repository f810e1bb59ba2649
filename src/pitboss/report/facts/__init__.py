"""What a report says beside its figures, as data: rulings, clauses, published figures, common errors."""
