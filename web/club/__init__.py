"""The hub's own pages and endpoints: an app beside that of a table."""
