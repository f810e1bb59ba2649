"""What-if questions about rules: sweeps, comparisons and slopes."""
