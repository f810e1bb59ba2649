"""
Exact odds for blackjack games, with the rules as parameters.

`docs/methods/blackjack.md` derives the method; the files here follow its sections and use its names:
`rules` (1), `hands` (2), `dealer` (3), `play` (4), `splits` (5), `solve` (6), `chart` (7), `distribution` (8 and 9),
`advice` (10). `playbook`, `round_kernels` (simulation), `known_card` and `bet_odds` use the solver.
"""
