"""Fast simulation of Free Bet: kernels, strategies and strategy files."""
