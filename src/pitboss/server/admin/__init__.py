"""The house's desk: the page of whoever runs the house, its figures kept in notes that follow the books."""
