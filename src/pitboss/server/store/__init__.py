"""The store: database, schema, writer, journal and keys. Everything that is written to disk is written here."""
