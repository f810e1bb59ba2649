"""The store: database, schema, writer, journal and keys. All durable writes happen here."""
