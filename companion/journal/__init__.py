"""The journal: append-only, hash-chained, on disk before anybody hears."""
