"""The table: seats, clocks, bankrolls and a sealed shoe around the round."""
