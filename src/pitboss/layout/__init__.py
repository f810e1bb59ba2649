"""Layouts: each game's felt as data, and the drawing that serves the browser, the lobby and the command line."""
