"""Hold'em counted: strengths, showdowns and suits of any game played with a board."""
