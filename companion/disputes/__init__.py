"""What would have been, and whether the cardboard agrees; from the journal alone."""
