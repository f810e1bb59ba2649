"""What a report says beside its figures, as data: clauses, published figures, common errors."""
