"""The sections of a report, built from the library's results."""
