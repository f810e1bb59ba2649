"""The template files of `pitboss new`, with the extension .txt added to their names."""
