"""Sealed shoes: commitments, seeds and the shuffle they determine."""
