"""Players: cookies, nicknames, round history and score."""
