"""The school in the terminal: questions and dealing practice."""
