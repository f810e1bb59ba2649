"""Charts and strategies in words."""
