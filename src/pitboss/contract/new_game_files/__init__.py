"""The files that `pitboss new` writes, each with .txt behind its name."""
