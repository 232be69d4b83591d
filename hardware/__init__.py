"""Cameras, buttons, lamps, and the simulated table."""
