"""A seat's page: what matters now, deeds, and the one thing to do."""
