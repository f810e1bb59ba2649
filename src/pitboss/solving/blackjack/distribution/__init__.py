"""
The distribution of the net of a round: sections 8 and 9 of the method.

`coupling` (8) multiplies hands that share a pack; `endings` and `nets` (9) give a round of one bet. `two_hands` counts
any two hands of a round card by card: `drawn_hands` and `ended_hands` list them, `hand_groups` and `key_index` number
the cards of two hands together.
"""
