"""Simulation: chunks of rounds with a stream each, tallies that merge exactly."""
