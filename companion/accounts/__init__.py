"""What reads the books: why an amount is what it is, and what all of them come to."""
