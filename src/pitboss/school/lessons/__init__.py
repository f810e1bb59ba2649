"""Lessons: a round cut into steps, what the trainee is asked, and how an answer is judged."""
