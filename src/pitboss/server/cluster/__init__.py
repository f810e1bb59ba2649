"""The cluster: several processes that deal the tables of one house, each table dealt by one process at a time."""
