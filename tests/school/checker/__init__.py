"""
A second opinion on every question of the school, from nothing but what is shown.

Each module works out the right answers of some skills from the words of a question, by the five rule sheets. It imports
nothing of the school, which asks.
"""
