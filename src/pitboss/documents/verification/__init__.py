"""Verification of existing reports: recomputing every figure, and comparing two reports."""
