"""
The school: dealers learn the procedure by dealing, players learn the play by playing.

`skills` makes questions from real rounds of the real script, `lesson` lets a trainee deal a round, `exam` is the table
test, and `practice` remembers what is due. None of it has a face: terminal and browser show the same. The page
docs/school-api.md says how a face uses it.
"""
