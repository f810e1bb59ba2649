"""The table in the terminal: game loop, typed input, printed output, hints and replay."""
