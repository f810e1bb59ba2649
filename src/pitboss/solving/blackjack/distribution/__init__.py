"""
The distribution of the net of a round: sections 8 and 9 of the method.

`coupling` (8) is the mathematics of hands that share a pack; `polynomials` (8) applies it to hands and the dealer;
`endings` and `nets` (9) compute a round of one bet. `two_hands` computes any two hands of a round exactly, card by
card: `drawn_hands` and `ended_hands` list the hands, `hand_groups` and `key_index` number the combined cards of two
hands.
"""
