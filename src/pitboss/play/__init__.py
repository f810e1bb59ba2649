"""The round: events, offers, records and who may see what."""
