"""The browser table: HTTP, a socket for each seat, and a store that loses nothing."""
