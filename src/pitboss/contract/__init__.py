"""The contract of a game: the checks of `pitboss check`, the same for built-in games and for games from outside."""
