"""Who sits with whom when a club plays in rounds."""
