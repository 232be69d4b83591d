"""What the camera sees, and the table that is drawn where there is none."""
