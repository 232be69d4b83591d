"""What waits to be confirmed where the companion does not book by itself."""
