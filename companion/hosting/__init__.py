"""Tables of the club that have no box: hosted by workers, kept in PostgreSQL."""
