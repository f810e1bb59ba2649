"""Statistics: exact and inexact numbers, covariances, and the chi-squared test."""
