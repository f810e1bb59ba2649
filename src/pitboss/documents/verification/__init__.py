"""A report read again: every figure worked out anew, or held against another report."""
