"""A table that keeps its banknotes: what is booked is also handed over."""
