"""
The distribution of the net of a round: sections 8 and 9 of the method.

`coupling` (8) multiplies hands that share a pack; `endings` and `nets` (9) compute a round of one bet. `two_hands`
computes any two hands of a round exactly, card by card: `drawn_hands` and `ended_hands` list the hands, `hand_groups`
and `key_index` number the combined cards of two hands.
"""
