"""The round: events, offers, records and visibility."""
