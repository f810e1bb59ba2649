"""
The school, where dealers learn the procedure by dealing and players learn strategy by playing.

`skills` makes questions from rounds of the real script, `lesson` lets a trainee deal a round, `exam` is the table test,
and `practice` schedules what is due. None of it has a user interface: terminal and browser show the same. The page
docs/school-api.md says how a user interface calls it.
"""
