"""A booking is disputed and ruled on; the table votes."""
