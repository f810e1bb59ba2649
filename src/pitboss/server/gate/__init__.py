"""Access control: client addresses, origins and rate limits."""
