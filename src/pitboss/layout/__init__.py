"""Layouts: each game's felt as data, and the drawing code for browser, lobby and command line."""
