"""Each game as a state machine over arrays, one row an episode: held to the script to the cent by the tests."""
