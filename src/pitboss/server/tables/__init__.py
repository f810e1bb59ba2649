"""Live tables: the task that owns each table, its turns, its viewers and the messages between them."""
