"""Simulation: chunks of rounds, each with its own random stream, and tallies that merge exactly."""
