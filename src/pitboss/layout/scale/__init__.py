"""
The felt true to scale: how large everything is, drawn in millimetres, and what is printed on it.

Cards fix the scale: a plan's card is 60 by 84 units and a playing card 2.5 by 3.5 inches: 24 units are an inch.
"""
