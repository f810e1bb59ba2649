"""Monitoring: health checks, metrics, logs and traces."""
