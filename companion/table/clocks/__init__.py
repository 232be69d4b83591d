"""What runs against the clock at a table, and the clocks themselves."""
