"""The rules and the script of the game. Pure: no clock, no randomness, no disk access."""
