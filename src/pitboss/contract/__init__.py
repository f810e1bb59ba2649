"""The contract of a game: the checks of `pitboss check`, the same for built-in and external games."""
