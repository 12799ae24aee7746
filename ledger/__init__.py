"""Streams of immutable events in a database, for any Django project (see docs/ledger.md)."""
