"""What the banker rules: going back, and late entries."""
