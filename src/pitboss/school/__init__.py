"""
The school, where dealers learn the procedure by dealing and players learn strategy by playing.

`skills` makes questions from rounds of the real script, `lesson` lets a trainee deal a round, `exam` is the table test,
and `practice` schedules repetitions. None of them has a user interface: the terminal and the browser show the same
content. docs/school-api.md describes how a user interface calls them.
"""
