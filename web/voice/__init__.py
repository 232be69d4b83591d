"""The voice: who speaks, and what it says."""
