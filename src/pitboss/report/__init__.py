"""Tables for people: what was counted, as a professional analysis prints it."""
