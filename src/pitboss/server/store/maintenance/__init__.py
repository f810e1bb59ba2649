"""Maintenance of the store: backups, migration, verification and audit."""
