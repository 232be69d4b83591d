"""How dice were read: doubts, challenges, and teaching the dice of this table."""
