"""The table: the seats, clocks, bankrolls and sealed shoe that surround a round."""
