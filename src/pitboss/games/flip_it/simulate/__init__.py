"""Fast simulation: kernels, strategies and strategy files."""
