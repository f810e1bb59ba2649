"""
An independent check of every question of the school, from the text shown alone.

Each module derives the right answers of some skills from the words of a question, by the rule sheets. None of them
imports the school, which asks the questions.
"""
