"""The inputs of a report, computed once and cached by rules and software version."""
