"""The parts of a report, each from what the library says."""
