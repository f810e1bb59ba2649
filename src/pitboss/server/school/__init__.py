"""The school over HTTP: lessons, quizzes, table tests, classes and stored practice."""
