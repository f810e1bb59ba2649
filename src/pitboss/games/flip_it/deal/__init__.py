"""How the game is dealt: rules, leaf rules and the script; no clock, no chance, no disk."""
