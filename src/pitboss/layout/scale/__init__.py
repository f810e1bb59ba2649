"""
The felt to scale: dimensions, drawings in millimetres, and inscriptions.

Cards determine the scale: a plan's card is 60 by 84 units and a playing card 2.5 by 3.5 inches, so 24 units are an
inch.
"""
