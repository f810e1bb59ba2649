"""Flop 22 as a research environment: a seat's observation and the compiled steps."""
