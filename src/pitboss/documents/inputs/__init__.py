"""All that a report is made from, asked of the library once and kept by rules and software."""
