"""The floor: several processes deal the tables of one house, each table by one of them at a time."""
