"""The lab on the page: the library's questions, asked from a browser and worked out beside the tables."""
