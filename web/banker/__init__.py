"""The banker's page: what waits for a person, corrections, seats."""
