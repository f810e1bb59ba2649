"""The answers that are shipped with the package: recipes, `make answers`, and checks."""
