"""What is kept on disk: answers and kernels, each under a hash of the sources that made it."""
