"""The table: seats, bankrolls and the shoe."""
