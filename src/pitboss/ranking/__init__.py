"""Who beats whom: leaf rules on plain ints, shared by the games."""
