"""Records of rounds: writing, reading, and text files."""
