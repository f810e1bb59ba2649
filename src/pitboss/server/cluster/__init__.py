"""The cluster: several processes deal the tables of one house, each table by one process at a time."""
