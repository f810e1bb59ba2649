"""How a house is watched: health, metrics, logs and traces."""
