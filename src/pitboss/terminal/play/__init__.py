"""The table in the terminal: the loop, what is typed, what is printed, hints and replay."""
