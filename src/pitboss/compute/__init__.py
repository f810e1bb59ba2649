"""Computation: compiled kernels, random streams, cores, processes and the cache on disk."""
