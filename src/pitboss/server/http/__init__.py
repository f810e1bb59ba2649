"""HTTP routes, their models, and the socket the server listens on."""
