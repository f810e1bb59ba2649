"""The cache on disk: answers and compiled kernels, keyed by a hash of the sources that produced them."""
