"""The answers that come with the package: how they are made, written by `make answers`, and checked."""
