"""The lab: questions asked of any game."""
