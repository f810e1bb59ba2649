"""What-if questions: sweeps, comparisons and slopes over rules."""
