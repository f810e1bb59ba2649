"""The door: who comes in, from where, and how much one may ask."""
