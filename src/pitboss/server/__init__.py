"""The server for browser play: HTTP, WebSockets for the tables, and durable storage."""
