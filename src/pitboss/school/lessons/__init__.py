"""Lessons: rounds split into steps, questions to the trainee, and verdicts on answers."""
