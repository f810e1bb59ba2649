"""Charts, cards and words that several sections of a document use."""
