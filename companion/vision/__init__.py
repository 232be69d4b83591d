"""What the camera sees; this room knows no game."""
