"""Whether this table belongs to a club, and how to join one."""
