"""Fast simulation of Roll Your Own: kernels, strategies and strategy files."""
