"""The table test and its certificate."""
