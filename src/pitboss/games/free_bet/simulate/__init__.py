"""The game at speed: kernels, strategies and strategy files."""
