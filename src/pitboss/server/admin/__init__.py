"""The operator's admin page, with figures from a summary database that follows the journal."""
