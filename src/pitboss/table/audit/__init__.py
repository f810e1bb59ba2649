"""Audit and verification: the journal, the ledger, the chain of shoes, and rounds dealt again."""
